import { setTimeout as sleep } from 'node:timers/promises';

export type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/** Asks again until the answer is truthy, and returns it; after `milliseconds`, far more than a busy machine takes, fails, saying `what` did not come. */
export async function until<T>(probe: () => T | PromiseLike<T>, what: string | (() => string), milliseconds = 120_000): Promise<Truthy<T>> {
	for (const end = Date.now() + milliseconds; ; ) {
		const value = await probe();
		if (value) return value as Truthy<T>;
		if (Date.now() > end) throw new Error(`not within ${milliseconds} ms: ${typeof what === 'string' ? what : what()}`);
		await sleep(40);
	}
}
