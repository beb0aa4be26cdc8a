import { privateSettings } from '../../src/formats/private-settings.ts';
import { gap, type Filler } from '../../src/analysis/private/filler.ts';
import { randomFor, sample } from '../../src/statistics/random.ts';
import {
	allInOnePrompt,
	delta,
	ensembleWithoutNoise,
	gaussian,
	maxVotes,
	noContext,
	ownFiller,
	paidTokens,
	privately,
	type Answering,
	type Asking,
	type SettingsOf,
} from './pipelines.ts';
import type { Instruction, PearlQuestion } from './sets.ts';

/** A row of the tables: a pipeline at one ε. */
export interface Row {
	readonly name: string;
	/** `∞`: no privacy. 0: no document is read. */
	readonly epsilon: number;
	/** Whether it runs the model anew token by token, and takes a part of the questions only. */
	readonly byToken: boolean;
	/** Whether it draws anything. */
	readonly draws: boolean;
	readonly instructions: readonly Instruction[];
	/** Whether the question is one that it can be asked. */
	readonly takes: (question: PearlQuestion) => boolean;
	/** Rows of one name here draw the same numbers. */
	readonly drawsAs: string;
	readonly answer: Answering;
}

const epsilons = [1, 3, 6, 8] as const;
/** Of decoders that are dear to run, under the instruction whose figures are for leaks alone. */
const fewer: ReadonlySet<number> = new Set([3, 8]);
const both: readonly Instruction[] = ['plain', 'malicious'];
const any = (): boolean => true;

export const sentenceVote = 'sentence vote over facts';
export const publicList = 'public list';
export const nonPrivate = 'all documents in one prompt';

/** Every pipeline that is measured, in the tables' order. */
export function pearlRows(): Row[] {
	return [
		...votes(sentenceVote, {}),
		...votes('sentence vote over wordings', { expert: { countFacts: false } }),
		...votes('sentence vote over facts, three sentences', { sentences: 3 }, [3]),
		...epsilons.map((epsilon) => ({
			...row(publicList, epsilon, { decoder: 'public-list' }),
			takes: ({ list }: PearlQuestion) => list !== null,
			answer: privately(({ list }) => ({ epsilon, delta, decoder: 'public-list', list: [...(list ?? [])] })),
		})),
		...byToken('gated votes', ({ documents }) => ({ decoder: 'gated-votes', expert: { payments: documents < 16 ? 2 : 4 } })),
		...byToken('ensemble, absolute C = 10', () => ({ decoder: 'per-token', expert: absolute })),
		...byToken('ensemble, difference C = 2', () => ({ decoder: 'per-token', expert: difference })),
		...wholePipeline('pipeline of the paper', ownFiller),
		...wholePipeline('pipeline of the paper, random keywords', randomFiller),
		...wholePipeline('pipeline of the paper, Full Redaction', () => noFiller),
		...epsilons.map((epsilon) => ({
			...row('Gaussian in-context learning', epsilon, {}),
			byToken: true,
			instructions: fewer.has(epsilon) ? both : (['plain'] as const),
			answer: gaussian(epsilon),
		})),
		...keywordsAlone(),
		withoutDraws('no context', 0, noContext),
		withoutDraws(nonPrivate, Infinity, allInOnePrompt),
		withoutDraws('what most documents say', Infinity, maxVotes),
		{ ...withoutDraws('ensemble without noise, absolute C = 10', Infinity, ensembleWithoutNoise('absolute', 10)), byToken: true },
		{ ...withoutDraws('ensemble without noise, difference C = 2', Infinity, ensembleWithoutNoise('difference', 2)), byToken: true },
	];
}

const absolute = { clip: 'absolute', clipBound: 10, tokens: paidTokens } as const;
const difference = { clip: 'difference', clipBound: 2, tokens: paidTokens } as const;

function row(name: string, epsilon: number, settings: ReturnType<SettingsOf>): Row {
	return {
		name,
		epsilon,
		byToken: false,
		draws: true,
		instructions: both,
		takes: any,
		drawsAs: name,
		answer: privately(() => ({ epsilon, delta, ...settings })),
	};
}

function votes(name: string, settings: ReturnType<SettingsOf>, at: readonly number[] = epsilons): Row[] {
	return at.map((epsilon) => row(name, epsilon, settings));
}

function byToken(name: string, settingsOf: SettingsOf): Row[] {
	return epsilons.map((epsilon) => ({
		...row(name, epsilon, {}),
		byToken: true,
		instructions: fewer.has(epsilon) ? both : ['plain'],
		answer: privately((question) => ({ epsilon, delta, ...settingsOf(question) })),
	}));
}

/** The paper's own: its ensemble, a filter of the sentences, keywords and a refill. Variants share the draws of all but the refill. */
function wholePipeline(name: string, filler: (asking: Asking) => Filler): Row[] {
	return [3, 8].map((epsilon) => ({
		...row(name, epsilon, {}),
		byToken: true,
		takes: hasKeywords,
		drawsAs: 'pipeline of the paper',
		answer: privately(
			({ vocabulary }) => ({
				epsilon,
				delta,
				decoder: 'per-token',
				split: { decode: 0.6, filter: 0.1, refill: 0.3 },
				vocabulary: [...vocabulary],
				expert: { ...absolute, filter: 'top-k' },
			}),
			filler,
		),
	}));
}

/** Whether keywords of a question's public words can be chosen: a product run refuses as many keywords as there are words. */
function hasKeywords({ vocabulary }: PearlQuestion): boolean {
	return vocabulary.length > privateSettings.parse({}).expert.keywords;
}

/** Keyword aggregation by itself (Wu et al.): all of ε chooses keywords, and the model writes one sentence from them. */
function keywordsAlone(): Row[] {
	return epsilons.map((epsilon) => ({
		...row('keywords alone', epsilon, {}),
		byToken: true,
		instructions: fewer.has(epsilon) ? both : ['plain'],
		takes: hasKeywords,
		answer: privately(({ vocabulary }) => ({
			epsilon,
			delta,
			split: { decode: 0, filter: 0, refill: 1 },
			vocabulary: [...vocabulary],
		})),
	}));
}

function withoutDraws(name: string, epsilon: number, answer: Answering): Row {
	return { ...row(name, epsilon, {}), draws: false, answer };
}

const noFiller: Filler = { name: 'nobody', write: () => Promise.resolve('') };

/** Writes as the model does, from as many keywords that no document had a say in. */
function randomFiller(asking: Asking): Filler {
	const own = ownFiller(asking);
	const { question, seed } = asking;
	return {
		name: 'random keywords',
		write: ({ query, masked, keywords }, signal) => {
			const random = randomFor(seed, `keywords ${masked.indexOf(gap)}`);
			return own.write({ query, masked, keywords: sample(random, question.vocabulary, keywords.length) }, signal);
		},
	};
}
