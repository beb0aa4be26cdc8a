import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decoderNames, privateSettings } from '../../../../src/formats/private-settings.ts';
import { allowedIn, draftOf, fieldNames, readDraft, samePlan, type Draft } from '../../../../webview/privacy-budget/draft.ts';
import { runSettings } from '../../../../src/analysis/private/require-affordable.ts';
import { idleParts } from '../../../../src/privacy/shares.ts';
import { measured } from '../../../../webview/privacy-budget/measured.ts';
import { fieldTerms, topics } from '../../../../webview/privacy-budget/terms.ts';
import { settings } from '../../../support/example-privacy-plan.ts';

const usual = draftOf({ settings, documents: 8 });
const problemsOf = (changes: Partial<Draft>): unknown => {
	const read = readDraft({ ...usual, ...changes });
	return read.right ? {} : read.problems;
};

test('what is planned is what its fields are read as', () => {
	const plans = fc
		.record({
			documents: fc.integer({ min: 1, max: 1000 }),
			settings: fc
				.record({
					epsilon: fc.double({ min: 1e-9, max: 64, noNaN: true }),
					delta: fc.double({ min: 1e-30, max: 0.01, noNaN: true }),
					decoder: fc.constantFrom(...decoderNames),
					sentences: fc.integer({ min: 1, max: 8 }),
					split: fc.constantFrom(undefined, { decode: 1, filter: 0, refill: 0 }, { decode: 0.5, filter: 0.25, refill: 0.25 }),
					list: fc.constant(['a b', 'ä,"']),
					expert: fc.record({ clipBound: fc.double({ min: 1e-3, max: 1e9, noNaN: true }), subsets: fc.constantFrom(undefined, 2, 64) }),
				})
				.map((given) => privateSettings.parse(JSON.parse(JSON.stringify(given)))),
		})
		.map((planned) => ({ ...planned }));
	fc.assert(
		fc.property(plans, (planned) => {
			assert.deepEqual(readDraft(draftOf(planned)), { right: true, planned });
			assert.ok(samePlan(planned, structuredClone(planned)));
		}),
	);
});

test('numbers are read as people write them', () => {
	const read = readDraft({ ...usual, epsilon: ' 2,5 ', delta: '0.000001', subsets: '' });
	assert.ok(read.right);
	assert.deepEqual(
		[read.planned.settings.epsilon, read.planned.settings.delta, read.planned.settings.expert.subsets],
		[2.5, 1e-6, undefined],
	);
});

test('what cannot be used is said field by field, with what is allowed', () => {
	assert.deepEqual(problemsOf({ epsilon: '0', delta: 'x', documents: '8.5', subsets: '1' }), {
		epsilon: 'Write a number above 0 and of at most 64.',
		delta: 'Write a number above 0 and of at most 0.01.',
		documents: 'Write a whole number from 1 to 1000.',
		subsets: 'Write a whole number from 2 to 64, or nothing.',
	});
	assert.equal(allowedIn('gate'), 'a number above 0 and below 1');
	assert.equal(allowedIn('decoder'), '');
});

test('shares of one’s own add up to 1, and count only where they are chosen', () => {
	const odd = { decode: '0.7', cut: '0.1', refill: '0.1' };
	assert.deepEqual(problemsOf({ ...odd, split: 'own' }), { refill: 'The three shares must add up to 1; they add up to 0.9.' });
	assert.deepEqual(problemsOf({ ...odd, split: 'paper' }), {});
	const read = readDraft({ ...usual, ...odd, split: 'paper' });
	assert.ok(read.right);
	assert.deepEqual(read.planned.settings.split, { decode: 0.6, filter: 0.1, refill: 0.3 });
});

test('keywords with a share of ε are fewer than the public words, of which there are some', () => {
	const own = { split: 'own', decode: '0.5', cut: '0', refill: '0.5' };
	assert.deepEqual(problemsOf({ ...own, keywords: '3', vocabulary: 'a\nb\nc' }), {
		keywords: 'Write fewer than 3, the number of public words. Otherwise all of them are chosen, whatever the documents say.',
	});
	assert.deepEqual(problemsOf({ ...own, keywords: '2', vocabulary: 'a\nb\nc' }), {});
	assert.deepEqual(Object.keys(problemsOf({ ...own, vocabulary: 'a' }) as object), ['vocabulary']);
	// Without words, their share is the answer's, if the answer has one.
	assert.deepEqual(problemsOf(own), {});
	assert.deepEqual(Object.keys(problemsOf({ ...own, decode: '0', refill: '1' }) as object), ['vocabulary']);
	assert.deepEqual(problemsOf({ split: 'answer', keywords: '3', vocabulary: 'a' }), {});
});

test('a filter or public words that would do nothing are said at their fields, exactly where a run is refused for them', () => {
	const words = 'a\nb\nc\nd\ne';
	assert.match(
		(problemsOf({ filter: 'top-k' }) as { filter: string }).filter,
		/^Cutting has no share of ε, so nothing would be cut\. With fewer than 16/,
	);
	assert.match(
		(problemsOf({ filter: 'top-k', split: 'answer' }) as { filter: string }).filter,
		/^Cutting has no share.*cut\. Choose other shares at/,
	);
	assert.match(
		(problemsOf({ vocabulary: words }) as { vocabulary: string }).vocabulary,
		/^Keywords have no share of ε, so none would be chosen\./,
	);
	for (const split of ['automatic', 'answer', 'paper'] as const)
		for (const filter of ['none', 'top-k', 'sparse-vector'])
			for (const vocabulary of ['', words])
				for (const documents of [1, 15, 16, 40]) {
					const draft = { ...usual, split, filter, vocabulary, documents: String(documents) };
					const problems = problemsOf(draft) as { filter?: string; vocabulary?: string };
					const given = {
						split: { automatic: undefined, answer: { decode: 1, filter: 0, refill: 0 }, paper: { decode: 0.6, filter: 0.1, refill: 0.3 } }[
							split
						],
						...(vocabulary === '' ? {} : { vocabulary: words.split('\n') }),
						expert: { filter },
					};
					const idle = idleParts(runSettings(privateSettings.parse(given)), documents);
					assert.deepEqual(
						{ filter: problems.filter !== undefined, keywords: problems.vocabulary !== undefined },
						idle,
						JSON.stringify(draft),
					);
				}
});

test('a public list has two values or more, each once', () => {
	assert.deepEqual(Object.keys(problemsOf({ decoder: 'public-list' }) as object), ['list']);
	assert.deepEqual(problemsOf({ decoder: 'public-list', list: ' a \n\nb\na' }), {});
	assert.match((problemsOf({ list: 'a\na' }) as { list: string }).list, /from 2 to 1000 values.*there is 1\./);
});

test('every field and topic is explained in three sentences at most, and every expert field says what was measured', () => {
	for (const { explains } of [...Object.values(fieldTerms), ...Object.values(topics)]) {
		assert.match(explains, /^[A-Zδε].*\.$/s);
		assert.ok(explains.match(/[.!?](?:\s|$)/g)!.length <= 3, explains);
	}
	const main = ['epsilon', 'delta', 'documents', 'decoder', 'sentences', 'split', 'decode', 'cut', 'refill', 'list'];
	assert.deepEqual(fieldNames.filter((name) => !main.includes(name)).toSorted(), Object.keys(measured).toSorted());
});
