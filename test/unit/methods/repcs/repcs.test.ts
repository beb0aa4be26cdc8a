import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { repcs, window } from '../../../../src/methods/repcs/repcs.ts';

const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

test('closed form: two tokens of a vocabulary of two', () => {
	// P_rag = (3/4, 1/4), P_para = (1/2, 1/2): KL = 3/4 ln 3/2 + 1/4 ln 1/2.
	const kl = 0.75 * Math.log(1.5) + 0.25 * Math.log(0.5);
	const score = repcs(
		Float64Array.of(kl, kl),
		Float64Array.of(Math.log(0.75), Math.log(0.25)),
		Float64Array.of(Math.log(0.5), Math.log(0.5)),
	)!;
	near(score.z, 2 * kl);
	near(score.perToken, kl);
	// Each of the two outcomes once: the literal formula adds up to one full divergence.
	near(score.literal, kl);
	assert.equal(score.tokens, 2);
});

test('equal paths score zero', () => {
	const log = Float64Array.of(-1, -2);
	assert.deepEqual(repcs(new Float64Array(2), log, log), { z: 0, perToken: 0, literal: 0, tokens: 2 });
});

test('a token that is impossible with context adds nothing; one impossible without it, infinity', () => {
	assert.equal(repcs(Float64Array.of(0), Float64Array.of(-Infinity), Float64Array.of(-1))!.literal, 0);
	assert.equal(repcs(Float64Array.of(0), Float64Array.of(-Infinity), Float64Array.of(-Infinity))!.literal, 0);
	assert.equal(repcs(Float64Array.of(0), Float64Array.of(-1), Float64Array.of(-Infinity))!.literal, Infinity);
});

test('no tokens, no score; unequal lengths are a defect', () => {
	assert.equal(repcs(new Float64Array(0), new Float64Array(0), new Float64Array(0)), null);
	assert.throws(() => repcs(new Float64Array(1), new Float64Array(2), new Float64Array(1)), RangeError);
});

test('brute force over distributions, beyond the window too', () => {
	const weights = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
	const token = fc.record({ rag: weights, para: weights, y: fc.nat(3) });
	fc.assert(
		fc.property(fc.array(token, { minLength: 1, maxLength: 90, size: 'max' }), (tokens) => {
			const normalized = tokens.map(({ rag, para, y }) => {
				const [a, b] = [rag, para].map((w) => w.map((x) => x / w.reduce((p, q) => p + q)));
				return { rag: a!, para: b!, y };
			});
			const score = repcs(
				Float64Array.from(normalized, ({ rag, para }) => rag.reduce((sum, p, v) => sum + p * Math.log(p / para[v]!), 0)),
				Float64Array.from(normalized, ({ rag, y }) => Math.log(rag[y]!)),
				Float64Array.from(normalized, ({ para, y }) => Math.log(para[y]!)),
			)!;
			const used = normalized.slice(0, window);
			let z = 0;
			let literal = 0;
			for (const { rag, para, y } of used) {
				for (let v = 0; v < 4; v++) z += rag[v]! * (Math.log(rag[v]!) - Math.log(para[v]!));
				literal += rag[y]! * Math.log(rag[y]! / para[y]!);
			}
			near(score.z, z);
			near(score.literal, literal);
			near(score.perToken, z / used.length);
			assert.equal(score.tokens, Math.min(64, tokens.length));
		}),
	);
});
