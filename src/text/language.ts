/** What the tagger knows of a text's language. */
export type Language = 'en' | 'other';

/** The commonest function words of English; about four words in ten of any English prose. */
const english = new Set(
	'the of and to a in is that it for was on are as with his they be at this from have or by had not but what all were when we there can an your which their if will how each about out them then she he her him has its who did do does than been my no you i me our us more also after before between into over under is'.split(
		' ',
	),
);

/** Those of other languages in Latin script that English does not have. */
const foreign = new Set(
	(
		'der die das und ist nicht ein eine einen einem einer mit für auf dem den des im von zu sich wird auch sind bei nach ' + // German
		'le les de des une est et dans pour qui que pas sur avec du au aux sont ce cette par il elle ' + // French
		'el los las una del por para con es y como más su lo se está son ' + // Spanish
		'gli della nel che per con sono di il non è alla dei ' + // Italian
		'os da dos das um uma não com é ao ' + // Portuguese
		'het een van niet zijn voor aan ook wordt bij ' + // Dutch
		'och att det som är inte på jag av til og ikke er ' + // Swedish, Norwegian, Danish
		'jest nie na się że do w z '
	) // Polish
		.trim()
		.split(/\s+/),
);

/** From this many words on, a text without English function words is not taken for English. */
const enoughWords = 12;

/** Words that stand in names, too ('Juan de la Cruz'), or are words of English: in a short text they say nothing. */
const inNames = new Set('de la le los las del da do dos das di von van der den du e y as para per met die sind'.split(' '));

/**
 * Returns the language that a text shows by itself. `null` for one that shows none, such as a name or a number: fewer than twelve words of Latin
 * script, among which function words do not decide.
 */
export function ownLanguageOf(text: string): Language | null {
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	if (words.length >= enoughWords || !isLatin(text)) return languageOf(text);
	const own = words.filter((word) => english.has(word) && !foreign.has(word)).length;
	const others = words.filter((word) => foreign.has(word) && !english.has(word) && !inNames.has(word)).length;
	// Letters that English does not have stand in names, too: they count beside a function word only.
	if (others >= 2 || (others === 1 && own === 0 && /[ßäöüñçãõàèìòùâêîôûéáíóú¿¡]/u.test(text.toLowerCase())))
		return own > others ? 'en' : 'other';
	return own >= 2 ? 'en' : null;
}

/** Whether at least half of a text's letters are Latin. */
function isLatin(text: string): boolean {
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
	return latin * 2 >= letters;
}

/**
 * Whether a text is English: at least half of its letters are Latin, it holds at least as many of the commonest English
 * function words as of other languages', and these are at least a tenth of its words once it has twelve.
 * A short text that shows nothing either way (a name, a number) counts as English unless its letters say otherwise.
 */
export function languageOf(text: string): Language {
	if (!isLatin(text)) return 'other';
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const own = words.filter((word) => english.has(word)).length;
	const others = words.filter((word) => foreign.has(word)).length;
	if (own < others) return 'other';
	return words.length >= enoughWords && own * 10 < words.length ? 'other' : 'en';
}
