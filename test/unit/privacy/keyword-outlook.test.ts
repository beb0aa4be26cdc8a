import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { privateSettings } from '../../../src/formats/private-settings.ts';
import { jointTopK } from '../../../src/privacy/joint-top-k.ts';
import { keywordOutlook } from '../../../src/privacy/keyword-outlook.ts';
import { hopelessness, planPrivately, type PlanSettings } from '../../../src/privacy/planner.ts';
import { seededBits } from '../../../src/privacy/random-bits.ts';

const { expert } = privateSettings.parse({});
const halves = { decode: 0.5, filter: 0, refill: 0.5 };
const settings: PlanSettings = {
	epsilon: 0.5,
	delta: 1e-5,
	documents: 12,
	decoder: 'sentence-vote',
	sentences: 1,
	vocabulary: 40,
	split: halves,
	expert,
};
const outlookOf = (epsilon: number, changed: Partial<PlanSettings> = {}) => {
	const of = { ...settings, ...changed };
	return keywordOutlook(of, epsilon, of.documents);
};

describe('the outlook of keywords', () => {
	it('is the probability with which the mechanism itself chooses the words that documents have', () => {
		const [vocabulary, keywords, documents, epsilon, draws] = [6, 2, 5, 1, 4000];
		const of = outlookOf(epsilon, { vocabulary, documents, expert: { ...expert, keywords } })!;
		const bits = seededBits(11);
		for (const n of [0, 2, 5]) {
			const counts = Uint32Array.of(0, n, 0, 0, n, 0);
			let right = 0;
			for (let i = 0; i < draws; i++) {
				const chosen = jointTopK(bits, counts, keywords, epsilon);
				if (chosen.includes(1) && chosen.includes(4)) right++;
			}
			const p = of.rightProbability[n]!;
			assert.ok(Math.abs(right / draws - p) < 4.5 * Math.sqrt((p * (1 - p)) / draws), `${n} documents: ${right / draws}, expected ${p}`);
		}
		// Without any document, each of the fifteen pairs is as likely.
		assert.ok(Math.abs(of.rightProbability[0]! - 1 / 15) < 1e-12);
	});

	it('says what it takes, and what cannot be told from noise, and what to do', () => {
		assert.deepEqual([outlookOf(0.25)!.possible, outlookOf(0.25)!.half, outlookOf(4)!.half, outlookOf(4)!.sure], [false, null, 6, 8]);
		assert.equal(
			outlookOf(0.25)!.says,
			'Keywords are mostly noise here: with 12 documents, ε = 0.25 is too little to choose 4 keywords from 40 words. Even if all 12 documents have the same 4 words and no other word of the vocabulary, the choice is right in <0.1% of cases. Ask for fewer keywords, use a shorter vocabulary, raise ε, or retrieve more documents.',
		);
		assert.equal(
			outlookOf(4)!.says,
			'With 12 documents, ε = 4 chooses 4 keywords from 40 words, with noise. If at least 8 documents have the same 4 words and no other word of the vocabulary, the choice is nearly always right.',
		);
		assert.match(
			outlookOf(2)!.says,
			/If all 12 documents have the same 4 words and no other word of the vocabulary, the choice is right in 64% of cases\. That is the best case\.$/,
		);
		assert.match(
			outlookOf(30, { documents: 1, expert: { ...expert, keywords: 1 } })!.says,
			/^With 1 document, ε = 30 chooses 1 keyword from 40 words, with noise\. If the document has the same word and no other word of the vocabulary, the choice is nearly always right\.$/,
		);
	});

	it('of the whole vocabulary says nothing, whatever ε is', () => {
		for (const vocabulary of [3, 4]) {
			const of = outlookOf(60, { vocabulary })!;
			assert.equal(of.possible, false);
			assert.match(of.says, /would always be all of its words/);
		}
		assert.equal(outlookOf(60, { vocabulary: 5 })!.possible, true);
	});

	it('is none without a part of ε, a vocabulary or a document', () => {
		assert.deepEqual([outlookOf(0), outlookOf(1, { vocabulary: undefined }), outlookOf(1, { documents: 0 })], [null, null, null]);
		// A vocabulary and k as large as settings allow.
		assert.ok(outlookOf(64, { vocabulary: 100_000, expert: { ...expert, keywords: 32 } })!.rightProbability.every((p) => p >= 0 && p <= 1));
	});
});

describe('a plan with keywords', () => {
	it('says whether they are noise, and a run of nothing but noise is hopeless', () => {
		const noise = planPrivately(settings);
		assert.equal(noise.keywords?.possible, false);
		assert.ok(noise.says.includes(noise.keywords.says));
		assert.ok(hopelessness(settings)!.endsWith(noise.keywords.says));
		assert.match(hopelessness(settings)!, /^With 12 documents and ε = 0\.25, you get no sentence/);

		const telling = planPrivately({ ...settings, epsilon: 60, split: { decode: 0, filter: 0, refill: 1 } });
		assert.equal(telling.keywords?.possible, true);
		assert.equal(planPrivately({ ...settings, split: undefined }).keywords, null);
	});

	it('is not hopeless if either the decoder or the keywords can tell something', () => {
		// All for keywords but what decoding cannot use.
		assert.equal(hopelessness({ ...settings, epsilon: 8, split: { decode: 0.05, filter: 0, refill: 0.95 } }), null);
		assert.equal(hopelessness({ ...settings, epsilon: 6, split: { decode: 0.95, filter: 0, refill: 0.05 } }), null);
		const alone: PlanSettings = { ...settings, split: { decode: 0, filter: 0, refill: 1 } };
		assert.equal(hopelessness(alone), planPrivately(alone).keywords!.says);
	});
});
