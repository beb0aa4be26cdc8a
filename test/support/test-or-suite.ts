/**
 * What ends what it started: a test, or `{ after }` with the function of node:test, which is then the suite or the file around the call.
 * In a `before` it is that hook, which ends before the first test: call it beside the tests.
 */
export interface TestOrSuite {
	after(hook: () => void | Promise<void>): void;
}
