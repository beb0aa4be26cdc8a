import { percentOf } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import { figure } from './outlook-words.ts';
import { minEpsilon, type RunSettings } from './run-steps.ts';
import { sparseVectorEpsilon } from './sparse-vector.ts';

/** What the filter can tell, before anything is run. */
export interface FilterOutlook {
	/** Whether it cuts every sentence that an answer can have, so that nothing is left of it. */
	readonly cutsAll: boolean;
	/** Probability of the right choice in the best case: all documents are as sure as can be of the sentences to cut, and of no other. */
	readonly right: number;
	/** In a sentence or two. */
	readonly says: string;
}

/**
 * Returns what the filter can tell, of public numbers alone: its ε and `k`, the number of documents, and how many sentences an answer can have. Returns `null` if no filter runs.
 * @param epsilon what the filter gets. Each of its sides gets half.
 */
export function filterOutlook(settings: RunSettings, epsilon: number, documents: number): FilterOutlook | null {
	const { filter, filtered } = settings.expert;
	if (filter === 'none' || epsilon < minEpsilon || documents === 0) return null;
	const most = mostSentences(settings);
	const budget = `With ${plural(documents, 'document')} and ε = ${figure(epsilon)}, the filter`;
	if (filter === 'sparse-vector') {
		const right = rightReport(epsilon / 2, filtered, documents);
		return {
			cutsAll: false,
			right,
			says: `${budget} picks a sentence that all documents are sure of in ${percentOf(right)} of cases at best, and any other in ${percentOf(1 - right)}.${advice(right)}`,
		};
	}
	if (most !== null && most <= filtered)
		return {
			cutsAll: true,
			right: 0,
			says: `The filter cuts every sentence: its k is ${filtered}, and an answer has at most ${plural(most, 'sentence')}. Choose a smaller k, ask for more sentences, or leave the filter out.`,
		};
	// Of a text whose length nobody knows, the easiest choice: one sentence is left.
	const sentences = most ?? filtered + 1;
	const right = rightChoice(epsilon / 2, filtered, sentences, documents);
	const what = filtered === 1 ? 'the right sentence' : `the right ${filtered} sentences`;
	return {
		cutsAll: false,
		right,
		says: `${budget} picks ${what} of ${sentences} in ${percentOf(right)} of cases at best. A random choice is right in ${percentOf(rightChoice(0, filtered, sentences, documents))}.${advice(right)}`,
	};
}

/** Sentences that an answer has at most; `null`: that depends on the text. */
function mostSentences({ decoder, sentences }: RunSettings): number | null {
	switch (decoder) {
		case 'sentence-vote':
			return sentences;
		case 'public-list':
			return 1;
		case 'gated-votes':
		case 'per-token':
			return null;
	}
}

/**
 * The one-shot top-k's probability of exactly the `k` sentences whose gap is the bound with all `M` documents, if it is minus the bound for all others. Gaps are then `M` sensitivities
 * apart (`boundedGapSensitivity`), and each choice of ε/k prefers a right one to a wrong one by `e^(ε M / 2k)` (Plackett–Luce, as `privateTopK` draws).
 */
function rightChoice(epsilon: number, k: number, sentences: number, documents: number): number {
	const wrong = (sentences - k) * Math.exp((-epsilon * documents) / (2 * k));
	let right = 1;
	for (let left = k; left > 0; left--) right *= left / (left + wrong);
	return right;
}

/**
 * The sparse vector's probability of reporting a sentence whose gap is the bound with all `M` documents, if the threshold is 0: `M/2` sensitivities above it. Noise of the threshold has the
 * scale 1/ε₁ sensitivities and that of the report 2/ε₂, so that their difference is above `t` with probability `(a² e^(−t/a) − b² e^(−t/b)) / 2(a² − b²)`.
 */
function rightReport(epsilon: number, reports: number, documents: number): number {
	const of = sparseVectorEpsilon(epsilon, reports);
	const [a, b] = [2 / of.report, 1 / of.threshold];
	const t = documents / 2;
	// With equal scales, the limit of the quotient.
	if (Math.abs(a - b) < 1e-6 * a) return 1 - ((2 + t / a) * Math.exp(-t / a)) / 4;
	return 1 - (a * a * Math.exp(-t / a) - b * b * Math.exp(-t / b)) / (2 * (a * a - b * b));
}

function advice(right: number): string {
	return right < 0.5 ? ' That is mostly noise: raise ε or the share of the filter, or retrieve more documents.' : '';
}
