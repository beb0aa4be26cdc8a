import type { DerivedNumbers } from './derived-numbers.ts';
import { bareQuantitiesOf, quantitiesOf } from './quantities.ts';
import { timeMeasure } from './units.ts';
import type { Amount } from './values.ts';

/** What says that a number is computed. */
const joining =
	/\b(?:totals?|totall?ing|combined|altogether|together|sum|overall|in all|both|difference|more|fewer|less|increase[ds]?|decrease[ds]?|increasing|decreasing|rose|risen|fell|fallen|dropped|grew|grown|gained|lost|net|remaining|left|rest|others?|average[ds]?|mean|apart|gap|longer|shorter|older|younger|higher|lower|cheaper|later|earlier|saves?|saved|saving|changed?s?|cuts?|reduced|raised|shrank|up by|down by|times|twice|whole|entire|each|every|per|person|ahead|behind|up on|down on|clear of|outside|margin|lead|spare|extra|additional|add(?:s|ed|ing)? up|comes? to|came to|makes?|makes up|halves?|discounts?|off|savings?|split|between them|out of|short of|remains?|fastest|slowest|beat|won by|enough for|span|spread|range|daily|monthly|a month|weekly|a week|a day|per day|annual(?:ly)?|yearly|per year|a year)\b|\bby\b.{1,25}\d/iu;
/** What says that an amount is what two others differ by: '13 points more than Ben', '187 m taller than the bridge', 'lost 5.5 kg'. */
const comparing =
	/\b(?:more|fewer|less|further|farther|\p{L}{2,}er)\b(?: \S+){0,4} than\b|\b(?:differences?|differ(?:s|ed)?|apart|gap|margin)\b|\b(?:lost|gained|lose|gain|dropped|rose|fell|grew|shrank|increased|decreased|declined|climbed|slipped|cut|raised|reduced)\b|\bby\b[^,;]{0,12}\d/iu;

/** Returns whether a sentence says of an amount that it is a difference. */
export function isComparison(sentence: string): boolean {
	return comparing.test(sentence);
}

/** Returns whether a sentence says that something in it was computed. */
export function isSaidToBeComputed(sentence: string): boolean {
	return joining.test(sentence) || isComparison(sentence) || joiningElsewhere.test(sentence);
}

/** The same in other languages than English. */
const joiningElsewhere =
	/(?<!\p{L})(?:insgesamt|gesamt\p{L}*|zusammen|summe|au total|ensemble|en tout|somme|en total|suman?|juntos|en conjunto|totale|complessiv\p{L}+|in tutto|ao todo|no total|soma|totaliz\p{L}+|annuel\p{L}*|par an|jährlich\p{L}*|pro Jahr|im Jahr|anual\p{L}*|al año|por año|annu[oa]|annual[ei]|all'anno|por ano|cada|jeweils|je|chaque|chacun\p{L}*|ogni|ciascun\p{L}*|por encima|por debajo|acima|abaixo|au-dessus|en dessous|al di sopra|al di sotto|über dem|unter dem|économis\p{L}*|d'écart|écart|différence|reste\p{L}*|devant|derrière|de plus|de moins|d'avance|de retard|soit|Vorsprung|Rückstand|Abstand|Unterschied|Differenz|übrig\p{L}*|spar\p{L}+|mehr|weniger|länger|kürzer|später|früher|macht|insgesamt|ventaja|diferencia|ahorr\p{L}+|quedan?|resto|más|menos|vantaggio|distacco|differenza|risparmi\p{L}*|in più|in meno|rest\p{L}+|rimang\p{L}+|a mais|a menos|diferença|poup\p{L}+|vantagem|sobra\p{L}*|restam?|de diferencia|de diferença)(?!\p{L})|每年|全年|年額|年間|年に|合[わ计計]|合わせ|全部|一共|总共|總共|共|总计|差|多|少|剩|省|余|残|早|晚|遅|先|後|平均|増|減|高|低|长|長|短/iu;

/** What says that an amount is an average, in the known languages. */
const averaging =
	/\b(?:averag|mean\b|durchschnitt|im Schnitt|im Mittel|moyenne|promedio|de media|media (?:di|de|diaria|mensual|giornaliera|mensile)|in media|média|mediamente)|平均/iu;

/** How sure it is that a number was computed. */
export type Derivation =
	/** The sentence shows the terms, or says that something was computed. */
	| 'said'
	/** It has so many digits that it can hardly be by chance. */
	| 'exact'
	/** Of a few numbers that stand beside each other, or a time between given ones. */
	| 'possible';

/**
 * Returns whether an amount follows from given values: a sum, a difference, an average, a product, a share, a change in percent, or the time
 * between two dates or clock times. Operands stand in one text, near each other.
 * @param sentence the response's sentence, in plain text
 * @param others other amounts of that sentence, which may show the sum
 */
export function isDerived(amount: Amount, sentence: string, others: readonly Amount[], results: DerivedNumbers, how: Derivation): boolean {
	switch (how) {
		case 'said': {
			const isJoining = isSaidToBeComputed(sentence);
			const near = nearest(others, amount);
			// '126 mg, 26 above the limit of 100'
			const read = amount.units.length === 0 ? bareQuantitiesOf : quantitiesOf;
			const terms = near.flatMap((other) => read(other).slice(0, 1));
			if (results.isMultipleBy(terms, amount) || results.shares.render(amount)) return true;
			if (results.shareOfLists.render(amount) || (averaging.test(sentence) && results.averagesOfLists.render(amount))) return true;
			if (results.closure.rendersWith(amount, near, perThing.test(sentence), isJoining)) return true;
			return isJoining && (results.near.render(amount) || results.sumsOfLists.render(amount) || results.closure.render(amount, 4));
		}
		case 'exact':
			return results.closure.render(amount, 4, leastDigits);
		case 'possible':
			if (results.beside.render(amount) || results.times.isTimeOfSpans(amount) || results.closure.rendersElapsed(amount)) return true;
			return (
				(quantitiesOf(amount).some(({ measure }) => measure === timeMeasure) || isAge(amount, sentence)) &&
				results.times.isTimeBetween(amount)
			);
	}
}

/** A number with fewer digits that say something follows from others by chance. */
const leastDigits = 95;
/** What says that an amount is that of each of some things. */
const perThing =
	/(?<!\p{L})(?:per|each|every|apiece|an?(?= (?:acre|hectare|head|hour|day|week|month|year|night|unit|piece|person|mile|litre|liter|kilo|pound|square)\b)|pro|je|jeweils|par|chacun\p{L}*|chaque|por|cada|al?(?= \p{L}+o\b)|ogni|ciascun\p{L}*)(?!\p{L})|每|各|ごと|につき|一人|人均|平均/iu;

/** Whether a number may be somebody's age: 'aged 36', 'when she was 27', 'a 40-year-old'. */
function isAge({ readings, units }: Amount, sentence: string): boolean {
	const years = readings[0]?.value ?? 0;
	if (units.length > 0 || years < 1 || years > 120) return false;
	return (
		/\b(?:aged?|old)\b|[歳岁]/iu.test(sentence) ||
		new RegExp(String.raw`\b(?:was|were|turned|turning|at|of)(?: only| just| about)? ${years}\b`, 'iu').test(sentence)
	);
}

/** Returns the amounts of a sentence that stand nearest to another one of it, in order: a sum is shown beside its terms. */
function nearest(others: readonly Amount[], { start }: Amount): readonly Amount[] {
	if (others.length <= mostTerms) return others;
	let behind = others.findIndex((other) => other.start > start);
	if (behind === -1) behind = others.length;
	const first = Math.max(0, Math.min(behind - mostTerms / 2, others.length - mostTerms));
	return others.slice(first, first + mostTerms);
}

/** Amounts of the answer's sentence that may be terms of one of its amounts. An even number. */
const mostTerms = 24;
