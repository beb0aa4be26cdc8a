import { rivalInSentence } from './bound-values.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import type { GivenSigns } from './given-signs.ts';
import { likelyRival, onlyRival } from './likely-rival.ts';
import { limitOf } from './limits.ts';
import { isSameKind, lookUpAmount, totals } from './look-up-amounts.ts';
import { lookUpCode } from './look-up-codes.ts';
import { isSameDetail, lookUpDate, lookUpTime } from './look-up-dates.ts';
import { lookUpName } from './look-up-names.ts';
import type { LookUp } from './look-up-state.ts';
import { alignedShare, changedQuotation, type Quotation } from './quotations.ts';
import { isGivenRelativeTime, isRelativeTime } from './relative-times.ts';
import type { AnswerSentence } from './rivals.ts';
import type { Value } from './values.ts';

/** '18–24 days later': the other end of a range shows which one is meant. */
const rangeBefore = /\d ?(?:-|to|bis|à|a) ?$/iu;

/** Looks a value of an answer up in the given texts. */
export function lookUp(value: Value, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	const found = lookUpByKind(value, sentence, index, signs);
	// 'Three days later' is wrong only beside 'two days later'.
	const isWrong = found.state === 'not-given' || (found.state === 'contradicted' && !isGivenRelativeTime(found.by, index));
	const isOfRange = found.state === 'contradicted' && rangeBefore.test(sentence.plain.slice(Math.max(0, value.start - 12), value.start));
	if (isWrong && !isOfRange && isRelativeTime(value, sentence.plain)) return { state: 'undecided' };
	if (found.state === 'contradicted') {
		const { by } = found;
		// A limit that the answer breaks is the one that counts, whatever stands beside it.
		const isLimit = by.value.kind === 'amount' && limitOf(by.value, index.texts[by.text]!.plain) !== null;
		return isLimit ? found : { ...found, by: rivalInSentence(value, sentence, index, by, isRivalOf(value, false)) };
	}
	if (found.state !== 'not-given' || (value.kind === 'amount' && totals.test(sentence.plain.slice(sentence.start, sentence.end))))
		return found;
	const nearest = nearestGiven(value, sentence, index, signs);
	if (nearest === undefined) return found;
	return { state: 'not-given', nearest: rivalInSentence(value, sentence, index, nearest, isRivalOf(value, false)) };
}

/**
 * Returns the given value that a value that no text has most likely stands for. `undefined` if several may be meant.
 * @param isBare whether the value is an answer of its own, which may leave out its unit: '39', where the contexts say '35 years'
 */
export function nearestGiven(
	value: Value,
	sentence: AnswerSentence,
	index: GivenIndex,
	signs: GivenSigns,
	isBare = false,
): GivenValue | undefined {
	return (
		likelyRival(value, sentence, index, likelyRivals(value, sentence, index, signs, isBare)) ??
		onlyRival(value, sentence, index, isRivalOf(value, isBare))
	);
}

/** Given values that a value may stand for: of its kind, in sentences that share a word with its own. */
function likelyRivals(value: Value, { touched }: AnswerSentence, index: GivenIndex, signs: GivenSigns, isBare: boolean): GivenValue[] {
	if (value.kind === 'name')
		return touched.flatMap((number) =>
			signs
				.namesOf(number)
				.filter(({ isFirst, parts }) => !isFirst || parts.length > 1)
				// 'Years 10 and 11' are no persons.
				.filter(({ end }) => !/^ \d/u.test(index.texts[index.sentences[number]!.text]!.plain.slice(end, end + 2)))
				.map((name) => ({ value: name, sentence: number, text: index.sentences[number]!.text })),
		);
	const isRival = isRivalOf(value, isBare);
	return touched.flatMap((number) =>
		index.values.slice(index.firstValues[number], index.firstValues[number + 1]).filter((given) => isRival(given.value)),
	);
}

/** Whether a given value may be what a value of the answer stands for. */
function isRivalOf(value: Value, isBare: boolean): (one: Value) => boolean {
	return (one) => {
		if (value.kind === 'amount' && one.kind === 'amount') return isSameKind(value, one) || (isBare && value.units.length === 0);
		if (value.kind === 'date' && one.kind === 'date') return isSameDetail(value, one);
		// A number may be a part of an identifier, or look like a year.
		if (value.kind === 'amount' && value.units.length === 0) return one.kind === 'identifier' || one.kind === 'date';
		return value.kind === one.kind && value.kind !== 'quotation';
	};
}

function lookUpByKind(value: Value, sentence: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	switch (value.kind) {
		case 'amount':
			return lookUpAmount(value, sentence, index, signs);
		case 'date':
			return lookUpDate(value, sentence, index, signs);
		case 'time':
			return lookUpTime(value, sentence, index, signs);
		case 'identifier':
		case 'email':
		case 'url':
		case 'phone':
			return lookUpCode(value, sentence, index, signs);
		case 'name':
			return lookUpName(value, sentence, index, signs);
		case 'quotation':
			return lookUpQuotation(value, sentence, index, signs);
	}
}
/** A quotation with fewer of its words in order is of something else. */
const fewestAligned = 0.6;
/** With more, it may have been adapted to its sentence. */
const adapted = 0.9;

function lookUpQuotation(quotation: Quotation, { overlap }: AnswerSentence, index: GivenIndex, signs: GivenSigns): LookUp {
	if (quotation.passages.every((passage) => signs.says([passage.join(' ')])) || signs.hasTokens(quotation.tokens))
		return { state: 'given' };
	for (const [text, { given }] of index.texts.entries()) {
		const changed = given.context === null ? undefined : changedQuotation(quotation, signs.tokensOfText(text));
		if (changed === undefined) continue;
		const sentence = index.sentences.findIndex((one) => one.text === text && one.end > changed.start);
		return { state: 'contradicted', by: { value: { ...quotation, ...changed }, text, sentence } };
	}
	if (quotation.isShort) return { state: 'undecided' };
	let best: { readonly share: number; readonly by: GivenValue } | undefined;
	for (const [number, { text, firstWord, endWord }] of index.sentences.entries()) {
		if (overlap[number] === 0) continue;
		const { share, start, end } = alignedShare(quotation, index.texts[text]!.words.slice(firstWord, endWord));
		if (share > (best?.share ?? 0)) best = { share, by: { value: { ...quotation, start, end }, text, sentence: number } };
	}
	if (best === undefined || best.share < fewestAligned) return { state: 'not-given' };
	return best.share >= adapted ? { state: 'undecided' } : { state: 'contradicted', by: best.by };
}
