import { AsyncLocalStorage } from 'node:async_hooks';
import { getTestContext, type after, type before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

export type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/** What `until` rejects with when its limit has passed; the end of the test is another error. */
export class NotInTime extends Error {}

export interface UntilOptions {
	/** Ends the wait; absent: the signal of the hook or the test that runs. `null`: nothing does, for cleaning up after a test that has ended. */
	readonly signal?: AbortSignal | null;
	/** Milliseconds; far more than a busy machine takes, so that a limit never decides whether the product is right. */
	readonly limit?: number;
	/** Milliseconds between two questions, in place of `pauseAfter`. */
	readonly pause?: number;
	/** Which errors of the condition mean "not yet"; every other one ends the wait. None by default. */
	readonly retry?: (error: unknown) => boolean;
}

/** Returns how long to pause after so many milliseconds of a wait: the longer it lasts, the more of the machine is left to what is waited for. */
export function pauseAfter(waited: number): number {
	return Math.min(Math.max(waited / 20, 20), 250);
}

const hookLimit = new AsyncLocalStorage<AbortSignal>();

/**
 * Declares a hook (`before` or `after`) with a limit, at which its waits end and say what they waited for. Node has no signal for a hook's own limit, and reports
 * the limit alone: it is set later than this one.
 */
export function hookWithin(declare: typeof before | typeof after, limit: number, work: () => Promise<void>): void {
	const limited = async (): Promise<void> => {
		const passed = new AbortController();
		const timer = setTimeout(() => passed.abort(), limit);
		try {
			await hookLimit.run(passed.signal, work);
		} finally {
			// What the hook has started may still wait later.
			clearTimeout(timer);
		}
	};
	declare(limited, { timeout: limit + 5_000 });
}

/**
 * Asks a condition again and again until its answer is truthy, and returns that.
 * Rejects when the limit has passed or when the test ends, saying `what` did not come, for how long it waited, and what the condition said last.
 * Rejects with what the condition throws, but for errors that are retried.
 */
export async function until<T>(
	condition: () => T | PromiseLike<T>,
	what: string | (() => string),
	{ signal: given, limit = 120_000, pause, retry = () => false }: UntilOptions = {},
): Promise<Truthy<T>> {
	const test = getTestContext();
	const hook = hookLimit.getStore();
	const signal = given === undefined ? (hook ?? test?.signal) : (given ?? undefined);
	const start = performance.now();
	let last = 'nothing';
	const sentence = (why: string): string =>
		`${why} after ${((performance.now() - start) / 1000).toFixed(1)} s of waiting for: ${typeof what === 'string' ? what : what()}; seen last: ${last}`;
	let giveUp: (error: Error) => void = () => undefined;
	const ended = new Promise<never>((_, reject) => {
		giveUp = reject;
	});
	// Whoever waits at that moment gets it; nobody may.
	ended.catch(() => undefined);
	const end = (): void => {
		const message = sentence(hook !== undefined && signal === hook ? 'the limit of the hook passed' : 'the test ended');
		// A test whose limit has passed is reported with its limit alone, whatever it throws afterwards.
		if (test !== undefined && 'diagnostic' in test && signal === test.signal) test.diagnostic(message);
		giveUp(new Error(message, { cause: signal?.reason }));
	};
	if (signal?.aborted) end();
	else signal?.addEventListener('abort', end, { once: true });
	try {
		for (;;) {
			const unanswered = setTimeout(() => giveUp(new NotInTime(sentence('gave up, with a question unanswered,'))), limit);
			const answer = await Promise.race([attempt(condition, retry), ended]).finally(() => clearTimeout(unanswered));
			if ('value' in answer && answer.value) return answer.value as Truthy<T>;
			last = shortened('value' in answer ? inspect(answer.value) : String(answer.error));
			// Asked once more where a pause took as long as the limit, on a machine that stood still.
			if (performance.now() - start > limit)
				throw new NotInTime(sentence('gave up'), 'error' in answer ? { cause: answer.error } : undefined);
			await Promise.race([sleep(pause ?? pauseAfter(performance.now() - start)), ended]);
		}
	} finally {
		signal?.removeEventListener('abort', end);
	}
}

async function attempt<T>(
	condition: () => T | PromiseLike<T>,
	retry: (error: unknown) => boolean,
): Promise<{ readonly value: T } | { readonly error: unknown }> {
	try {
		return { value: await condition() };
	} catch (error) {
		if (!retry(error)) throw error;
		return { error };
	}
}

function shortened(text: string): string {
	const max = 300;
	return text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;
}
