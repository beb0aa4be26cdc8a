import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { fitDetectors, fitThreads } from '../../../../src/runner/calibration/fit-workers.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';
import { madeTrace, manyTraces } from '../../analysis/calibration/made-traces.ts';

const program = fileURLToPath(new URL('../../../../src/runner/calibration/fit-worker.ts', import.meta.url));
const settings = { seed: 1, options: { draws: 1 }, named: true } as const;
const items = [
	...manyTraces(120, { split: (i) => (i < 80 ? 'train' : 'test') }),
	...Array.from({ length: 10 }, (_, i) => madeTrace(`clean ${i}`, [{ truth: false }], { side: 'clean' })),
];
const signal = new AbortController().signal;

for (const [declare, what, expected] of [
	[quickTest, '', { 'mean-entropy sentence': 'mean-entropy', 'repcs response': 'RA653' }],
	[
		slowTest,
		', with one that takes long',
		// The gaps of these traces say nothing of their labels.
		{ 'mean-entropy sentence': 'mean-entropy', 'repcs response': 'RA653', 'spad sentence': 'spad', 'confidence-gap sentence': 'RA652' },
	],
] as const)
	declare(
		`outcomes stand in the order asked for, the same however many threads there are; what data do not allow is an outcome too${what}`,
		async () => {
			const ids = Object.keys(expected);
			const shares: number[] = [];
			const one = await fitDetectors(
				{ ids, items, settings },
				{
					family: calibration,
					program,
					signal,
					threads: 1,
					onProgress: (share) => {
						shares.push(share);
					},
				},
			);
			assert.deepEqual(
				one.map(({ id }) => id),
				ids,
			);
			assert.deepEqual(
				one.map((outcome) => ('fitted' in outcome ? outcome.fitted.detector.method : outcome.error.code)),
				Object.values(expected),
			);
			assert.deepEqual(
				await fitDetectors({ ids, items, settings }, { family: calibration, program, signal, threads: 3, onProgress: () => undefined }),
				one,
			);
			assert.ok(shares.every((share, i) => i === 0 || share >= shares[i - 1]!) && shares.at(-1) === 1);
		},
	);

test('a cancel ends the threads at once', async () => {
	const controller = new AbortController();
	// Each of 199 traces left out in turns: that takes a while.
	const shares: number[] = [];
	const onProgress = (share: number): void => {
		shares.push(share);
		if (share > 0) controller.abort();
	};
	await assert.rejects(
		fitDetectors(
			{ ids: ['spad+ sentence', 'spad sentence'], items: manyTraces(199), settings },
			{ family: calibration, program, signal: controller.signal, threads: 2, onProgress },
		),
		{ name: 'AbortError' },
	);
	assert.ok(shares.at(-1)! > 0 && shares.at(-1)! < 0.5, `${shares.join()}: ended long before all was done`);
});

test('one core is left for the editor where there are more than two', () => {
	assert.deepEqual([1, 2, 3, 16].map(fitThreads), [1, 2, 2, 15]);
});
