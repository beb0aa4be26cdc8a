import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { generatePrivately } from '../../../../src/analysis/private/generate-privately.ts';
import { privateSettings } from '../../../../src/formats/private-settings.ts';
import type { Release } from '../../../../src/formats/release.ts';
import type { PathsResult, PathsRoom } from '../../../../src/model-io/private-decoding.ts';
import type { PromptParts, ScoreOptions } from '../../../../src/model-io/requests.ts';
import { epsilonOf } from '../../../../src/privacy/accountant.ts';
import { abstainingVotes } from '../../../../src/privacy/decoder-outlook.ts';
import { roundingEpsilon } from '../../../../src/privacy/exponential-mechanism.ts';
import { releaseProbabilities } from '../../../../src/privacy/partition-selection.ts';
import type { RandomBits } from '../../../../src/privacy/random-bits.ts';
import { sparseVectorEpsilon } from '../../../../src/privacy/sparse-vector.ts';
import { FakeModel } from '../../../support/fake-model.ts';
import { PrivateModel } from './private-model.ts';

/**
 * What each mechanism of a whole run is called with, read off from what the run releases: every draw is the same share of its range, and where a release changes as the
 * share grows, there is the probability of an outcome, to many digits. From the probability follows the ε that the mechanism got.
 */

/** Each draw is the share `f` of its range, in [0, 1). */
function drawsAt(f: number): RandomBits {
	const share = BigInt(Math.floor(f * 2 ** 52));
	return { seeded: true, below: (limit) => (limit * share) >> 52n };
}

type Joint = Extract<PathsResult, { kind: 'joint' }>;
const jointOf = (text: string): Joint => ({ kind: 'joint', text, finish: 'stop', paid: 1, tokens: 4 });

/** Keeps what the filter has it read, and how much room was asked for. Gaps of a sentence's tokens are 1 less `entropy`. */
class WatchedModel extends PrivateModel {
	readonly read: string[] = [];
	readonly rooms: PathsRoom[] = [];
	readonly #scores: FakeModel;

	constructor(answer: (document: string | null) => string, joint: Joint, entropy: (t: number) => number) {
		super(answer, { joint });
		this.#scores = new FakeModel({ entropy });
	}

	override roomForPaths(room: PathsRoom) {
		this.rooms.push(room);
		return super.roomForPaths(room);
	}

	override score(parts: PromptParts, options: ScoreOptions) {
		this.read.push(parts.response ?? '');
		return this.#scores.score(parts, options);
	}
}

interface Run {
	readonly settings: z.input<typeof privateSettings>;
	/** Texts. */
	readonly documents: readonly string[];
	readonly answer?: (document: string | null) => string;
	readonly joint?: string;
	readonly entropy?: (t: number) => number;
	/** Share of each draw. */
	readonly f?: number;
}

interface Ran {
	readonly release: Release;
	readonly model: WatchedModel;
	/** What the filter read: what the decoder gave. */
	readonly decoded: string | undefined;
	/** Documents that were paid for. */
	readonly paidFor: readonly number[];
}

async function ran({ settings, documents, answer = () => '', joint = '', entropy = entropyOfTwo, f = 0.5 }: Run): Promise<Ran> {
	const model = new WatchedModel(answer, jointOf(joint), entropy);
	const paidFor: number[] = [];
	const release = await generatePrivately(
		{
			query: 'What is the usual ward?',
			documents: documents.map((text, i) => ({ id: String(i), text })),
			settings: privateSettings.parse(settings),
			corpus: 'cases',
			anyway: true,
		},
		{
			model,
			bits: drawsAt(f),
			id: 'one',
			who: 'Ann',
			when: '2026-01-02T03:04:05.000Z',
			spend: (count) => {
				paidFor.push(count);
				return Promise.resolve({ ledger: { entry: 3, hash: 'b'.repeat(64) } });
			},
			filler: { name: 'nobody', write: () => Promise.resolve('') },
			onStep: () => undefined,
			signal: new AbortController().signal,
			onProgress: () => undefined,
		},
	);
	return { release, model, decoded: model.read[0], paidFor };
}

/** The share of draws below which something comes out, and above which it does not. */
async function boundary(
	run: Run,
	isOut: (ran: Ran) => boolean,
	[low, high]: readonly [number, number] = [0, 1 - 2 ** -40],
): Promise<number> {
	assert.ok(isOut(await ran({ ...run, f: low })), 'at the lower end');
	assert.ok(!isOut(await ran({ ...run, f: high })), 'at the upper end');
	for (let i = 0; i < 36; i++) {
		const f = (low + high) / 2;
		// oxlint-disable-next-line no-await-in-loop -- where to look next depends on it
		if (isOut(await ran({ ...run, f }))) low = f;
		else high = f;
	}
	return low;
}

const isNear = (found: number, expected: number, tolerance: number, what: string): void =>
	assert.ok(Math.abs(found - expected) <= tolerance * expected, `${what}: ${found}, expected ${expected}`);

/** ε of each part: 1, 0.6 and 0.4 of 2. */
const split = { decode: 0.5, filter: 0.3, refill: 0.2 };
const vocabulary = ['fever', 'ward'];
const withAll = { epsilon: 2, split, vocabulary, expert: { filter: 'top-k', filtered: 1, keywords: 1, countFacts: false } } as const;
const cases = (count: number): string[] => Array.from({ length: count }, (_, i) => `Case ${i} has a fever.`);

/** Of two sentences, with gaps of 0.875 and 0.375 in each document that is not blank. */
const twoSentences = 'The ward is Ward F. The doctor is Vale.';
const entropyOfTwo = (t: number): number => (t < 5 ? 0.125 : 0.625);

describe('decoding gets its part of ε, and not the whole, beside a filter and keywords', () => {
	it('of a sentence vote', async () => {
		const answer = (document: string | null): string => (/Case [0-3] /.test(document ?? '') ? 'It is so.' : '');
		const run: Run = { settings: { ...withAll, epsilon: 6 }, documents: cases(12), answer };
		const probability = await boundary(run, ({ decoded }) => decoded !== undefined);
		isNear(probability, releaseProbabilities(3, 1e-5, 4)[4]!, 1e-6, 'chance that what four say comes out, of ε = 3');
	});

	it('of a sentence vote with several sentences: each gets its part of ε and of δ, and a document gives no more of them', async () => {
		const three = 'It is so. All is well. No more comes.';
		const answer = (document: string | null): string => (/Case [0-3] /.test(document ?? '') ? three : '');
		const run: Run = { settings: { ...withAll, epsilon: 12, sentences: 2 }, documents: cases(12), answer };
		const probability = await boundary(run, ({ decoded }) => decoded !== undefined);
		isNear(probability, releaseProbabilities(3, 5e-6, 4)[4]!, 1e-6, 'chance that what four say comes out, of ε = 3 and δ = 5e-6');
		assert.equal((await ran({ ...run, f: 0 })).decoded?.match(/\./g)?.length, 2);
	});

	it('of a public list', async () => {
		const list = Array.from({ length: 12 }, (_, i) => `Ward ${String.fromCharCode(65 + i)}`);
		const answer = (document: string | null): string => (/Case [0-3] /.test(document ?? '') ? 'Ward A.' : '');
		const run: Run = { settings: { ...withAll, decoder: 'public-list', list }, documents: cases(12), answer };
		const probability = await boundary(run, ({ decoded }) => decoded === 'Ward A.');
		// Eleven other values, and none of them, which weighs as much as all twelve.
		const epsilon = Math.log((probability * (11 + 12)) / (1 - probability)) / 4;
		isNear(epsilonOf([{ kind: 'bounded-range', epsilon: epsilon + roundingEpsilon(1), count: 1 }], 1e-5), 1, 1e-6, 'ε of the list');
	});

	for (const [decoder, count] of [
		['gated-votes', 3],
		['per-token', 20],
	] as const)
		it(`of ${decoder}, all its steps together`, async () => {
			const expert = { ...withAll.expert, payments: 3, tokens: 20 };
			const { model } = await ran({ settings: { ...withAll, decoder, expert }, documents: cases(12), joint: twoSentences });
			const { decoding } = model.paths[0]!;
			assert.ok('stepEpsilon' in decoding);
			const step = { kind: 'bounded-range', epsilon: decoding.stepEpsilon + roundingEpsilon(1), count } as const;
			isNear(epsilonOf([step], 1e-5), 1, 1e-6, 'ε of its steps');
		});

	it('of gated votes and of tokens: no more of them, and no wider clip, than are charged', async () => {
		const expert = { ...withAll.expert, payments: 3, tokens: 20, clipBound: 1.5, subsets: 5 };
		const asked = async (decoder: 'gated-votes' | 'per-token') =>
			(await ran({ settings: { ...withAll, decoder, expert }, documents: cases(12), joint: twoSentences })).model.paths[0]!;
		const gated = await asked('gated-votes');
		assert.ok(gated.decoding.kind === 'gated-votes');
		assert.deepEqual([gated.decoding.payments, gated.paths.length], [3, 12]);
		assert.equal(gated.decoding.abstaining, abstainingVotes(12, gated.decoding.stepEpsilon));
		const tokens = await asked('per-token');
		assert.ok(tokens.decoding.kind === 'ensemble');
		assert.deepEqual([tokens.maxTokens, tokens.decoding.clip, tokens.decoding.clipBound, tokens.paths.length], [20, 'difference', 1.5, 5]);
	});
});

describe('the filter gets its part of ε, and not the whole, beside decoding and keywords', () => {
	const kindOf =
		(sentence: number, kind: Release['sentences'][number]['kind']) =>
		({ release }: Ran): boolean =>
			release.sentences[sentence]?.kind === kind;

	it('half of it on each side of top-k', async () => {
		const run: Run = { settings: { ...withAll, decoder: 'gated-votes' }, documents: cases(4), joint: twoSentences };
		// Gaps are 0.5 apart, and one of four documents moves them by 1.
		const sideOf = (probability: number): number => (2 * Math.log(probability / (1 - probability))) / 0.5;
		isNear(sideOf(await boundary(run, kindOf(0, 'redacted'))), 0.3, 1e-6, 'ε of what is cut');
		isNear(-sideOf(await boundary(run, kindOf(1, 'released'))), 0.3, 1e-6, 'ε of what is refilled');
	});

	it('half of it on each side of the sparse vector', async () => {
		const settings = { ...withAll, decoder: 'gated-votes', epsilon: 8, expert: { ...withAll.expert, filter: 'sparse-vector' } } as const;
		// Gaps of 1.3 and −0.3, which are 0.4 beyond the thresholds, 0.9 and 0.1.
		const entropy = (t: number): number => (t < 5 ? -0.3 : 1.3);
		const run: Run = { settings, documents: cases(4), joint: twoSentences, entropy };
		const { threshold, report } = sparseVectorEpsilon(1.2, 1);
		// Above one half, each noise is its scale times the share, downward.
		const expected = 0.4 / (2 / report - 1 / threshold);
		for (const [sentence, side] of [
			[0, 'what is cut'],
			[1, 'what is refilled'],
		] as const)
			isNear(await boundary(run, kindOf(sentence, 'redacted'), [0.5, 1 - 2 ** -40]), expected, 1e-4, side);
	});
});

describe('keywords get their part of ε, and not the whole, beside decoding and a filter', () => {
	it('by the joint exponential mechanism', async () => {
		const run: Run = { settings: { ...withAll, decoder: 'gated-votes' }, documents: cases(12), joint: twoSentences };
		const hasFever = ({ release }: Ran): boolean =>
			release.notes.some((note) => note.startsWith('Keywords, chosen with a part of the budget and with noise: fever.'));
		const probability = await boundary(run, hasFever);
		// Twelve documents have the one word, and none the other.
		isNear((2 * Math.log(probability / (1 - probability))) / 12, 0.4, 1e-6, 'ε of the keywords');
	});
});

describe('what follows from the number of documents follows from all of them, blank ones as well', () => {
	const blanked = (documents: readonly string[]): string[] => ['', ...documents.slice(1)];

	it('votes of abstaining', async () => {
		for (const count of [8, 16]) {
			const of = async (documents: readonly string[]) => {
				const { model } = await ran({ settings: { epsilon: 8, decoder: 'gated-votes' }, documents, joint: twoSentences });
				const { decoding } = model.paths[0]!;
				assert.ok(decoding.kind === 'gated-votes');
				return decoding.abstaining;
			};
			assert.equal(await of(blanked(cases(count))), await of(cases(count)), `${count} documents`);
			assert.ok((await of(cases(count))) > 0);
		}
	});

	it('the ε of a step, and all else that the model is asked: also where one document less would divide ε otherwise', async () => {
		for (const decoder of ['sentence-vote', 'public-list', 'gated-votes', 'per-token'] as const)
			for (const count of [1, 8, 16]) {
				// Without a split, 16 documents and 15 divide ε otherwise.
				const settings = { ...withAll, split: count === 16 ? undefined : split, decoder, list: ['Ward B', 'Ward F'] };
				const of = async (documents: readonly string[]) => {
					const { model, paidFor, release } = await ran({ settings, documents, joint: twoSentences });
					const [{ paths, ...asked }] = model.paths as [(typeof model.paths)[number]];
					return { asked, paths: paths.length, rooms: model.rooms, paidFor, documents: release.documents, guarantee: release.guarantee };
				};
				const whole = await of(cases(count));
				assert.deepEqual(await of(blanked(cases(count))), whole, `${decoder}, ${count} documents`);
				// A copy is no document of its own, wherever documents are counted.
				assert.deepEqual(await of([...cases(count), ...cases(1)]), whole, `${decoder}, ${count} documents and a copy`);
			}
	});

	it('the chance that a sentence comes out', async () => {
		// Of 16 documents; with 15, all of ε would be decoding's.
		const answer = (document: string | null): string => (/Case [1-4] /.test(document ?? '') ? 'It is so.' : '');
		const settings = { epsilon: 5, vocabulary, expert: { ...withAll.expert } };
		const isOut = ({ decoded }: Ran): boolean => decoded !== undefined;
		const probability = await boundary({ settings, documents: blanked(cases(16)), answer }, isOut);
		isNear(probability, releaseProbabilities(3, 1e-5, 4)[4]!, 1e-6, 'of 0.6 of ε');
	});

	it('a text that is named several times: one vote for its words, and one gap', async () => {
		const settings = { ...withAll, decoder: 'gated-votes' } as const;
		const copied = (count: number): string[] => [...cases(count), ...Array<string>(3).fill(cases(1)[0]!)];
		const hasFever = ({ release }: Ran): boolean => release.notes.some((note) => note.includes('noise: fever.'));
		for (const [what, count, isOut] of [
			['keywords', 12, hasFever],
			['what is cut', 4, ({ release }: Ran) => release.sentences[0]?.kind === 'redacted'],
		] as const) {
			const of = (documents: readonly string[]) => boundary({ settings, documents, joint: twoSentences }, isOut);
			assert.equal(await of(copied(count)), await of(cases(count)), what);
		}
	});

	it('how far one document moves a gap', async () => {
		const run: Run = { settings: { ...withAll, decoder: 'gated-votes' }, documents: blanked(cases(4)), joint: twoSentences };
		const probability = await boundary(run, ({ release }) => release.sentences[0]?.kind === 'redacted');
		// Three documents of four give the gaps: 0.375 apart.
		isNear((2 * Math.log(probability / (1 - probability))) / 0.375, 0.3, 1e-6, 'ε of what is cut');
	});
});
