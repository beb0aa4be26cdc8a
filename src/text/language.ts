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
		'wann wer wie oder aber nur noch vom zum zur durch über unter kann können haben wurde werden dass jeden jede ' +
		'le les de des une est et dans pour qui que pas sur avec du au aux sont ce cette par il elle ' + // French
		'où quand quel quelle quels quelles combien comment peut peuvent ont été ces leur leurs très aussi jusqu oui ' +
		'el la los las una del por para con es y como más su lo se está son ' + // Spanish
		'qué cuál cuánto cuánta cuántos cuántas cuándo dónde cómo quién tiene tienen puede pueden hay fue sus este esta también desde hasta sobre muy sí ' +
		'gli della nel che per con sono di il non è alla dei ' + // Italian
		'quale quali quanto dove chi può possono hanno dello degli nella nelle dal dalla dai sul sulla questo questa anche più ' +
		'os da dos das um uma não com é ao ' + // Portuguese
		'qual quando onde quem pode podem tem têm foi seu sua pelo pela nos nas também até já você ' +
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
const inNames = new Set(
	'de la le los las del da do dos das di von van der den du e y as para per met die sind au dal sur nos este chi'.split(' '),
);
/** Marks that no English sentence has. */
const foreignMark = /[\u00bf\u00a1]/u;
/** Letters that English does not have, except in names. */
const foreignLetter = /[ßäöüñçãõàèìòùâêîôûéáíóú]/u;

/** Function words of a text. */
interface Evidence {
	/** Words of French and Italian that an apostrophe cut short: 'l’entrée'. They are among the foreign ones. */
	readonly elided: number;
	readonly words: number;
	/** Those of English. */
	readonly english: number;
	/** The same without those in names and titles, such as 'The Lord of the Rings'. */
	readonly englishProse: number;
	/** Those of other languages. Such ones as stand in names count where no name is. */
	readonly foreign: number;
	readonly foreignProse: number;
}

/** 'L’entrée', 'qu’il', 'c’è'; not 'L’Oréal' and 'coup d’état', which stand in English texts. */
const elision =
	/(?<![\p{L}'’])(?:[ldcjmnstLDCJMNST]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu|[Qq]uelqu|[Aa]ujourd|[Aa]ll|[Dd]ell|[Nn]ell|[Ss]ull|[Dd]all|[Uu]n)['’](?=[aeiouhàâäéèêëîïôöùûœ])(?!(?:[eé]tat|oeuvre|œuvre|[eê]tre|art|affaires|h[oô]tel|honneur|or)(?!\p{L}))/gu;

const wordOrStop = /\p{L}+|[.!?:\n\u00bf\u00a1\u201c\u00ab"(-]/gu;

function evidenceOf(text: string): Evidence {
	const tokens = text.match(wordOrStop) ?? [];
	const isWord = (i: number): boolean => /^\p{L}/u.test(tokens[i] ?? '');
	const isCapital = (i: number): boolean => /^\p{Lu}/u.test(tokens[i] ?? '');
	const isFunctionWord = (i: number): boolean =>
		english.has((tokens[i] ?? '').toLowerCase()) || foreign.has((tokens[i] ?? '').toLowerCase());
	/** Whether the nearest token behind each one that is not a function word in small letters has a capital. One pass: a text may be one such word again and again. */
	const isCapitalBehind: boolean[] = [];
	const isPassedOver = (i: number): boolean => isWord(i) && !isCapital(i) && isFunctionWord(i);
	for (let i = tokens.length - 1; i >= 0; i--) isCapitalBehind[i] = isPassedOver(i + 1) ? isCapitalBehind[i + 1]! : isCapital(i + 1);
	/** The same of the tokens before the one that the loop is at. */
	let isCapitalBefore = false;
	const elided = text.match(elision)?.length ?? 0;
	const found = { elided, words: 0, english: 0, englishProse: 0, foreign: elided, foreignProse: elided };
	for (let i = 0; i < tokens.length; i++) {
		if (!isPassedOver(i - 1)) isCapitalBefore = isCapital(i - 1);
		if (!isWord(i)) continue;
		found.words++;
		const word = tokens[i]!.toLowerCase();
		const [isEnglish, isForeign] = [english.has(word), foreign.has(word)];
		if (!isEnglish && !isForeign) continue;
		const isFirst = !isWord(i - 1);
		const isInName = isCapital(i) ? !isFirst : isCapitalBefore && isCapitalBehind[i]!;
		if (isEnglish) found.english++;
		if (isEnglish && !isForeign && !isInName) found.englishProse++;
		// German writes all nouns with a capital, so that a name's words are known by the list alone.
		if (isForeign && !(isCapital(i) && !isFirst)) found.foreign++;
		if (isForeign && !isEnglish && !(isCapital(i) && !isFirst))
			if (!inNames.has(word) || (isCapital(i) && isWord(i + 1) && !isCapital(i + 1))) found.foreignProse++;
	}
	return found;
}

/**
 * Returns the language that a text shows by itself. `null` for one that shows none, such as a name or a number: fewer than twelve words of Latin
 * script, among which function words do not decide.
 */
export function ownLanguageOf(text: string): Language | null {
	if (!isLatin(text)) return languageOf(text);
	const { elided, words, english: any, englishProse: own, foreignProse: others } = evidenceOf(text);
	if (words >= enoughWords || foreignMark.test(text)) return languageOf(text);
	// Letters that English does not have stand in names, too: they count beside a function word only.
	if (others >= 2 || (others === 1 && any === 0 && (elided > 0 || foreignLetter.test(text.toLowerCase()))))
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
 * Whether a text is English: at least half of its letters are Latin, it holds at least as many of the commonest English function words as of other
 * languages', those in names and titles apart, and these are at least a tenth of its words once it has twelve.
 * A short text that shows nothing either way (a name, a number) counts as English unless its letters say otherwise.
 */
export function languageOf(text: string): Language {
	if (!isLatin(text) || foreignMark.test(text)) return 'other';
	const { words, english: own, englishProse, foreign: others, foreignProse } = evidenceOf(text);
	if (own < others || englishProse < foreignProse) return 'other';
	return words >= enoughWords && own * 10 < words ? 'other' : 'en';
}
