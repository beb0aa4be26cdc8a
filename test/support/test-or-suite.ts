import { after } from 'node:test';

type Hook = () => void | Promise<void>;

/**
 * What ends what it started: a test, or `{ after }` with the function of node:test, which is the test, suite or file around the call.
 * In a `before` it would be that hook, which ends before the first test: there it is what `thisSuite` returned beside the tests.
 */
export interface TestOrSuite {
	after(hook: Hook): void;
}

const hooksOf = new WeakMap<TestOrSuite, Hook[]>();

/** Has something ended after a test or suite, however that ends. What started last ends first, and each of them also where another one fails. */
export function atEnd(test: TestOrSuite, hook: Hook): void {
	const earlier = hooksOf.get(test);
	if (earlier !== undefined) {
		earlier.push(hook);
		return;
	}
	const hooks = [hook];
	hooksOf.set(test, hooks);
	test.after(async () => {
		const errors: unknown[] = [];
		for (let last = hooks.pop(); last !== undefined; last = hooks.pop()) {
			try {
				await last();
			} catch (error) {
				errors.push(error);
			}
		}
		hooksOf.delete(test);
		if (errors.length > 0) throw new AggregateError(errors, 'what a test started did not end');
	});
}

/** Returns the suite or file that this is called in, for what its `before` starts. */
export function thisSuite(): TestOrSuite {
	const hooks: Hook[] = [];
	after(async () => {
		for (const hook of hooks) await hook();
	});
	return { after: (hook) => void hooks.push(hook) };
}
