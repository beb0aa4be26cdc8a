import { largestStep, type PrivateStep } from './accountant.ts';
import type { Clip } from './ensemble-sensitivity.ts';
import { roundingEpsilon } from './exponential-mechanism.ts';
import { sparseVectorEpsilon } from './sparse-vector.ts';
import { shareDownward } from './directed-rounding.ts';

export type Decoder = 'sentence-vote' | 'public-list' | 'gated-votes' | 'per-token';

/** Shares of ε, which add up to 1. */
export interface Split {
	readonly decode: number;
	readonly filter: number;
	readonly refill: number;
}

/** What a decoder's steps follow from. All of it is public. */
export interface DecodingSettings {
	readonly epsilon: number;
	readonly delta: number;
	readonly decoder: Decoder;
	/** `S`. */
	readonly sentences: number;
	readonly expert: {
		readonly clip: Clip;
		/** `C`, nats. */
		readonly clipBound: number;
		/** `T`. */
		readonly tokens: number;
		/** `K`. */
		readonly payments: number;
		/** `M`; absent: as many as documents. */
		readonly subsets?: number | undefined;
		readonly candidates: number;
	};
}

/** What a whole run's steps follow from. All of it is public. */
export interface RunSettings extends DecodingSettings {
	readonly split?: Split | undefined;
	/** Items of the public list. */
	readonly list?: number | undefined;
	/** Words of the public vocabulary that keywords of a refill come from. */
	readonly vocabulary?: number | undefined;
	readonly expert: DecodingSettings['expert'] & {
		readonly filter: 'none' | 'top-k' | 'sparse-vector';
		readonly filtered: number;
		/** `k` of the keywords. */
		readonly keywords: number;
	};
}

/** An ε below which no mechanism runs: it would decide nothing, and a sparse vector's grid ends there. A part of ε that is smaller is refused. */
export const minEpsilon = 1e-3;

/** What each step of a decoder is called with, and how often it is done. */
export interface DecodingStep {
	readonly count: number;
	readonly epsilon: number;
	/** 0 but for partition selection. */
	readonly delta: number;
}

/**
 * What a decoder spends on an answer: the one place that says so, for plans, runs and the ledger. `settings.epsilon` is what decoding gets.
 * Without documents, or with an ε below 0.001, no mechanism runs.
 *
 * - `sentence-vote`: each document gives its first `S` different sentences, and each sentence is decided by itself at (ε/S, δ/S): a document
 *   more or less changes the count of at most `S` of them by 1 and of no other, so the rest have the same law, and these add up.
 * - `public-list`: a document has one vote, or none if it says nothing, so counts move in one direction by 1 at most: one step of bounded range.
 * - `gated-votes`: whether a token is free is decided without documents. Any other is a step as of `public-list`; `K` at most, and all are charged.
 * - `per-token`: `T` steps of bounded range, all charged, wherever the text ends.
 *
 * The number of documents is public: what comes from it (`M`, the votes of abstaining) stays as it is when one document's part is left out, and that is
 * what neighbors are.
 */
export function decodingSteps(settings: DecodingSettings, documents: number): PrivateStep[] {
	const { epsilon, delta, decoder, sentences } = settings;
	if (documents === 0 || epsilon < minEpsilon) return [];
	if (decoder === 'sentence-vote') {
		const step = { epsilon: shareDownward(epsilon, sentences), delta: shareDownward(delta, sentences) };
		return [{ kind: 'partition-selection', ...step, count: sentences }];
	}
	const count = boundedSteps(settings);
	return [{ kind: 'bounded-range', epsilon: largestStep(epsilon, delta, 'bounded-range', count), count }];
}

/** What a decoder's mechanism is called with at each step: what is charged, without what rounding adds. */
export function decodingStep(settings: DecodingSettings, documents: number): DecodingStep {
	const [step] = decodingSteps(settings, documents);
	if (step?.kind === 'partition-selection') return { count: step.count, epsilon: step.epsilon, delta: step.delta };
	if (step?.kind === 'bounded-range') return { count: step.count, epsilon: Math.max(0, step.epsilon - roundingEpsilon(1)), delta: 0 };
	return { count: 0, epsilon: 0, delta: 0 };
}

function boundedSteps({ decoder, expert }: DecodingSettings): number {
	if (decoder === 'gated-votes') return expert.payments;
	return decoder === 'per-token' ? expert.tokens : 1;
}

/**
 * Shares of ε: those of the settings, or all for decoding below 16 documents (0.6 of ε = 3 leaves 8 documents nothing) and PEARL's
 * 0.6 / 0.1 / 0.3 from there on. The share of what a run does not have, a filter or words for its keywords, is decoding's.
 */
export function splitOf({ split, vocabulary = 0, expert }: RunSettings, documents: number): Split {
	const asked = split ?? (documents < 16 ? { decode: 1, filter: 0, refill: 0 } : { decode: 0.6, filter: 0.1, refill: 0.3 });
	const filter = expert.filter === 'none' ? 0 : asked.filter;
	const refill = vocabulary === 0 ? 0 : asked.refill;
	if (filter === asked.filter && refill === asked.refill) return asked;
	return { decode: 1 - filter - refill, filter, refill };
}

/** ε of each part; together never above the whole. */
export function partsOf(settings: RunSettings, documents: number): Split {
	const { decode, filter, refill } = splitOf(settings, documents);
	if (filter === 0 && refill === 0) return { decode: settings.epsilon, filter, refill };
	// A little less than the whole, for what products and sums round.
	const share = (settings.epsilon * (1 - 2 ** -48)) / (decode + filter + refill);
	return { decode: share * decode, filter: share * filter, refill: share * refill };
}

/**
 * What a whole run spends: decoding, then the filter's two sides at half of its ε each (`privateTopK` or `aboveThreshold`), then the keywords
 * (`jointTopK`). Only decoding has a δ. `epsilonOf` of it is within (ε, δ).
 */
export function runSteps(settings: RunSettings, documents: number): PrivateStep[] {
	const { decode, filter, refill } = partsOf(settings, documents);
	const steps = decodingSteps({ ...settings, epsilon: decode }, documents);
	if (documents === 0) return steps;
	if (filter >= minEpsilon) steps.push(...filterSteps(settings.expert, filter));
	if (refill >= minEpsilon) steps.push({ kind: 'bounded-range', epsilon: refill, count: 1 });
	return steps;
}

function filterSteps({ filter, filtered }: RunSettings['expert'], epsilon: number): PrivateStep[] {
	switch (filter) {
		case 'none':
			return [];
		// Of a short text fewer are chosen, at more ε each: one pure step is true of any number.
		case 'top-k':
			return [{ kind: 'pure', epsilon: epsilon / 2, count: 2 }];
		case 'sparse-vector':
			return [{ kind: 'sparse-vector', ...sparseVectorEpsilon(epsilon / 2, filtered), reports: filtered, count: 2 }];
	}
}
