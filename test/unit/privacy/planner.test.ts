import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { privatePlan } from '../../../src/protocol/private.ts';
import { decoderOutlook } from '../../../src/privacy/decoder-outlook.ts';
import { abstainingVotes, decodingStep, planPrivately, type PlanSettings } from '../../../src/privacy/planner.ts';
import { releaseProbabilities } from '../../../src/privacy/partition-selection.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

const plain: PlanSettings = {
	epsilon: 3,
	delta: 1e-5,
	documents: 8,
	decoder: 'sentence-vote',
	sentences: 1,
	list: 30,
	expert: { clip: 'difference', clipBound: 2, tokens: 48, payments: 2, candidates: 200, filter: 'none', filtered: 8, keywords: 4 },
};
const says = (settings: Partial<PlanSettings>): string => planPrivately({ ...plain, ...settings }).says[0]!;
const outlookOf = (decoder: PlanSettings['decoder'], settings: Partial<PlanSettings> = {}) =>
	planPrivately({ ...plain, ...settings }).decoders.find((one) => one.decoder === decoder)!;

test('the verdict comes first, in plain words', () => {
	assert.equal(says({}), 'With 8 documents and ε = 3, you get one sentence if at least 5 of them agree.');
	assert.equal(says({ documents: 5 }), 'With 5 documents and ε = 3, you get one sentence if all 5 of them agree.');
	assert.equal(
		says({ documents: 32, sentences: 2 }),
		'With 32 documents and ε = 3, you get up to two sentences, each if at least 10 of them agree on it.',
	);
	assert.equal(
		says({ documents: 4 }),
		'With 4 documents and ε = 3, you get a sentence in 8.53% of cases at best: if all 4 of them agree on it. For half of all cases, it takes 5 documents. Raise ε, or retrieve more documents.',
	);
	assert.equal(
		says({ sentences: 3 }),
		'With 8 documents and ε = 3, you get each of up to three sentences in 0.578% of cases at best: if all 8 of them agree on it. For half of all cases, it takes 13 documents. Ask for fewer sentences, raise ε, or retrieve more documents.',
	);
	assert.match(
		says({ documents: 8, epsilon: 1.6 }),
		/^With 8 documents and ε = 1\.6, you get one sentence in \d+(\.\d+)?% of cases if all 8 of them agree on it\.$/,
	);
	assert.equal(
		says({ decoder: 'public-list' }),
		'With 8 documents and ε = 3, you get one of 30 public values if at least 5 of them name it.',
	);
	assert.equal(says({ decoder: 'public-list', list: undefined }), 'This decoder needs a list of possible answers.');
	assert.equal(
		says({ decoder: 'gated-votes' }),
		'With 8 documents and ε = 3, you get two uncertain words, each if at least 6 of them vote for it. Words that the model is sure of without documents cost nothing.',
	);
	assert.match(
		says({ decoder: 'per-token' }),
		/^With 8 documents and ε = 3, each of 48 tokens gets ε = 0\.196\. That is only noise: an effective temperature of 5\.1/,
	);
	assert.equal(says({ documents: 0 }), 'Without documents there is nothing to release.');
	assert.equal(
		says({ decoder: 'public-list', documents: 1, epsilon: 60 }),
		'With 1 document and ε = 60, you get one of 30 public values if it names it.',
	);
});

test('what comes out in fewer than half of all cases is said with its chance, and called nothing only below 0.1%', () => {
	assert.equal(
		says({ documents: 6, epsilon: 2.12 }),
		'With 6 documents and ε = 2.12, you get a sentence in 45.6% of cases at best: if all 6 of them agree on it. For half of all cases, it takes 7 documents. Raise ε, or retrieve more documents.',
	);
	assert.equal(
		says({ documents: 2 }),
		'With 2 documents and ε = 3, you get no sentence in more than 99.9% of cases, even if both of them agree on it. For half of all cases, it takes 5 documents. Raise ε, or retrieve more documents.',
	);
	assert.match(says({ documents: 1 }), /you get no sentence in more than 99\.9% of cases, whatever it says\. /);
	assert.match(
		says({ decoder: 'public-list', epsilon: 0.5 }),
		/you get mostly noise: of 30 public values, the one that all 8 of them name comes out in 48\.9% of cases\.$/,
	);
	assert.match(
		says({ decoder: 'gated-votes', epsilon: 0.5 }),
		/you get mostly noise: each step gets ε = 0\.262, and an uncertain word that all 8 of them vote for comes out in 17\.3% of cases\.$/,
	);
	for (let documents = 1; documents <= 12; documents++)
		for (const epsilon of [0.5, 1, 1.5, 2, 2.5, 3]) {
			const { releaseProbability, says: words } = outlookOf('sentence-vote', { documents, epsilon });
			assert.equal(words.includes('you get no sentence'), releaseProbability.at(-1)! < 0.001, words);
		}
});

test('one sentence takes five documents at ε = 3, two ten, three about fifteen, six about 29', () => {
	for (const [sentences, sure] of [
		[1, 5],
		[2, 10],
		[3, 15],
		[6, 29],
	] as const)
		assert.equal(outlookOf('sentence-vote', { sentences, documents: 40 }).sure, sure);
});

test('numbers of an outlook: of the mechanisms themselves', () => {
	const vote = outlookOf('sentence-vote');
	assert.deepEqual(vote.releaseProbability, [...releaseProbabilities(3, 1e-5, 8)]);
	assert.deepEqual([vote.half, vote.sure, vote.steps, vote.stepEpsilon, vote.temperature, vote.possible], [5, 5, 1, 3, null, true]);
	const perToken = outlookOf('per-token');
	assert.ok(Math.abs(perToken.temperature! - (2 * 2 * 2) / 8 / perToken.stepEpsilon) < 1e-12);
	assert.equal(perToken.possible, false);
	assert.equal(outlookOf('per-token', { documents: 64, epsilon: 8 }).possible, true);
	// A list: 6 of 8 for one item, 2 for another, 28 others, and 'none of them' with the weight of all 30.
	const list = outlookOf('public-list', { epsilon: 1 });
	const e = list.stepEpsilon;
	assert.ok(Math.abs(list.releaseProbability[6]! - Math.exp(6 * e) / (Math.exp(6 * e) + Math.exp(2 * e) + 28 + 30)) < 1e-12);
	// Gated votes: a word of 5 % that all vote for, against abstaining at half of the votes and the other 95 %.
	const gated = outlookOf('gated-votes');
	const t = gated.stepEpsilon;
	const abstaining = Math.exp(t * abstainingVotes(8, t));
	assert.ok(Math.abs(gated.releaseProbability[8]! - (0.05 * Math.exp(8 * t)) / (0.05 * Math.exp(8 * t) + 0.05 + 0.9 + abstaining)) < 1e-12);
});

test('a plan that cannot names the decoder that can, what is not covered, and what a person with two documents is promised', () => {
	const plan = planPrivately({ ...plain, epsilon: 1 });
	assert.match(plan.says[1]!, /^The decoder public-list can give something\.$/);
	assert.ok(
		plan.says.some((line) =>
			line.includes('The number of documents and the settings are public. Which documents were retrieved is not covered.'),
		),
	);
	assert.deepEqual([plan.group[1]!.documents, plan.group[1]!.epsilon], [2, 2]);
	assert.deepEqual(plan.group[0], { documents: 1, epsilon: 1, delta: 1e-5 });
	assert.equal(plan.decoders[0]!.possible, true);
	assert.equal(plan.decoders.length, 4);
});

test('releases that share one δ: never more than so many times ε, less where Rényi’s curves help, and rising', () => {
	for (const settings of [plain, { ...plain, epsilon: 0.3, decoder: 'per-token' as const }, { ...plain, epsilon: 0.1 }]) {
		const { releases } = planPrivately(settings);
		for (const [i, { count, epsilon }] of releases.entries()) {
			assert.ok(epsilon <= count * settings.epsilon * (1 + 1e-12), `${count} releases: ${epsilon}`);
			assert.ok(i === 0 || epsilon > releases[i - 1]!.epsilon);
		}
		assert.ok(Math.abs(releases[0]!.epsilon - settings.epsilon) < 1e-6);
	}
	const many = planPrivately({ ...plain, epsilon: 0.1, decoder: 'per-token' }).releases.at(-1)!;
	assert.ok(many.epsilon < 0.5 * many.count * 0.1, `${many.epsilon} of ${many.count} releases`);
});

for (const [numRuns, declare] of [
	[10, quickTest],
	[60, slowTest],
] as const)
	declare(`for any settings a plan is what the protocol carries, and more agreement is never released less: ${numRuns} times`, () => {
		const shape = privatePlan.omit({ settings: true, documents: true, budget: true, refused: true });
		fc.assert(
			fc.property(
				fc.double({ min: 0.01, max: 64, noNaN: true }),
				fc.integer({ min: 0, max: 40 }),
				fc.integer({ min: 1, max: 8 }),
				fc.constantFrom(...(['sentence-vote', 'public-list', 'gated-votes', 'per-token'] as const)),
				fc.option(fc.integer({ min: 2, max: 1000 }), { nil: undefined }),
				(epsilon, documents, sentences, decoder, list) => {
					const settings = { ...plain, epsilon, documents, sentences, decoder, list };
					const plan = shape.parse(planPrivately(settings));
					for (const outlook of plan.decoders) {
						assert.equal(outlook.releaseProbability.length, documents + 1);
						for (const [n, p] of outlook.releaseProbability.entries()) {
							assert.ok(p >= 0 && p <= 1);
							assert.ok(n === 0 || p >= outlook.releaseProbability[n - 1]! - 1e-12);
						}
						assert.equal(outlook.stepEpsilon, decodingStep({ ...settings, decoder: outlook.decoder }, documents).epsilon);
						assert.doesNotMatch(outlook.says, /NaN|undefined|null|Infinity/);
					}
				},
			),
			{ numRuns },
		);
	});

test('a plan of keywords alone says so, and one that moves a share to decoding says why', () => {
	const split = { decode: 0, filter: 0, refill: 1 };
	assert.match(says({ split, vocabulary: 40 }), /^This run makes no answer from documents\. It chooses only keywords, with noise/);
	assert.doesNotMatch(planPrivately({ ...plain, split, vocabulary: 40 }).says.join(' '), /ε = 0/);
	const moved = planPrivately({ ...plain, split: { decode: 0.5, filter: 0.1, refill: 0.4 } });
	assert.deepEqual(moved.split, { decode: 1, filter: 0, refill: 0 });
	assert.deepEqual(moved.says.slice(1, 3), [
		'The share of keywords, 40% of ε, goes to decoding: keywords need a public vocabulary.',
		'The share of the filter, 10% of ε, goes to decoding: no filter was chosen.',
	]);
	// Words that no keyword is chosen from still set how words are spelled.
	assert.equal(
		planPrivately({ ...plain, vocabulary: 40, split: { decode: 1, filter: 0, refill: 0 } }).says[1],
		'No keywords are chosen, because they have no share of ε. The vocabulary only sets how words are spelled.',
	);
	// A plan of keywords alone without words says nothing of an answer, and nothing of a share that was moved.
	const wordless = planPrivately({ ...plain, split });
	assert.match(wordless.says[0]!, /^This run would choose only keywords, and there is no public vocabulary to choose them from\.$/);
	assert.doesNotMatch(wordless.says.join(' '), /goes to decoding|you get/);
	assert.deepEqual(wordless.split, split);
	// What nobody asked for is no share that was moved.
	assert.doesNotMatch(planPrivately({ ...plain, documents: 20 }).says.join(' '), /goes to decoding/);
});

test('a plan says where nothing can be released', () => {
	assert.equal(decoderOutlook('sentence-vote', plain, 1e-9, 8).says, 'Decoding gets ε = 1e-9. Below 0.001, nothing can be released.');
	assert.equal(decoderOutlook('per-token', plain, 0, 8).says, 'Decoding has no share of ε, so nothing can be released.');
});
