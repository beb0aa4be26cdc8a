import type { SourceName } from '../../model-io/attribution.ts';
import { isSource, type Certainty, type Statistic, type TokenFeature, type TokenGroup } from './feature.ts';
import type { PassageMeasure } from './passage-agreement.ts';
import type { ReasonPart } from './reason-parts.ts';

/** Where a part of a probability comes from, for people: as the product calls its sources everywhere; whether it takes a verb in the plural. */
export const sourceNouns: Readonly<Record<SourceName, { readonly noun: string; readonly plural: boolean }>> = {
	query: { noun: 'the question and instructions', plural: true },
	rag: { noun: 'the contexts', plural: true },
	past: { noun: 'the answer so far', plural: false },
	self: { noun: 'the token before', plural: false },
	ffn: { noun: "the model's own layers", plural: true },
	ln: { noun: 'the final norm', plural: false },
	initial: { noun: 'the embedding', plural: false },
};

const groups: Readonly<Record<TokenGroup, string>> = {
	ADJ: 'adjectives',
	ADP: 'prepositions',
	ADV: 'adverbs',
	AUX: 'auxiliary verbs',
	CCONJ: 'coordinating conjunctions',
	DET: 'articles and determiners',
	INTJ: 'interjections',
	NOUN: 'nouns',
	NUM: 'numbers',
	PART: 'particles',
	PRON: 'pronouns',
	PROPN: 'names',
	PUNCT: 'punctuation marks',
	SCONJ: 'subordinating conjunctions',
	SYM: 'symbols',
	VERB: 'verbs',
	X: 'other words',
	SPACE: 'spaces',
	new: 'new words',
	all: 'words',
};

const certainties: Readonly<Record<Certainty, string>> = {
	logProbability: 'log-probability',
	entropy: 'entropy',
	margin: 'lead over the second choice',
	logitMargin: 'lead over the second choice in logits',
	energy: 'energy',
};

const statistics: Readonly<Record<Exclude<Statistic, 'count'>, string>> = { mean: 'mean', min: 'lowest', max: 'highest', sum: 'total' };

const measures: Readonly<Record<PassageMeasure, string>> = {
	cosine: 'how alike the contexts behind names and behind values are',
	largest: "the strongest context's share of what all contexts give",
	second: "the second strongest context's share of what all contexts give",
	tokenShare: "a token's strongest context's share of what all contexts give it",
	tokenAmount: 'what a token gets from its strongest context',
	same: 'names and values from the same context',
	total: 'what all contexts give a token, or take from it',
};

/** How a group of tokens is called, of a span that has new words or not: without one, the group of new words is the whole span, beside what is usual of new words. */
export function groupInWords(group: TokenGroup, hasNewWords: boolean): string {
	return group === 'new' && !hasNewWords ? 'words (none is new)' : groups[group];
}

/**
 * A feature on its own, with what it usually is, or that there is nothing unusual in it where people see no difference.
 * @param words what its tokens are called; nothing for passage agreement.
 */
export function partInWords(part: ReasonPart, words: string): string {
	if (!isVisible(part)) return `nothing unusual in ${subjectInWords(part.feature, `${words} here`)} (${shownAlone(part)})`;
	const { feature, value, typical } = part;
	if (feature.kind === 'passages') {
		return feature.measure === 'same'
			? `${measures.same}: ${yesNo(value)} (usually ${yesNo(typical)})`
			: `${measures[feature.measure]}: ${beside(part)}`;
	}
	const { quantity, statistic } = feature;
	if (statistic === 'count') return `number of tokens: ${value} (usually ${typical})`;
	if (!isSource(quantity)) return `${words} here: ${statistics[statistic]} ${certainties[quantity]} ${beside(part)}`;
	const { noun, plural } = sourceNouns[quantity];
	const [own, usual] = [fixed(part.value, 2), ` (usually ${fixed(part.typical, 2)})`];
	if (statistic === 'max') return `${noun} give${plural ? '' : 's'} ${words} here at most ${own}${usual}`;
	if (statistic === 'min') return `${noun} give${plural ? '' : 's'} ${words} here as little as ${own}${usual}`;
	return meanInWords(quantity, words, part);
}

/**
 * Two features of the same words as one contrast: what gives more than usual, and more than the other, against what gives less.
 * `null` where they do not make one, or where people would see none.
 */
export function pairInWords(a: ReasonPart, b: ReasonPart, words: string): string | null {
	const [high, low] = a.value > b.value ? [a, b] : [b, a];
	const [highSource, lowSource] = [meanSource(high), meanSource(low)];
	if (
		highSource === null ||
		lowSource === null ||
		!isVisible(a) ||
		!isVisible(b) ||
		!(high.value > high.typical && low.value < low.typical)
	)
		return null;
	// Who takes probability away is no place where words come from, or do not.
	if (fixed(low.value, 2).startsWith('−') || high.value === low.value) return null;
	const [given, missing] = [`${sourceNouns[highSource].noun}, ${beside(high)}`, `${sourceNouns[lowSource].noun}, ${beside(low)}`];
	// They come from what gives half or more, and do not from what gives less than a quarter of that.
	return high.value >= 0.5 && low.value < high.value / 4
		? `${words} here come from ${given}, not from ${missing}`
		: `${words} here come more from ${given}, and less from ${missing}`;
}

/** Whether people see a difference in it. Trees split what is tiny anyway. */
export function isVisible(part: ReasonPart): boolean {
	return tellingDigits(part) !== undefined;
}

/** Names a feature by itself, of no span in particular: "what nouns get from the contexts". */
export function featureInWords(feature: ReasonPart['feature']): string {
	return subjectInWords(feature, feature.kind === 'tokens' ? groups[feature.group] : '');
}

/** What a feature is about, as a noun. */
function subjectInWords(feature: ReasonPart['feature'], words: string): string {
	if (feature.kind === 'passages') return measures[feature.measure];
	const { quantity, statistic } = feature;
	if (statistic === 'count') return 'the number of tokens';
	if (!isSource(quantity)) return `the ${statistics[statistic]} ${certainties[quantity]} of ${words}`;
	const { noun } = sourceNouns[quantity];
	return `${statistic === 'max' ? 'the most that' : statistic === 'min' ? 'the least that' : 'what'} ${words} get from ${noun}`;
}

function shownAlone({ feature, value }: ReasonPart): string {
	if (feature.kind === 'passages' && feature.measure === 'same') return yesNo(value);
	return feature.kind === 'tokens' && feature.statistic === 'count' ? String(value) : fixed(value, 2);
}

/** For a feature of words that are not there. */
export function absenceInWords(words: string): string {
	return `no ${words} here, which says little by itself`;
}

/** What words get from a source, as a mean. */
function meanInWords(source: SourceName, words: string, part: ReasonPart): string {
	const { noun, plural } = sourceNouns[source];
	const [shown, usual] = [Number(part.value.toFixed(2)), Number(part.typical.toFixed(2))];
	const verb = (x: number): string => `${x < 0 ? 'take' : 'give'}${plural ? '' : 's'}`;
	if (shown === 0) return `${words} here get 0.00 from ${noun} (usually ${fixed(part.typical, 2)})`;
	if (shown > 0 && usual >= 0) return `${words} here come ${shown > usual ? 'more' : 'less'} from ${noun} than usual, ${beside(part)}`;
	const other = shown < 0 !== usual < 0 && usual !== 0 ? `${verb(usual)} ` : '';
	return `${noun} ${verb(shown)} ${size(part.value)} ${shown < 0 ? 'from' : 'to'} ${words} here (usually ${other}${size(part.typical)})`;
}

function meanSource({ feature }: ReasonPart): SourceName | null {
	return isMeanOfTokens(feature) && isSource(feature.quantity) ? feature.quantity : null;
}

function isMeanOfTokens(feature: ReasonPart['feature']): feature is TokenFeature {
	return feature.kind === 'tokens' && feature.statistic === 'mean';
}

/** "0.62 (usually 0.20)" */
function beside(part: ReasonPart): string {
	const digits = tellingDigits(part) ?? 2;
	return `${fixed(part.value, digits)} (usually ${fixed(part.typical, digits)})`;
}

/** How many decimals tell a value from what is usual: two of a part of a probability, two or three of anything else, or no number that is worth reading. */
function tellingDigits({ feature, value, typical }: ReasonPart): number | undefined {
	const tried = feature.kind === 'tokens' && isSource(feature.quantity) ? [2] : [2, 3];
	return tried.find((digits) => fixed(value, digits) !== fixed(typical, digits));
}

function size(value: number): string {
	return Math.abs(value).toFixed(2);
}

function fixed(value: number, digits: number): string {
	const text = value.toFixed(digits);
	return Number(text) === 0 ? (0).toFixed(digits) : text.replace('-', '−');
}

function yesNo(value: number): string {
	return value > 0.5 ? 'yes' : 'no';
}
