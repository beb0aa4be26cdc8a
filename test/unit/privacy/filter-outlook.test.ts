import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { privateSettings } from '../../../src/formats/private-settings.ts';
import { boundedGap, boundedGapSensitivity, sparseVectorSides, topKSides } from '../../../src/methods/pearl/filter.ts';
import { filterOutlook } from '../../../src/privacy/filter-outlook.ts';
import { hopelessness, planPrivately, type PlanSettings } from '../../../src/privacy/planner.ts';
import { seededBits } from '../../../src/privacy/random-bits.ts';

const { expert } = privateSettings.parse({});
const settings: PlanSettings = {
	epsilon: 3,
	delta: 1e-5,
	documents: 20,
	decoder: 'sentence-vote',
	sentences: 3,
	split: { decode: 0.8, filter: 0.2, refill: 0 },
	expert,
};

function withFilter(filter: 'top-k' | 'sparse-vector', filtered: number, changed: Partial<PlanSettings> = {}): PlanSettings {
	return { ...settings, ...changed, expert: { ...expert, filter, filtered } };
}

function outlookOf(epsilon: number, of: PlanSettings) {
	return filterOutlook(of, epsilon, of.documents);
}

/** Gaps of an answer in the best case: of the first `k` sentences the bound, and of the others minus the bound. */
function bestCase(sentences: number, k: number, documents: number, bound: number): number[] {
	return Array.from({ length: sentences }, (_, i) => boundedGap(Array<number>(documents).fill(i < k ? bound : -bound), bound));
}

function isNear(found: number, expected: number, draws: number, what: string): void {
	assert.ok(
		Math.abs(found - expected) < 4.5 * Math.sqrt((expected * (1 - expected)) / draws) + 1e-3,
		`${what}: ${found}, expected ${expected}`,
	);
}

describe('the outlook of the filter', () => {
	const draws = 4000;
	const bound = 2;

	it('is how often the top-k itself picks the right sentences', () => {
		for (const [documents, k, sentences, epsilon] of [
			[5, 1, 3, 1],
			[12, 2, 5, 1.5],
			[20, 3, 4, 0.6],
		] as const) {
			const bits = seededBits(7 + k);
			const options = { sensitivity: boundedGapSensitivity(documents, bound), epsilon, bits };
			const gaps = bestCase(sentences, k, documents, bound);
			let right = 0;
			for (let i = 0; i < draws; i++) if (topKSides(gaps, k, options).high.every((one) => one < k)) right++;
			const of = outlookOf(epsilon, withFilter('top-k', k, { sentences, documents }))!;
			isNear(right / draws, of.right, draws, `${k} of ${sentences} from ${documents} documents`);
		}
	});

	it('is how often the sparse vector itself reports what all documents are sure of', () => {
		for (const [documents, k, epsilon] of [
			[5, 1, 1],
			[12, 2, 0.5],
			[20, 8, 4],
		] as const) {
			const bits = seededBits(20 + k);
			const options = { sensitivity: boundedGapSensitivity(documents, bound), epsilon, bits };
			let right = 0;
			for (let i = 0; i < draws; i++) right += sparseVectorSides([bound], { high: 0, low: -bound, k }, options).high.length;
			isNear(right / draws, outlookOf(epsilon, withFilter('sparse-vector', k, { documents }))!.right, draws, `${documents} documents`);
		}
	});

	it('says what it can do, what chance can do, and what is only noise', () => {
		assert.equal(
			outlookOf(0.6, withFilter('top-k', 1))!.says,
			'With 20 documents and ε = 0.6, the filter picks the right sentence of 3 in 90.9% of cases at best. A random choice is right in 33.3%.',
		);
		assert.match(outlookOf(0.05, withFilter('top-k', 1))!.says, /random choice is right in 33\.3%\. That is mostly noise: raise ε/);
		assert.match(
			outlookOf(0.6, withFilter('sparse-vector', 1))!.says,
			/picks a sentence that all documents are sure of in [\d.]+% of cases at best, and any other in/,
		);
	});

	it('is none without a filter, without a share and without documents', () => {
		assert.equal(filterOutlook(settings, 0.6, 20), null);
		assert.equal(outlookOf(0, withFilter('top-k', 1)), null);
		assert.equal(filterOutlook(withFilter('top-k', 1), 0.6, 0), null);
	});

	it('stands in the plan', () => {
		assert.ok(planPrivately(withFilter('top-k', 1)).says.some((one) => one.startsWith('With 20 documents and ε = 0.6, the filter picks')));
		// An answer that would be cut is what a person has to know first.
		const cut = planPrivately(withFilter('top-k', 3));
		assert.match(cut.says[0]!, /^The filter cuts every sentence/);
		assert.deepEqual([cut.hopeless, planPrivately(withFilter('top-k', 2)).hopeless], [true, false]);
		assert.ok(planPrivately(settings).says.every((one) => !/\bfilter (?:picks|cuts)/u.test(one)));
	});

	it('refuses a run whose whole answer would be cut, unless keywords can be told from noise', () => {
		const cut = withFilter('top-k', 3);
		assert.match(
			hopelessness(cut) ?? '',
			/^The filter cuts every sentence: its k is 3, and an answer has at most 3 sentences\. Choose a smaller k/,
		);
		assert.equal(hopelessness(withFilter('top-k', 2)), null);
		assert.match(hopelessness(withFilter('top-k', 1, { decoder: 'public-list', list: 4 })) ?? '', /at most 1 sentence\./);
		// Of these, the number of sentences is not known before.
		assert.doesNotMatch(hopelessness(withFilter('top-k', 3, { decoder: 'gated-votes' })) ?? '', /filter/);
		const split = { decode: 0.4, filter: 0.1, refill: 0.5 };
		assert.equal(hopelessness({ ...cut, epsilon: 16, vocabulary: 10, split }), null);
	});
});
