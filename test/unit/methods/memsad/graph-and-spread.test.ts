import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compoundExposure, sessionsUntil } from '../../../../src/methods/memsad/exposure.ts';
import { nodeFigures, recentEdges } from '../../../../src/methods/memsad/graph.ts';
import { probeQueries, probeScores } from '../../../../src/methods/memsad/probes.ts';
import { finalSize, reproductionNumber, sirSteps, withQuarantine } from '../../../../src/methods/memsad/spread-between-agents.ts';
import { greenList, marked, watermarkThreshold, watermarkZ } from '../../../../lab/memsad/watermark.ts';
import { bonferroni, binomialTest } from '../../../../src/statistics/binomial-interval.ts';
import { matrixOf } from './embeddings.ts';

test('a hub that was put in stands out by its degree, and by its edges that are new', () => {
	const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
	const old = names.map((from, at) => ({ from, to: names[(at + 1) % 20]!, isRecent: false }));
	const figures = nodeFigures([...old, ...names.slice(0, 10).map((to) => ({ from: 'hub', to, isRecent: true }))], ['alone']);
	const of = (node: string) => figures.find((one) => one.node === node)!;
	const degrees = [...names.map((_, at) => (at < 10 ? 3 : 2)), 10, 0];
	const mean = degrees.reduce((sum, degree) => sum + degree, 0) / 22;
	const deviation = Math.sqrt(degrees.reduce((sum, degree) => sum + (degree - mean) ** 2, 0) / 21);
	assert.equal(of('hub').degree, 10);
	assert.ok(Math.abs(of('hub').degreeZ - (10 - mean) / deviation) < 1e-12 && of('hub').degreeZ > 3);
	assert.deepEqual([of('hub').recentShare, of('n15').recentShare, of('alone').recentShare], [1, 0, 0]);
	assert.equal(of('hub').recentP, binomialTest(10, 10, 1 / 3));
	assert.deepEqual([of('alone').degree, of('alone').recentP], [0, 1]);
	assert.deepEqual(nodeFigures([]), []);
	assert.equal(nodeFigures([{ from: 'a', to: 'a', isRecent: false }])[0]!.degree, 1);
});

test('recent edges are the newest by time, or by place where one has no time', () => {
	const edge = (when: string | null) => ({ from: 'a', to: 'b', when });
	const recent = (whens: (string | null)[]): boolean[] => recentEdges(whens.map(edge), 0.34).map(({ isRecent }) => isRecent);
	assert.deepEqual(recent(['2026-03-01', '2026-01-01', '2026-02-01']), [true, false, false]);
	assert.deepEqual(recent(['2026-03-01', null, '2026-02-01']), [false, false, true]);
});

test('nobody is lost between the steps, and small steps end at the final size', () => {
	fc.assert(
		fc.property(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 4, noNaN: true }), (transmission, recovery) => {
			for (const { susceptible, infected, recovered } of sirSteps(
				{ susceptible: 18, infected: 2, recovered: 0 },
				{ transmission, recovery },
				40,
			)) {
				assert.ok(Math.abs(susceptible + infected + recovered - 20) < 1e-9);
				assert.ok(susceptible >= 0 && infected >= -1e-12 && recovered >= 0);
			}
		}),
	);
	const begin = { susceptible: 0.99, infected: 0.01, recovered: 0 };
	const rates = { transmission: 2e-3, recovery: 1e-3 };
	const last = sirSteps(begin, rates, 60_000).at(-1)!;
	assert.ok(Math.abs(1 - last.susceptible - finalSize(begin, rates)) < 1e-3);
	// Steps of a whole time unit overshoot.
	assert.ok(1 - sirSteps(begin, { transmission: 2, recovery: 1 }, 200).at(-1)!.susceptible > finalSize(begin, rates));
});

test('below the threshold of 1 nothing spreads from nobody; without recovery everybody is reached', () => {
	const nobody = { susceptible: 1, infected: 0, recovered: 0 };
	assert.ok(finalSize(nobody, { transmission: 0.3, recovery: 0.4 }) < 1e-9);
	// The root of 1 − z = exp(−2z).
	assert.ok(Math.abs(finalSize(nobody, { transmission: 0.8, recovery: 0.4 }) - 0.7968121300200199) < 1e-12);
	assert.equal(finalSize({ susceptible: 0.9, infected: 0.1, recovered: 0 }, { transmission: 0.1, recovery: 0 }), 1);
});

test('detectors clear γ + TPR · β, above 1 as well, as in definition 23', () => {
	assert.deepEqual(withQuarantine({ transmission: 0.3, recovery: 0.1 }, 1), { transmission: 0.3, recovery: 0.4 });
	assert.deepEqual(withQuarantine({ transmission: 0.3, recovery: 0.1 }, 0), { transmission: 0.3, recovery: 0.1 });
	// ASR-R 1, of which 0.3 is stored again at 5 queries a step, and a TPR of 1.
	const rates = { transmission: 1.5, recovery: 0.1 };
	const defended = withQuarantine(rates, 1);
	assert.deepEqual([reproductionNumber(rates), reproductionNumber(defended)], [15, 1.5 / 1.6]);
	const begin = { susceptible: 0.95, infected: 0.05, recovered: 0 };
	const share = finalSize(begin, defended);
	// Another way to the root of s = 0.95 exp(−0.9375 (1 − s)): iterating it from 1, as it contracts for R₀ below 1.
	let left = 1;
	for (let i = 0; i < 1000; i++) left = 0.95 * Math.exp(-0.9375 * (1 - left));
	assert.ok(Math.abs(share - (1 - left)) < 1e-9 && share.toFixed(2) === '0.24', `${share}`);
	// A brute force of the differential equations says the same: steps of a thousandth.
	const small = { transmission: 1.5e-3, recovery: 1.6e-3 };
	assert.ok(Math.abs(1 - sirSteps(begin, small, 100_000).at(-1)!.susceptible - share) < 1e-3);
	assert.equal(reproductionNumber({ transmission: 0.2, recovery: 0 }), Infinity);
	assert.equal(reproductionNumber({ transmission: 0, recovery: 0 }), 0);
});

test('with a TPR of 1 no R₀ is above 1, whatever the attack, and fewer are reached than without detectors', () => {
	fc.assert(
		fc.property(fc.double({ min: 0.01, max: 5, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }), (transmission, recovery) => {
			const rates = { transmission, recovery };
			const defended = withQuarantine(rates, 1);
			assert.ok(reproductionNumber(defended) < 1);
			const begin = { susceptible: 0.95, infected: 0.05, recovered: 0 };
			assert.ok(finalSize(begin, defended) <= finalSize(begin, rates) + 1e-9);
		}),
	);
});

test('exposure adds up over sessions as in the paper’s table 19', () => {
	const rows = [
		[0.14, 1, 4, 4],
		[0.07, 2, 7, 9],
		[1, 1, 1, 1],
	] as const;
	for (const [rate, half, ninety, max] of rows)
		assert.deepEqual(
			[0.5, 0.9, 0.95].map((probability) => sessionsUntil(probability, rate, 5)),
			[half, ninety, max],
		);
	assert.ok(Math.abs(compoundExposure(0.5, 2, 1) - 0.75) < 1e-15);
	assert.equal(sessionsUntil(0.9, 0, 5), Infinity);
	assert.equal(compoundExposure(1, 0, 5), 0);
});

test('Bonferroni multiplies, up to 1', () => {
	assert.deepEqual(bonferroni([0.01, 0.2, 0.5]), [0.03, 0.6000000000000001, 1]);
	assert.throws(() => binomialTest(3, 2, 0.5), RangeError);
});

const green = greenList((word) => createHmac('sha256', 'key').update(word).digest());
const text = 'The user would like to buy a big car and start a quick trip to the large house near the old sea.';

test('z counts green words, by the key alone', () => {
	const words = text.toLowerCase().match(/[a-z]+/gu)!;
	const count = words.filter(green).length;
	assert.ok(Math.abs(watermarkZ(text, green) - (count - words.length / 2) / Math.sqrt(words.length / 4)) < 1e-12);
	assert.equal(watermarkZ('…', green), 0);
	const shares = Array.from({ length: 4000 }, (_, at) => Number(green(`w${at}`)));
	// Within five deviations of a half.
	assert.ok(Math.abs(shares.reduce((sum, one) => sum + one, 0) / 4000 - 0.5) < 5 * Math.sqrt(0.25 / 4000));
});

test('marking changes words, keeps capitals and the rest, and is seen with the key only', () => {
	const alternatives = (word: string): string[] => Array.from({ length: 6 }, (_, at) => `${word}${'aeiouy'.charAt(at)}`);
	const out = marked(text, green, alternatives);
	assert.notEqual(out, text);
	assert.match(out, /^T/u);
	assert.match(out, /\.$/u);
	assert.ok(watermarkZ(out, green) > watermarkThreshold);
	const other = greenList((word) => createHmac('sha256', 'another').update(word).digest());
	assert.ok(watermarkZ(out, other) < watermarkZ(out, green));
});

test('probes are sixteen, and the score is the mean cosine', () => {
	assert.equal(new Set(probeQueries).size, 16);
	const [score] = probeScores(
		matrixOf([[1, 0]]),
		matrixOf([
			[1, 0],
			[0, 1],
			[0.6, 0.8],
			[-1, 0],
		]),
	);
	assert.ok(Math.abs(score! - 0.15) < 1e-7);
});
