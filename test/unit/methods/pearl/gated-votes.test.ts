import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { GatedVotesDecoder, type GatedVotesSettings } from '../../../../src/methods/pearl/gated-votes.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';
import { mustBeDrawnAs } from './draws.ts';

const row = (...logits: number[]): Float32Array => Float32Array.from(logits);
const without = row(2, 1.5, -0.5, 0.25, -3, -9);
const paths = [row(0.5, 3, -1, 0, -2, 4), row(2.5, 2.25, 0.5, -1.5, -3.5, -8), row(-1, 2, 1, 0.75, 0, -10)];
const settings: GatedVotesSettings = { gate: 0.9, payments: 1e9, stepEpsilon: 1.5, candidates: 3, abstaining: 0.5, refusals: [] };

describe('gated votes', () => {
	// By numpy in float64: log p0 + 1.5 votes over the three likeliest without documents, and 1.5 × 0.5 for abstaining.
	test('draws as numpy says: the vote for a token that is no candidate does not count', () => {
		const decoder = new GatedVotesDecoder(settings, seededBits(1), 6);
		mustBeDrawnAs(() => decoder.next(without, paths), { 0: 0.395534245, 1: 0.239903647, 3: 0.015336527, redact: 0.349225581 });
	});

	test('a refusal is neither free nor a candidate', () => {
		const decoder = new GatedVotesDecoder({ ...settings, refusals: [0] }, seededBits(2), 6);
		mustBeDrawnAs(() => decoder.next(without, paths), { 1: 0.564647807, 2: 0.017050886, 3: 0.036096727, redact: 0.38220458 });
		const sure = new GatedVotesDecoder({ ...settings, refusals: [0], payments: 0 }, seededBits(2), 6);
		// Without the refusal the next is sure: 5 against 0.
		assert.deepEqual(sure.next(row(20, 5, 0, 0, 0, 0), paths), { kind: 'token', id: 1 });
	});

	test('an empty subset has no vote: the weights are those without it', () => {
		const decoder = new GatedVotesDecoder(settings, seededBits(3), 6);
		mustBeDrawnAs(() => decoder.next(without, [null, ...paths, null]), {
			0: 0.395534245,
			1: 0.239903647,
			3: 0.015336527,
			redact: 0.349225581,
		});
	});

	const logits = fc
		.array(fc.integer({ min: -2560, max: 2560 }), { minLength: 6, maxLength: 6 })
		.map((z) => Float32Array.from(z, (x) => x / 256));

	test('never pays more often than it may, and what is free is decided without any document', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.record({ z0: logits, paths: fc.array(fc.option(logits), { maxLength: 4 }), others: fc.array(logits, { maxLength: 4 }) }),
					{
						maxLength: 20,
					},
				),
				fc.integer({ min: 0, max: 4 }),
				fc.integer(),
				(steps, payments, seed) => {
					const [one, other] = [1, 2].map((n) => new GatedVotesDecoder({ ...settings, payments }, seededBits(seed + n), 6));
					let draws = 0;
					for (const step of steps) {
						const before = [one!.paid, other!.paid];
						const choices = [one!.next(step.z0, step.paths), other!.next(step.z0, step.others)];
						// Whether a token is paid for says nothing of the documents, nor does what a free one is.
						assert.deepEqual(one!.paid, other!.paid);
						if (one!.paid === before[0]) assert.deepEqual(choices[0], choices[1]);
						else draws++;
						const sum = step.z0.reduce((all, x) => all + Math.exp(x), 0);
						const sure = Math.exp(Math.max(...step.z0)) / sum;
						if (sure > 0.9 + 1e-9) assert.equal(one!.paid, before[0]);
						else if (sure < 0.9 - 1e-9 && before[0] === payments) assert.deepEqual(choices[0], { kind: 'redact' });
					}
					assert.ok(one!.paid <= payments && draws === one!.paid);
				},
			),
		);
	});
});
