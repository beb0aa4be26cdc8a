import { sourceCount, sourceNames } from '../../src/model-io/attribution.ts';
import { mostOverlapped } from '../../src/text/sentences.ts';
import type { TaggedText, TextRange } from '../../src/text/tagged-text.ts';
import type { ResponseNumbers } from '../spad/response-numbers.ts';
import type { JudgedText } from './judged-text.ts';
import { missingPairShare } from '../../src/methods/starter/starter-features.ts';
import { contentWords, givenWords, missingWordShare, type GivenWords } from './missing-words.ts';

/** Scores that need no labels. Of each, more is more suspect. */
export const scoreNames = [
	'entropy',
	'surprise',
	'largestSurprise',
	'confidenceGap',
	'missingWords',
	'missingPairs',
	'normShare',
	'contextShare',
] as const;
export type ScoreName = (typeof scoreNames)[number];

/** A sentence or an answer, as detectors see it. */
export interface ScoredText {
	readonly source: string;
	readonly isUnsupported: boolean;
	readonly scores: Readonly<Record<ScoreName, number>>;
	/** Means of the seven parts of its tokens' probabilities, in the order of `sourceNames`. */
	readonly sources: readonly number[];
	/** What a judge sees who cannot read: number of tokens, place among the answer's sentences (0 for the first and for an answer), number of sentences. */
	readonly form: readonly number[];
}

/** Returns an answer and its judged sentences. A sentence without a token of its own is left out. @param tagged the answer's words and sentences */
export function scoredTexts(
	judged: JudgedText,
	numbers: ResponseNumbers,
	tagged: TaggedText,
): { readonly answer: ScoredText; readonly sentences: readonly ScoredText[] } {
	const { sentences, parts, isUnsupported } = judged;
	const { attributed } = numbers;
	const given = givenWords(parts.contexts.map(({ text }) => text));
	const of = (range: TextRange, tokens: readonly number[], place: number, wrong: boolean): ScoredText => ({
		source: judged.source,
		isUnsupported: wrong,
		...measured(parts.response, range, tokens, { numbers, tagged, given }),
		form: [tokens.length, place, tagged.sentences.length],
	});
	const owned = sentences.map((): number[] => []);
	mostOverlapped(sentences, attributed.start, attributed.end).forEach((sentence, t) => owned[sentence]?.push(t));
	return {
		answer: of(
			{ start: 0, end: parts.response.length },
			Array.from(attributed.tokenIds, (_, t) => t),
			0,
			isUnsupported,
		),
		sentences: sentences.flatMap((sentence, i) => (owned[i]!.length === 0 ? [] : [of(sentence, owned[i]!, i, sentence.isUnsupported)])),
	};
}

interface Read {
	readonly numbers: ResponseNumbers;
	readonly tagged: TaggedText;
	readonly given: GivenWords;
}

function measured(
	text: string,
	range: TextRange,
	tokens: readonly number[],
	{ numbers: { attributed, confidenceGap }, tagged, given }: Read,
): Pick<ScoredText, 'scores' | 'sources'> {
	const content = contentWords(text, tagged.words, range);
	const inContent = mostOverlapped(content, attributed.start, attributed.end);
	const mean = (value: (t: number) => number): number => tokens.reduce((sum, t) => sum + value(t), 0) / tokens.length;
	const surprise = (t: number): number => -attributed.logProbability[t]!;
	const sources = sourceNames.map((_, s) => mean((t) => attributed.sources[t * sourceCount + s]!));
	const part = (name: (typeof sourceNames)[number]): number => sources[sourceNames.indexOf(name)]!;
	const ofContent = tokens.filter((t) => inContent[t] !== -1);
	return {
		sources,
		scores: {
			entropy: mean((t) => attributed.entropy[t]!),
			surprise: mean(surprise),
			largestSurprise: Math.max(...(ofContent.length === 0 ? tokens : ofContent).map(surprise)),
			confidenceGap: -mean((t) => confidenceGap[t]!),
			missingWords: missingWordShare(text, content, given),
			missingPairs: missingPairShare(text.slice(range.start, range.end), given.pairs),
			normShare: -part('ln'),
			contextShare: -part('rag'),
		},
	};
}
