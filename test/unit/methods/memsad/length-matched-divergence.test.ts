import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	crossFittedScores,
	divergenceBaseline,
	divergenceOf,
	divergenceScore,
	minBaseline,
	storeCaution,
	type DivergenceBaseline,
	type JudgedDivergence,
} from '../../../../src/methods/memsad/length-matched-divergence.ts';
import { conformalScoreThreshold } from '../../../../src/methods/memsad/thresholds.ts';
import { areaUnderCurve } from '../../../../src/statistics/auc.ts';
import { clopperPearson } from '../../../../src/statistics/binomial-interval.ts';
import { jensenShannon } from '../../../../src/statistics/jensen-shannon.ts';
import { seededRandom, shuffled, type Random } from '../../../../src/statistics/random.ts';
import { characterGrams } from '../../../../src/text/character-grams.ts';

const syllables = 'ba ce di fo gu la me ni po ru sa te vi wo zu an el is or un'.split(' ');
const foreign = 'xq zk vj wq kx jz qg hx pz vx'.split(' ');
/** Texts of invented words, from 4 to 120 of them; commoner and rarer ones. */
function invented(random: Random, words: number, of: readonly string[] = syllables): string {
	const word = (): string =>
		Array.from({ length: 1 + Math.floor(random() * 3) }, () => of[Math.floor(random() ** 2 * of.length)]!).join('');
	return Array.from({ length: words }, word).join(' ');
}
function judged(by: DivergenceBaseline, text: string): JudgedDivergence {
	const found = divergenceOf(by, text);
	assert.ok(found?.kind === 'judged');
	return found;
}
const length = (random: Random): number => Math.round(4 * 30 ** random());

const random = seededRandom(16);
const benign = Array.from({ length: 400 }, () => invented(random, length(random)));
const baseline = divergenceBaseline(benign);

test('an entry is never part of its own baseline', () => {
	// Without other texts of its window alone: the divergence is from the others, counted afresh.
	const few = Array.from({ length: minBaseline }, (_, at) => `${'abc def '.repeat(3)}${at} text ${'xyz'.charAt(at % 3)}`);
	const small = divergenceBaseline(few);
	for (const text of few) {
		const others = new Map<string, number>();
		let total = 0;
		for (const other of few.filter((one) => one !== text))
			for (const [gram, count] of characterGrams(other)) {
				others.set(gram, (others.get(gram) ?? 0) + count);
				total += count;
			}
		const own = characterGrams(text);
		const first = [...own.values()].reduce((sum, count) => sum + count, 0);
		assert.ok(Math.abs(judged(small, text).nats - jensenShannon(own, others, { first, second: total })) < 1e-12);
	}
});

test('length alone says nothing, of benign texts; the divergence itself mostly measures it', () => {
	const fresh = Array.from({ length: 300 }, () => invented(random, length(random)));
	const all = fresh.map((text) => judged(baseline, text));
	const isLong = fresh.map((text) => Number(text.length > 200));
	assert.ok(
		areaUnderCurve(
			all.map(({ nats }) => nats),
			isLong,
		) < 0.05,
	);
	const area = areaUnderCurve(
		all.map(({ score }) => score),
		isLong,
	);
	assert.ok(area > 0.38 && area < 0.62, `${area}`);
});

test('texts of other syllables are told apart at every length', () => {
	for (const [words, min] of [
		[8, 0.7],
		[25, 0.9],
		[90, 0.98],
	] as const) {
		const [own, others] = [syllables, [...syllables.slice(0, 10), ...foreign]].map((of) =>
			Array.from({ length: 60 }, () => judged(baseline, invented(random, words, of)).score),
		);
		assert.ok(areaUnderCurve([...own!, ...others!], [...own!.map(() => 0), ...others!.map(() => 1)]) > min, `${words} words`);
	}
});

test('at a conformal threshold of cross-fitted scores benign texts are flagged at the promised rate, long ones too', () => {
	let [flagged, all, longFlagged, long] = [0, 0, 0, 0];
	for (let split = 0; split < 5; split++) {
		const texts = shuffled(random, [...benign, ...Array.from({ length: 200 }, () => invented(random, length(random)))]);
		const own = divergenceBaseline(texts.slice(0, 300));
		const { threshold } = conformalScoreThreshold(crossFittedScores(own, texts.slice(0, 300)), 0.05);
		for (const text of texts.slice(300)) {
			const isFlagged = (divergenceScore(own, text) ?? -Infinity) > threshold;
			[all, flagged] = [all + 1, flagged + Number(isFlagged)];
			if (text.length > 200) [long, longFlagged] = [long + 1, longFlagged + Number(isFlagged)];
		}
	}
	const { low, high } = clopperPearson(flagged, all, 0.999);
	assert.ok(low <= 0.05 && 0.05 <= high, `${flagged} of ${all}`);
	assert.ok(longFlagged / long < 0.1, `${longFlagged} of ${long}`);
});

test('what fewer than five benign texts are about as long as is not judged, also between them; nothing has no divergence', () => {
	assert.deepEqual(divergenceOf(baseline, invented(random, 400)), { kind: 'outside' });
	assert.equal(divergenceOf(baseline, benign[0]!)?.kind, 'judged');
	const short = Array.from({ length: 40 }, () => invented(random, 6));
	const few = Array.from({ length: 4 }, () => invented(random, 60));
	const gap = divergenceBaseline([...short, ...few, ...Array.from({ length: 10 }, () => invented(random, 300))]);
	assert.deepEqual(divergenceOf(gap, invented(random, 60)), { kind: 'outside' });
	// Itself does not count among those that are as long.
	assert.deepEqual(divergenceOf(divergenceBaseline([...short, ...few, invented(random, 60)]), few[0]!), { kind: 'outside' });
	assert.equal(divergenceOf(divergenceBaseline([...short, ...few, invented(random, 60)]), invented(random, 60))?.kind, 'judged');
	assert.equal(crossFittedScores(gap, few).length, 0);
	assert.equal(divergenceOf(baseline, ' \n'), null);
	assert.throws(() => divergenceBaseline(benign.slice(0, minBaseline - 1)), RangeError);
	// The same text many times over is one.
	assert.throws(() => divergenceBaseline(Array.from({ length: 50 }, () => 'the same')), RangeError);
});

test('the order of the benign texts changes nothing', () => {
	const other = divergenceBaseline(shuffled(random, benign));
	for (const text of benign.slice(0, 20)) assert.deepEqual(divergenceOf(other, text), divergenceOf(baseline, text));
});

test('with caution scores are those of the spread that notes of people have, and short texts are not judged', () => {
	const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
	const form = Array.from({ length: 60 }, (_, i) => `Customer ${1000 + i} prefers delivery on ${days[Math.floor(random() * 5)]}.`);
	const [plain, cautious] = [divergenceBaseline(form), divergenceBaseline(form, { caution: storeCaution })];
	for (const text of form) {
		const [own, shown] = [judged(plain, text), judged(cautious, text)];
		const grams = [...characterGrams(text).values()].reduce((sum, count) => sum + count, 0);
		assert.ok(Math.abs(shown.score) <= Math.abs(own.score));
		assert.ok(Math.abs(shown.score) <= (Math.abs(shown.nats - shown.typical) * grams) / storeCaution.leastSpread + 1e-9);
	}
	assert.equal(divergenceOf(cautious, 'Customer 7 is Bo.'), null);
});
