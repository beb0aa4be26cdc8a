import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MergedRuns } from '../../../../src/extension/vscode/disposables.ts';

/** Runs that end when the test says so. */
function controlled(): { runs: MergedRuns; started: () => number; end: (failure?: Error) => Promise<void> } {
	const open: { resolve: () => void; reject: (error: Error) => void }[] = [];
	let started = 0;
	const runs = new MergedRuns(
		() =>
			new Promise<void>((resolve, reject) => {
				started += 1;
				open.push({ resolve, reject });
			}),
	);
	return {
		runs,
		started: () => started,
		async end(failure) {
			const run = open.shift()!;
			if (failure === undefined) run.resolve();
			else run.reject(failure);
			await new Promise((resolve) => {
				setImmediate(resolve);
			});
		},
	};
}

describe('MergedRuns', () => {
	test('requests during a run share one further run', async () => {
		const { runs, started, end } = controlled();
		const all = [runs.request(), runs.request(), runs.request(), runs.request()];
		assert.equal(started(), 1);
		await end();
		assert.equal(started(), 2);
		await end();
		await Promise.all(all);
		assert.equal(started(), 2);
	});

	test('a request after a run starts a new one', async () => {
		const { runs, started, end } = controlled();
		const first = runs.request();
		await end();
		await first;
		const second = runs.request();
		assert.equal(started(), 2);
		await end();
		await second;
	});

	test('a run that fails fails its own requests only', async () => {
		const { runs, end } = controlled();
		const first = assert.rejects(runs.request(), /no program/);
		const second = runs.request();
		await end(new Error('no program'));
		await first;
		await end();
		await second;
	});

	test('a request during the further run gets one of its own', async () => {
		const { runs, started, end } = controlled();
		const requests = [runs.request(), runs.request()];
		await end();
		requests.push(runs.request());
		await end();
		assert.equal(started(), 3);
		await end();
		await Promise.all(requests);
	});
});
