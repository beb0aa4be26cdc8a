import { ensembleSensitivity } from './ensemble-sensitivity.ts';
import { outlookInWords } from './outlook-words.ts';
import { releaseProbabilities } from './partition-selection.ts';
import { decodingStep, type Decoder, type DecodingStep, type RunSettings } from './run-steps.ts';

/** What a decoder can give with these settings, before anything is run. */
export interface DecoderOutlook {
	readonly decoder: Decoder;
	/** Whether it can give anything but noise. */
	readonly possible: boolean;
	/** In a sentence. */
	readonly says: string;
	/** How often it decides, and the ε of each decision. */
	readonly steps: number;
	readonly stepEpsilon: number;
	/** `2Δ/ε_t` of `per-token`. */
	readonly temperature: number | null;
	/** Probability that what `n` documents agree on is released, `n` from 0 to the number of documents. */
	readonly releaseProbability: number[];
	/** Documents that must agree for a release in half of all cases, and in 95 %; `null`: more than there are. */
	readonly half: number | null;
	readonly sure: number | null;
}

/** Above it `per-token`'s tokens are noise. */
const warmest = 2;
/** Probability without documents of a word that only documents tell, on which abstaining and the outlook of gated votes are set. */
const surprising = 0.05;
/** Documents that are looked at when somebody is told how many it takes. */
const farthest = 4096;

/**
 * Votes that abstaining counts as in gated votes: as if half of the documents voted for a word that the model gives 5 % without them. Of the
 * number of documents and ε alone, which are public. @param stepEpsilon of each payment.
 */
export function abstainingVotes(documents: number, stepEpsilon: number): number {
	return Math.max(0, documents / 2 + Math.log(surprising) / stepEpsilon);
}

/** @param epsilon what decoding gets. */
export function decoderOutlook(decoder: Decoder, settings: RunSettings, epsilon: number, documents: number): DecoderOutlook {
	const chosen = { ...settings, decoder, epsilon };
	const step = decodingStep(chosen, documents);
	const ofAgreeing = step.count === 0 ? () => 0 : agreementProbability(chosen, step, documents);
	const releaseProbability = Array.from({ length: documents + 1 }, (_, n) => ofAgreeing(n));
	const half = minAgreeing(releaseProbability, 0.5);
	const sure = minAgreeing(releaseProbability, 0.95);
	const temperature = decoder === 'per-token' && step.count > 0 ? temperatureOf(chosen, step.epsilon, documents) : null;
	const hasList = decoder !== 'public-list' || settings.list !== undefined;
	const possible = hasList && step.count > 0 && (temperature === null ? half !== null : temperature <= warmest);
	const numbers = { decoder, possible, steps: step.count, stepEpsilon: step.epsilon, temperature, releaseProbability, half, sure };
	const needed = half === null && decoder === 'sentence-vote' && step.count > 0 ? documentsFor(ofAgreeing, documents) : null;
	return { ...numbers, says: outlookInWords({ ...numbers, settings: chosen, documents, needed }) };
}

function temperatureOf({ expert }: RunSettings, stepEpsilon: number, documents: number): number {
	return (2 * ensembleSensitivity(expert.clip, expert.clipBound, expert.subsets ?? documents)) / stepEpsilon;
}

/**
 * Probability that what `n` of the documents agree on comes out: exact for a sentence vote. For votes, when all others agree on one other thing: the
 * worst for `n`; of a list, 'none of them' weighs as much as all its items without votes. For gated votes, of a word that the model gives 5 %
 * without documents, as it does the other. For `per-token`, of one token, when `n` subsets are as sure of it as clipping allows, the others know
 * nothing and the path without documents finds all candidates alike: log weights are then `ε_t n / 2` apart.
 */
function agreementProbability(settings: RunSettings, { epsilon, delta }: DecodingStep, documents: number): (n: number) => number {
	/** Against other outcomes with these log weights. */
	const against = (n: number, rest: readonly number[]): number => 1 / rest.reduce((sum, log) => sum + Math.exp(log - epsilon * n), 1);
	const others = (n: number): number => epsilon * Math.max(0, documents - n);
	switch (settings.decoder) {
		case 'sentence-vote': {
			let known = releaseProbabilities(epsilon, delta, documents);
			return (n) => {
				if (n >= known.length) known = releaseProbabilities(epsilon, delta, Math.max(n, farthest));
				return known[n]!;
			};
		}
		case 'public-list': {
			const items = settings.list ?? 2;
			return (n) => against(n, [others(n), Math.log(items - 2 + items)]);
		}
		case 'gated-votes': {
			const abstaining = epsilon * abstainingVotes(documents, epsilon) - Math.log(surprising);
			return (n) => against(n, [others(n), abstaining, Math.log((1 - 2 * surprising) / surprising)]);
		}
		case 'per-token': {
			const { subsets = documents, candidates } = settings.expert;
			return (n) => 1 / (1 + (candidates - 1) * Math.exp((-epsilon * Math.min(n, subsets)) / 2));
		}
	}
}

function minAgreeing(probabilities: readonly number[], level: number): number | null {
	const n = probabilities.findIndex((p) => p >= level);
	return n < 0 ? null : n;
}

/** Documents that would have to agree for a release in half of all cases, more than there are. */
function documentsFor(ofAgreeing: (n: number) => number, documents: number): number | null {
	for (let n = documents + 1; n <= farthest; n++) if (ofAgreeing(n) >= 0.5) return n;
	return null;
}
