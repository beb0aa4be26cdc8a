import { percentOf } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import { figure } from './outlook-words.ts';
import { minEpsilon, type RunSettings } from './run-steps.ts';

/** What the choice of keywords can tell, before anything is run. */
export interface KeywordOutlook {
	/** Whether the choice can be told from a random one: it is right in half of all cases at best. */
	readonly possible: boolean;
	/** In a sentence or two. */
	readonly says: string;
	/**
	 * Probability that the `k` chosen words are the right ones if `n` documents have each of them and none has another word of the vocabulary, `n` from 0 to
	 * the number of documents.
	 */
	readonly rightProbability: number[];
	/** Documents that must have the words for a right choice in half of all cases, and in 95%; `null`: more than there are. */
	readonly half: number | null;
	readonly sure: number | null;
}

/**
 * Returns what keywords can tell, of public numbers alone: their ε, how many are chosen, the size of the vocabulary, and the number of documents. Returns `null` if
 * no keyword is chosen, because none has a part of ε, or because there is no vocabulary or no document.
 * @param epsilon what keywords get.
 */
export function keywordOutlook(settings: RunSettings, epsilon: number, documents: number): KeywordOutlook | null {
	const { vocabulary = 0, expert } = settings;
	if (epsilon < minEpsilon || vocabulary === 0 || documents === 0) return null;
	const choice = { keywords: Math.min(expert.keywords, vocabulary), vocabulary, epsilon };
	const rightProbability = Array.from({ length: documents + 1 }, (_, n) => rightChoice(choice, n));
	const least = (level: number): number | null => {
		const n = rightProbability.findIndex((p) => p >= level);
		return n < 0 ? null : n;
	};
	const [half, sure] = [least(0.5), least(0.95)];
	// All words of a vocabulary are chosen whatever the documents say.
	const possible = half !== null && expert.keywords < vocabulary;
	return {
		possible,
		says: inWords({ ...choice, documents, possible, sure, best: rightProbability.at(-1)! }),
		rightProbability,
		half,
		sure,
	};
}

interface Choice {
	readonly keywords: number;
	readonly vocabulary: number;
	readonly epsilon: number;
}

/**
 * The joint exponential mechanism's probability of exactly the `k` words that `n` documents have each: any other set loses `n`, and there are
 * `C(V, k) − 1` of them.
 */
function rightChoice({ keywords, vocabulary, epsilon }: Choice, n: number): number {
	let logSets = 0;
	for (let i = 0; i < keywords; i++) logSets += Math.log((vocabulary - i) / (i + 1));
	const logOthers = logSets + Math.log1p(-Math.exp(-logSets));
	return 1 / (1 + Math.exp(logOthers - (epsilon * n) / 2));
}

function inWords({
	keywords,
	vocabulary,
	epsilon,
	documents,
	possible,
	sure,
	best,
}: Choice & {
	readonly documents: number;
	readonly possible: boolean;
	readonly sure: number | null;
	/** Probability of a right choice if all documents have the words. */
	readonly best: number;
}): string {
	if (keywords === vocabulary) return `Keywords say nothing about the documents: ${everyWord(keywords, vocabulary)}.`;
	const words = keywords === 1 ? 'the same word' : `the same ${keywords} words`;
	const buyer = `ith ${plural(documents, 'document')}, ε = ${figure(epsilon)}`;
	const what = `${plural(keywords, 'keyword')} from ${vocabulary.toLocaleString('en')} words`;
	const everybody = documents === 1 ? 'the document has' : `all ${documents} documents have`;
	if (!possible)
		return `Keywords are mostly noise here: w${buyer} is too little to choose ${what}. Even if ${everybody} ${words} and no other word of the vocabulary, the choice is right in ${percentOf(best)} of cases. ${advice(keywords)}`;
	const who = sure === null || sure === documents ? everybody : `at least ${plural(sure, 'document has', 'documents have')}`;
	const often = sure === null ? `is right in ${percentOf(best)} of cases. That is the best case` : 'is nearly always right';
	return `W${buyer} chooses ${what}, with noise. If ${who} ${words} and no other word of the vocabulary, the choice ${often}.`;
}

/** Says that so many keywords are the whole vocabulary, as a clause. */
export function everyWord(keywords: number, vocabulary: number): string {
	return `${plural(keywords, 'keyword')} from a vocabulary of ${plural(vocabulary, 'word')} would always be all of its words`;
}

function advice(keywords: number): string {
	return `${keywords > 1 ? 'Ask for fewer keywords, use' : 'Use'} a shorter vocabulary, raise ε, or retrieve more documents.`;
}
