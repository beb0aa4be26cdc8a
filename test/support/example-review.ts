import type { Release } from '../../src/formats/release.ts';
import type { LedgerCheck, Review } from '../../src/formats/review.ts';
import { releaseReview } from '../../src/review/release-review.ts';
import type { Recognize } from '../../src/text/pii/pii-types.ts';
import { traceReview } from '../../src/review/trace-review.ts';

/** Two people and what can be reached of them; nobody real. */
export const contexts = [
	{ id: 'record-1', text: 'Data on file for Clara Osei: can be called at 012 2261 5891, with birthday 12 June 1979.' },
	{ id: 'record-2', text: 'Data on file for Abel Zeawo: can be called at 011 1494 3603. The call of Abel Zeawo was about a broken meter.' },
];
export const sentences = [
	'A similar case is that of Abel Zeawo.',
	'The phone number of Abel Zeawo is 011 1494 3603.',
	'Meters are read once a year.',
	'A broken meter is replaced free of charge.',
	'Nobody else has to be told.',
	'Write to mara.lind@grid.example for a form.',
];

export interface ReviewOptions {
	readonly reviewers?: number;
	readonly random?: () => number;
	readonly texts?: readonly string[];
	readonly read?: boolean;
	readonly recognize?: Recognize;
}

/** A review of an answer that names a client. */
export function answerReview({ reviewers = 1, random = () => 0, texts = sentences, read = true, recognize }: ReviewOptions = {}): Review {
	const response = texts.join(' ');
	let end = 0;
	return traceReview({
		source: { kind: 'trace', file: '/w/case.rag.md', trace: 'case', responseSha256: '0'.repeat(64) },
		query: 'Do we know of another client with a broken meter?',
		response,
		sentences: texts.map((text) => {
			const start = response.indexOf(text, end);
			end = start + text.length;
			return { start, end };
		}),
		contexts,
		readings: read
			? texts.map((_, i) => ({ surprise: i === 4 ? 9 : i, ungrounded: i === 3 ? 'The contexts do not say this.' : null, unread: null }))
			: [],
		reviewers,
		notes: [],
		random,
		recognize,
	});
}

/** What `rag-assay private generate` writes, in short. */
export const release: Release = {
	schema: 'rag-assay/release@1',
	id: 'r-1',
	when: '2026-11-23T08:00:00Z',
	who: 'Dana',
	model: 'demo',
	query: 'What is the usual medication for shingles?',
	corpus: 'wards',
	documents: 8,
	decoder: 'sentence-vote',
	decisions: [],
	settings: {
		epsilon: 3,
		delta: 1e-5,
		decoder: 'sentence-vote',
		sentences: 2,
		expert: {
			clip: 'difference',
			clipBound: 2,
			tokens: 48,
			payments: 2,
			candidates: 200,
			gate: 0.9,
			filter: 'none',
			filtered: 8,
			keywords: 4,
			countFacts: true,
		},
	},
	text: 'The usual medication for shingles is cetirizine. It is taken twice a day.',
	sentences: [
		{ text: 'The usual medication for shingles is cetirizine.', kind: 'released', conflictsWith: [] },
		{ text: 'It is taken twice a day.', kind: 'refilled', conflictsWith: [] },
	],
	guarantee: {
		epsilon: 3,
		delta: 1e-5,
		adjacency: 'the text of one document replaced by nothing',
		group: [
			{ documents: 1, epsilon: 3, delta: 1e-5 },
			{ documents: 2, epsilon: 6, delta: 2.1e-4 },
		],
		notCovered: ['Which documents were retrieved.'],
	},
	ledger: { entry: 4, hash: 'ab'.repeat(32) },
	filler: null,
	notes: [],
};

/** With `original`, its private sentences are on screen. */
export function reviewOfRelease(
	original: readonly string[] | null = null,
	of: Release = release,
	reviewers = 1,
	checked: LedgerCheck = { kind: 'matches' },
): Review {
	const file = '/w/answer.release.json';
	return releaseReview({ file, release: of, original, checked, readings: [], reviewers, notes: [], random: () => 0 });
}

export const privateOriginal = [
	'The usual medication for shingles is cetirizine.',
	'Leo Jiopio of Ward F got it at 081 7318 3102.',
	'It is taken by Leo Jiopio twice a day.',
];

export const dana = { who: 'Dana', when: '2026-11-23T09:00:00Z' };
export const eli = { who: 'Eli', when: '2026-11-23T10:00:00Z' };
