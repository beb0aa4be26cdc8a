import assert from 'node:assert/strict';
import type { TestOrSuite } from '../support/test-or-suite.ts';
import type { Client } from '../support/runner-client.ts';

/** Kills every model process of a runner as soon as it is there; returns what ends that, which the end of the test does, too. */
export function killingModels(test: TestOrSuite, client: Client): () => void {
	const timer = setInterval(() => {
		for (const pid of client.modelProcesses()) {
			try {
				process.kill(pid, 'SIGKILL');
			} catch (error) {
				assert.match(String(error), /ESRCH/);
			}
		}
	}, 2);
	const stop = (): void => clearInterval(timer);
	test.after(stop);
	return stop;
}
