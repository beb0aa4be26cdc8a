import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { privateSettings } from '../../../src/formats/private-settings.ts';
import { deltaOfSteps, epsilonOf } from '../../../src/privacy/accountant.ts';
import { decodingStep, decodingSteps, partsOf, runSteps, splitOf, type RunSettings } from '../../../src/privacy/run-steps.ts';

const { expert } = privateSettings.parse({});
const settings: RunSettings = { epsilon: 3, delta: 1e-5, decoder: 'sentence-vote', sentences: 1, expert };

test('what each decoder spends', () => {
	assert.deepEqual(decodingSteps(settings, 8), [{ kind: 'partition-selection', epsilon: 3, delta: 1e-5, count: 1 }]);
	const [three] = decodingSteps({ ...settings, sentences: 3 }, 8);
	assert.ok(three?.kind === 'partition-selection' && three.count === 3 && Math.abs(three.epsilon - 1) < 1e-14);
	for (const [decoder, count] of [
		['public-list', 1],
		['gated-votes', 2],
		['per-token', 48],
	] as const) {
		const [step, ...more] = decodingSteps({ ...settings, decoder }, 8);
		assert.deepEqual([step?.kind, step?.count, more.length], ['bounded-range', count, 0]);
		assert.ok(epsilonOf([step!], 1e-5) <= 3 && epsilonOf([step!], 1e-5) > 3 - 1e-6);
		const { epsilon } = decodingStep({ ...settings, decoder }, 8);
		assert.ok(step?.kind === 'bounded-range' && epsilon < step.epsilon && epsilon > step.epsilon - 1e-8, 'rounding is charged');
	}
	assert.deepEqual(decodingSteps(settings, 0), []);
	assert.deepEqual(decodingStep(settings, 0), { count: 0, epsilon: 0, delta: 0 });
	assert.deepEqual(decodingStep(settings, 4), { count: 1, epsilon: 3, delta: 1e-5 });
});

test('the default split: all for decoding below 16 documents, then 0.6 / 0.1 / 0.3 of what a run has', () => {
	const full: RunSettings = { ...settings, vocabulary: 500, expert: { ...expert, filter: 'top-k' } };
	assert.deepEqual(splitOf(full, 15), { decode: 1, filter: 0, refill: 0 });
	assert.deepEqual(splitOf(full, 16), { decode: 0.6, filter: 0.1, refill: 0.3 });
	assert.deepEqual(splitOf(settings, 16), { decode: 1, filter: 0, refill: 0 });
	assert.deepEqual(splitOf({ ...settings, vocabulary: 500 }, 16), { decode: 0.7, filter: 0, refill: 0.3 });
	const split = { decode: 0.5, filter: 0.25, refill: 0.25 };
	assert.deepEqual(splitOf({ ...full, split }, 8), split);
	assert.deepEqual(splitOf({ ...full, vocabulary: 0, split }, 8), { decode: 0.75, filter: 0.25, refill: 0 });
	assert.deepEqual(
		runSteps(full, 16).map(({ kind, count }) => [kind, count]),
		[
			['partition-selection', 1],
			['pure', 2],
			['bounded-range', 1],
		],
	);
});

test('both sides of a filter are charged, and all reports of each', () => {
	const split = { decode: 0, filter: 1, refill: 0 };
	for (const filtered of [1, 3, 8]) {
		const of = (filter: 'top-k' | 'sparse-vector') => runSteps({ ...settings, split, expert: { ...expert, filter, filtered } }, 20);
		const [cut, ...more] = of('sparse-vector');
		assert.ok(cut?.kind === 'sparse-vector' && more.length === 0);
		// All of them fill the ε of the filter, but for steps of the grid.
		const basic = cut.count * (cut.threshold + cut.reports * cut.report);
		assert.ok(basic <= 3 && basic > 3 - 1e-4, `${basic} of 3`);
		assert.deepEqual([cut.count, cut.reports], [2, filtered]);
		const [sides, ...others] = of('top-k');
		assert.ok(sides?.kind === 'pure' && others.length === 0);
		assert.ok(sides.count === 2 && Math.abs(sides.epsilon - 1.5) < 1e-13);
	}
});

test('a whole run is within (ε, δ), whatever the settings', () => {
	const share = fc.double({ min: 0, max: 1, noNaN: true });
	const arbitrary: fc.Arbitrary<RunSettings> = fc.record({
		epsilon: fc.double({ min: 0.05, max: 64, noNaN: true }),
		delta: fc.double({ min: 1e-10, max: 0.01, noNaN: true }),
		decoder: fc.constantFrom('sentence-vote', 'public-list', 'gated-votes', 'per-token'),
		sentences: fc.integer({ min: 1, max: 8 }),
		vocabulary: fc.constantFrom(undefined, 0, 100),
		split: fc.option(
			fc.tuple(share, share).map(([a, b]) => ({ decode: a, filter: (1 - a) * b, refill: (1 - a) * (1 - b) })),
			{ nil: undefined },
		),
		expert: fc.record({
			clip: fc.constant('difference' as const),
			clipBound: fc.constant(2),
			tokens: fc.integer({ min: 1, max: 512 }),
			payments: fc.integer({ min: 1, max: 32 }),
			candidates: fc.constant(200),
			filter: fc.constantFrom('none', 'top-k'),
			filtered: fc.integer({ min: 1, max: 32 }),
			keywords: fc.integer({ min: 1, max: 32 }),
		}),
	});
	fc.assert(
		fc.property(arbitrary, fc.integer({ min: 0, max: 64 }), (one, documents) => {
			const steps = runSteps(one, documents);
			const parts = partsOf(one, documents);
			assert.ok(parts.decode + parts.filter + parts.refill <= one.epsilon * (1 + 1e-15));
			assert.ok(deltaOfSteps(steps) <= one.delta);
			assert.ok(epsilonOf(steps, one.delta) <= one.epsilon, `${epsilonOf(steps, one.delta)} of ${one.epsilon}`);
		}),
		{ numRuns: 150 },
	);
	const svt: RunSettings = { ...settings, vocabulary: 9, expert: { ...expert, filter: 'sparse-vector' } };
	assert.ok(epsilonOf(runSteps(svt, 32), 1e-5) <= 3);
});

test('settings as they stand in a file are settings of these steps', () => {
	const { list, vocabulary, ...rest } = privateSettings.parse({});
	assert.deepEqual([list, vocabulary], [undefined, undefined]);
	assert.equal(runSteps(rest, 8).length, 1);
});
