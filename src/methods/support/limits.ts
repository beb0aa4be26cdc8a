import type { TextRange } from '../../text/tagged-text.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { quantitiesOf } from './quantities.ts';
import { sharedWith, type AnswerSentence } from './rivals.ts';
import type { Amount } from './values.ts';

/** On which side of a limit the allowed values lie: 'below 30 °C' and 'at most five' are upper limits, 'at least 18' is a lower one. */
export type Limit = 'upper' | 'lower';

const upper =
	/(?:below|under|less than|fewer than|at most|up to|more than|not exceed(?:ing)?|exceed(?:s|ing)?|max(?:imum|\.)?(?: of)?|within|unter|höchstens|maximal|bis zu|weniger als|inférieure?s? à|moins de|au plus|au maximum(?: de)?|jusqu'à|menos de|por debajo de|inferior(?:es)? a|hasta|como máximo|máximo(?: de)?|abaixo d[eo]s?|até|no máximo|sotto i|al di sotto d[ei]i?|inferior[ei] a|meno di|fino a|al massimo|低于|低於|小于|最多|至多|<|≤)(?:(?:the|los|las|os|as|dei|di) )? ?$/iu;
const lower =
	/(?:above|over|more than|at least|exceed(?:s|ing)?|older than|min(?:imum|\.)?(?: of)?|über|mehr als|mindestens|ab|supérieure?s? à|plus de|au moins|au minimum|a más de|más de|superior(?:es)? a|por encima de|al menos|como mínimo|mínimo(?: de)?|mais de|acima d[eo]s?|pelo menos|no mínimo|sopra i|oltre(?: i)?|almeno|più di|superior[ei] a|高于|高於|超过|超過|大于|至少|>|≥) ?$/iu;
const upperBehind =
	/^ ?(?:or (?:less|fewer|below|under|younger)|and below|max\b|maximum|at most|oder weniger|ou moins|o menos|ou menos|o meno|以下|以内|之内|未満|まで)/iu;
const lowerBehind =
	/^ ?(?:or (?:more|above|over|older)|and (?:above|over|more)|min\b|minimum|at least|oder mehr|ou plus|o más|ou mais|o più|以上|起)/iu;
/** What turns a limit round: 'not above', 'no más de', 'darf 30 Grad nicht überschreiten'. */
const negated =
	/(?:\b(?:not|never|no|cannot|neither|nor|don't|n't|nicht|keine[nrsm]?|kein|nie|ne|pas|jamais|nunca|não|non|mai)\b|不|勿)[^.;!?]{0,60}$/iu;
const reach = 72;
const range = /^ ?(?:-|to|and|bis|und|à|et|y|e|a|~|至|到) ?$/u;
const rangeLead = /(?:between|from|entre|de|da|tra|fra|zwischen|von) ?$/iu;

const sides = new WeakMap<TextRange, Limit | null>();

/** Returns on which side of an amount a text allows values. `null` for an amount that is no limit. @param plain the text that it stands in */
export function limitOf(amount: TextRange, plain: string): Limit | null {
	const known = sides.get(amount);
	if (known !== undefined) return known;
	const side = readLimit(amount, plain);
	sides.set(amount, side);
	return side;
}

function readLimit({ start, end }: TextRange, plain: string): Limit | null {
	const before = plain.slice(Math.max(0, start - reach), start);
	const behind = plain.slice(end, end + 16);
	if (upperBehind.test(behind)) return 'upper';
	if (lowerBehind.test(behind)) return 'lower';
	const low = lower.exec(before);
	const high = upper.exec(before);
	if (low !== null) return negated.test(before.slice(0, low.index)) ? 'upper' : 'lower';
	if (high !== null) return negated.test(before.slice(0, high.index)) ? 'lower' : 'upper';
	return null;
}

/** A limit of a given text. */
interface GivenLimit {
	readonly at: GivenValue;
	readonly measure: string;
	readonly value: number;
	readonly side: Limit;
}

const known = new WeakMap<GivenIndex, readonly GivenLimit[]>();

/** The limits of the contexts: single ones, and both ends of ranges such as '2–8 °C'. */
function limitsOf(index: GivenIndex): readonly GivenLimit[] {
	const made = known.get(index);
	if (made !== undefined) return made;
	const limits: GivenLimit[] = [];
	const add = (at: GivenValue, side: Limit): void => {
		if (at.value.kind === 'amount')
			for (const { measure, value } of quantitiesOf(at.value).slice(0, 2)) limits.push({ at, measure, value, side });
	};
	for (const [i, at] of index.values.entries()) {
		const { given, plain } = index.texts[at.text]!;
		if (given.context === null || at.value.kind !== 'amount') continue;
		const side = limitOf(at.value, plain);
		if (side !== null) add(at, side);
		const next = index.values[i + 1];
		if (next?.text !== at.text || next.value.kind !== 'amount' || !range.test(plain.slice(at.value.end, next.value.start))) continue;
		// 'Five and six' is a range only behind 'between'.
		const join = plain.slice(at.value.end, next.value.start).trim();
		if (/^(?:and|und|et|y|e|a)$/u.test(join) && !rangeLead.test(plain.slice(Math.max(0, at.value.start - 10), at.value.start))) continue;
		add(at, 'lower');
		if (limitOf(next.value, plain) === null) add(next, 'upper');
	}
	known.set(index, limits);
	return limits;
}

const noProblem =
	/\bno problem\b|\bnot a problem\b|\bkein Problem\b|\bpas de problème\b|\bsin problema\b|\bsem problema\b|没有?问题|沒有?問題/iu;
const allowing =
	/\b(?:fine|okay?|all right|allow(?:s|ed)?|permit(?:s|ted)?|may|can|could|acceptable|suitable|safe|meets?|compl(?:y|ies)|enough|sufficient|suffices?|qualif(?:y|ies)|eligible|admitted|possible|for example|for instance|erlaubt|zulässig|darf|dürfen|kann|können|geht|genügt|reicht|in Ordnung|zum Beispiel|autorisée?s?|permise?s?|convient|peut|peuvent|suffit|par exemple|permitid[oa]s?|puede[ns]?|admite[ns]?|basta|vale|por ejemplo|pode[m]?|por exemplo|può|consentit[oa]|ammess[oa]|bene|per esempio)\b|可以|允许|没关系|大丈夫|できる|可能|構いません/iu;
const denying =
	/\b(?:not|never|no|cannot|too|forbidden|prohibited|exceeds?|unsafe|fails?|rejected|refused|nicht|kein\p{L}*|zu|verboten|überschreitet|trop|interdit\p{L}*|pas|demasiado|prohibid\p{L}*|demais|não|proibid\p{L}*|troppo|non|vietat\p{L}*)\b|n't\b|不|太|超|禁|いけ|ない|だめ/iu;

/**
 * Returns whether what an answer says of an amount follows from limits of the contexts: that a value within all of them is allowed ('20 °C is fine'), or that
 * one beyond them is not. Another limit follows from nothing, and neither does a value that is only said to be ('store at 25 °C').
 * @param sentenceText the answer's sentence
 */
export function followsFromLimits(amount: Amount, sentence: AnswerSentence, sentenceText: string, index: GivenIndex): boolean {
	if (limitOf(amount, sentence.plain) !== null) return false;
	const isFine = noProblem.test(sentenceText) || (allowing.test(sentenceText) && !denying.test(sentenceText));
	const isDenied = !isFine && denying.test(sentenceText);
	if (!isFine && !isDenied) return false;
	return quantitiesOf(amount).some(({ measure, value }) => {
		const nearest = nearestLimits(measure, sentence, index);
		return nearest.length > 0 && nearest.every((limit) => isWithin(value, limit)) === isFine;
	});
}

function isWithin(value: number, { side, value: bound }: GivenLimit): boolean {
	return side === 'upper' ? value <= bound : value >= bound;
}

/** The limits of what an amount measures in the sentence of a context that shares most with the answer's. */
function nearestLimits(measure: string, sentence: AnswerSentence, index: GivenIndex): readonly GivenLimit[] {
	if (measure === '') return [];
	const limits = limitsOf(index).filter((limit) => limit.measure === measure);
	const most = Math.max(...limits.map(({ at }) => sharedWith(sentence, at.sentence)));
	return limits.filter(({ at }) => sharedWith(sentence, at.sentence) === most);
}

/**
 * Returns the limit of a context that an amount of an answer has taken the place of, or that it breaks where the answer allows it. `undefined` if several
 * may be meant, or if the amount is neither a limit nor allowed.
 */
export function brokenLimit(amount: Amount, sentence: AnswerSentence, sentenceText: string, index: GivenIndex): GivenValue | undefined {
	const side = limitOf(amount, sentence.plain);
	const isAllowed = side === null && allowing.test(sentenceText);
	if (side === null && !isAllowed) return undefined;
	for (const { measure, value } of quantitiesOf(amount)) {
		const meant = nearestLimits(measure, sentence, index).filter((limit) =>
			side === null ? !isWithin(value, limit) : limit.side === side,
		);
		if (meant.length === 1) return meant[0]!.at;
	}
	return undefined;
}
