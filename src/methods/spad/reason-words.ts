import type { SourceName } from '../../statistics/attributed-response.ts';
import { isSource } from './feature.ts';
import type { Certainty, Statistic, TokenFeature, TokenGroup } from './feature.ts';
import type { PassageMeasure } from './passage-agreement.ts';
import type { ReasonPart } from './reason-parts.ts';

/** Where a part of a probability comes from, for people; whether it takes a verb in the plural. */
const sources: Readonly<Record<SourceName, { readonly noun: string; readonly plural: boolean }>> = {
	query: { noun: 'the question', plural: false },
	rag: { noun: 'the passages', plural: true },
	past: { noun: 'the answer so far', plural: false },
	self: { noun: 'the token before', plural: false },
	ffn: { noun: 'the model\'s own layers', plural: true },
	ln: { noun: 'the final normalisation', plural: false },
	initial: { noun: 'the initial embedding', plural: false },
};

const groups: Readonly<Record<TokenGroup, string>> = {
	ADJ: 'adjectives', ADP: 'prepositions', ADV: 'adverbs', AUX: 'auxiliary verbs', CCONJ: 'coordinating conjunctions', DET: 'articles and determiners',
	INTJ: 'interjections', NOUN: 'nouns', NUM: 'numbers', PART: 'particles', PRON: 'pronouns', PROPN: 'names', PUNCT: 'punctuation marks',
	SCONJ: 'subordinating conjunctions', SYM: 'symbols', VERB: 'verbs', X: 'other words', SPACE: 'spaces', new: 'new words', all: 'words',
};

const certainties: Readonly<Record<Certainty, string>> = {
	logProbability: 'log-probability', entropy: 'entropy', margin: 'lead over the runner-up', logitMargin: 'lead over the runner-up in logits', energy: 'energy',
};

const statistics: Readonly<Record<Exclude<Statistic, 'count'>, string>> = { mean: 'mean', min: 'lowest', max: 'highest', sum: 'total' };

const measures: Readonly<Record<PassageMeasure, string>> = {
	cosine: 'likeness of the passages behind names and behind values',
	largest: 'share of the strongest passage',
	second: 'share of the second strongest passage',
	tokenShare: 'share of a token\'s strongest passage',
	tokenAmount: 'what a token\'s strongest passage gives it',
	same: 'names and values from the same passage',
	total: 'what all passages give a token',
};

/** A feature on its own, with what it usually is. */
export function partInWords(part: ReasonPart): string {
	const { feature, value, typical } = part;
	if (feature.kind === 'passages') {
		return feature.measure === 'same' ? `${measures.same}: ${yesNo(value)} (usually ${yesNo(typical)})` : `${measures[feature.measure]}: ${beside(part)}`;
	}
	const { quantity, statistic } = feature;
	const words = groups[feature.group];
	if (statistic === 'count') return `number of tokens: ${value} (usually ${typical})`;
	if (!isSource(quantity)) return `${words} here: ${statistics[statistic]} ${certainties[quantity]} ${beside(part)}`;
	const { noun } = sources[quantity];
	if (statistic === 'max') return `${words} here get at most this from ${noun}: ${beside(part)}`;
	if (statistic === 'min') return `${words} here get as little as this from ${noun}: ${beside(part)}`;
	if (value < 0 || typical < 0) return lossInWords(quantity, words, part);
	if (value === typical) return `${words} here come from ${noun} as usual, ${beside(part)}`;
	return `${words} here come ${value > typical ? 'more' : 'less'} from ${noun} than usual, ${beside(part)}`;
}

/**
 * Two features of the same words as one contrast: what gives more than usual, and more than the other, against what gives less.
 * `null` where they do not make one.
 */
export function pairInWords(a: ReasonPart, b: ReasonPart): string | null {
	const [high, low] = a.value > b.value ? [a, b] : [b, a];
	const [highSource, lowSource] = [meanSource(high), meanSource(low)];
	if (highSource === null || lowSource === null || !(high.value > high.typical && low.value < low.typical)) return null;
	// Who takes probability away is no place where words come from, or do not.
	if (low.value < 0 || high.value === low.value) return null;
	const words = high.feature.kind === 'tokens' ? groups[high.feature.group] : '';
	return `${words} here come from ${sources[highSource].noun}, ${beside(high)}, not from ${sources[lowSource].noun}, ${beside(low)}`;
}

/** Whether people see a difference in it: two decimals tell the value from what is usual. Parts of a probability are often tiny, and trees split them all the same. */
export function isVisible({ feature, value, typical }: ReasonPart): boolean {
	return feature.kind === 'passages' || !isSource(feature.quantity) || fixed(value, 2) !== fixed(typical, 2);
}

/** For a feature of words that are not there. */
export function absenceInWords({ feature }: ReasonPart): string {
	return `there are no ${feature.kind === 'tokens' ? groups[feature.group] : 'words'} here`;
}

function lossInWords(source: SourceName, words: string, { value, typical }: ReasonPart): string {
	const { noun, plural } = sources[source];
	const verb = (x: number): string => `${x < 0 ? 'take' : 'give'}${plural ? '' : 's'}`;
	const [shown, usual] = alike(Math.abs(value), Math.abs(typical));
	// Nobody takes 0.00.
	const own = Number(shown) === 0 && value !== 0 ? `less than ${leastWith(shown)}` : shown;
	const needsVerb = value < 0 !== typical < 0 && Number(usual) !== 0;
	return `${noun} ${verb(value)} ${own} ${value < 0 ? 'from' : 'to'} ${words} here (usually ${needsVerb ? `${verb(typical)} ` : ''}${usual})`;
}

function meanSource({ feature }: ReasonPart): SourceName | null {
	return isMeanOfTokens(feature) && isSource(feature.quantity) ? feature.quantity : null;
}

function isMeanOfTokens(feature: ReasonPart['feature']): feature is TokenFeature {
	return feature.kind === 'tokens' && feature.statistic === 'mean';
}

/** "0.62 (usually 0.20)" */
function beside({ value, typical }: ReasonPart): string {
	const [own, usual] = alike(value, typical);
	return `${own} (usually ${usual})`;
}

/** Both with as many decimals as it takes to tell them apart. */
function alike(a: number, b: number): [string, string] {
	const digits = [2, 3, 4, 6].find((n) => fixed(a, n) !== fixed(b, n)) ?? 2;
	return [fixed(a, digits), fixed(b, digits)];
}

/** The smallest number that has as many decimals as a text: 0.01 for '0.00'. */
function leastWith(text: string): string {
	return `${text.slice(0, -1)}1`;
}

function fixed(value: number, digits: number): string {
	const text = value.toFixed(digits);
	return Number(text) === 0 ? (0).toFixed(digits) : text.replace('-', '−');
}

function yesNo(value: number): string {
	return value > 0.5 ? 'yes' : 'no';
}
