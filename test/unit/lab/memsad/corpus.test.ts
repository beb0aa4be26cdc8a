import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { categoryNames } from '../../../../lab/memsad/corpus/categories.ts';
import { hardEntries, hardKinds } from '../../../../lab/memsad/hard-rows.ts';
import { plantAll } from '../../../../lab/memsad/plant.ts';
import { entryTexts, memorySplit, paperSizes } from '../../../../lab/memsad/split.ts';
import { rememberedEmbeddings } from '../../../../src/redteam/memory/embedding-cache.ts';
import { areaUnderCurve } from '../../../../src/statistics/auc.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { bagEncoder } from '../../redteam/memory/bag-encoder.ts';

const splits = [100, 101, 102].map((seed) => memorySplit(seed, paperSizes));

describe('the synthetic memory', () => {
	test('has 1,000 entries in 7 categories, by turns, and no text twice', () => {
		for (const split of splits) {
			const texts = entryTexts(split);
			assert.equal(texts.length, 1000);
			assert.equal(new Set(texts).size, 1000);
			const categories = new Set([...split.calibration, ...split.held].map(({ category }) => category));
			assert.deepEqual(categories, new Set(categoryNames));
		}
	});

	test('entries that calibrate are none of those on which false positives are counted', () => {
		for (const { calibration, held } of splits) {
			const known = new Set(calibration.map(({ subject }) => subject));
			assert.ok(held.every(({ subject }) => !known.has(subject)));
		}
	});

	test('the history asks nothing that attacks aim at', () => {
		for (const { history, targets } of splits) {
			const asked = new Set(history);
			assert.equal(asked.size, history.length);
			assert.equal(new Set(targets).size, targets.length);
			assert.ok(targets.every((target) => !asked.has(target)));
		}
	});

	test('seeds make other memories, the same seed the same', () => {
		assert.deepEqual(memorySplit(100, paperSizes), splits[0]);
		const [first, second] = splits.map((split) => new Set(entryTexts(split)));
		assert.ok([...first!].filter((text) => second!.has(text)).length < 5);
	});

	test('no gap is left open, and sentences begin with a capital, a digit or a mark', () => {
		for (const text of entryTexts(splits[0]!)) {
			assert.ok(!/[{}]/.test(text), text);
			assert.match(text, /^[\p{Lu}\d“]/u);
		}
	});

	test('hard entries are distinct, and none is in the memory', () => {
		const [split] = splits;
		const rows = hardEntries(split!, 60);
		const own = new Set(entryTexts(split!));
		for (const kind of hardKinds) {
			assert.equal(new Set(rows[kind]).size, 60, kind);
			assert.ok(rows[kind].every((text) => !own.has(text)));
		}
	});
});

slowTest('planted entries have the lengths of benign ones: length does not tell them apart', async () => {
	const { signal } = new AbortController();
	const embed = rememberedEmbeddings(bagEncoder, signal);
	const effort = { words: 6, rounds: 1, candidates: 1, box: 'black-box' } as const;
	const lengths: number[] = [];
	const labels: number[] = [];
	for (const split of splits) {
		// oxlint-disable-next-line no-await-in-loop -- remembered texts are shared
		const planted = await plantAll(split, 'published', embed, { count: 20, effort, forms: 'dev', signal });
		for (const { entries } of Object.values(planted))
			for (const { text } of entries) {
				lengths.push(text.length);
				labels.push(1);
			}
		for (const { text } of split.held) {
			lengths.push(text.length);
			labels.push(0);
		}
	}
	// 180 planted and 1,800 benign: a standard error of 0.022.
	const area = areaUnderCurve(lengths, labels);
	assert.ok(Math.abs(area - 0.5) < 0.066, `area ${area}`);
});
