/*
 * Abbreviations of the known languages that stand before something else. Taggers know titles ('Mr.'), and cut behind most of the others. Those in
 * small letters may also begin with a capital.
 */

/** Whatever follows, the sentence goes on. */
const always = 'vs v e.g i.e cf viz approx incl excl esp resp ca a.k.a bzw ggf evtl inkl exkl vgl sog bspw aprox';
/** A number follows, or a letter that numbers something: 'Fig. 3', 'Sec. A', 'núm. 7'. Where something else follows, the sentence ends. */
const beforeNumbers =
	'fig figs eq eqs eqn eqns sec secs sect chap chaps ch No Nos Nr Nrn vol vols p pp pg pgs ref refs para paras pars Art Arts cl cls fn tbl Tab ' +
	'Tabs App Apps appx Ex Exs thm def defs ed eds max min est avg tel ext ver rev abb Abs Bd kap Gl ziff S Par n nn núm num pág págs pag pagg Cap ' +
	'Caps lám tav fasc op c env Rm Apt Bldg Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec';
/** A name follows: 'Dr. Okafor', 'Sra. Pérez'. */
const beforeNames =
	'Mr Mrs Ms Messrs Dr Drs Prof St Mt Mts Ft Gen Col Capt Cpt Cmdr Sgt Lt Maj Adm Rev Hon Gov Sen Rep Pres Supt Insp Sra Srta Sres Dra Lic Ing ' +
	'Av Avda sig sigg dott avv Mlle Mme MM Hr Fr Frl Dipl Msgr dept';

/** A single letter has a meaning of its own as a capital: 'It was 5 V.' */
function setOf(list: string): ReadonlySet<string> {
	return new Set(list.split(' ').flatMap((one) => (one.length === 1 ? [one] : [one, one.charAt(0).toUpperCase() + one.slice(1)])));
}

const [goingOn, ofNumbers, ofNames] = [setOf(always), setOf(beforeNumbers), setOf(beforeNames)];

/** What stands right before a stop, back to a blank or an opening mark; and the word before it. */
const lastWord = /(?:(?<before>\p{L}+)\s)?[("'“‘„«[*_]*(?<word>\p{L}[\p{L}.]*)$/u;
/** UTF-16 units before the stop that are looked at. */
const reach = 24;

/**
 * Returns whether a full stop ends an abbreviation and no sentence, by what follows it: 'Fig. 3', 'vs. Plan B', 'Dr. Okafor'.
 * @param stop offset of the stop, and `next` offset of what follows it behind white space
 */
export function isAbbreviationAt(text: string, stop: number, next: number): boolean {
	const groups = lastWord.exec(text.slice(Math.max(0, stop - reach), stop))?.groups;
	const word = groups?.['word'];
	if (word === undefined) return false;
	if (goingOn.has(word)) return true;
	const behind = text.slice(next, next + 4);
	// 'z. B.', 'EE. UU.', and Spanish 'Sr. Pérez', which in English stands behind a name.
	if ((word === 'z' && behind.startsWith('B.')) || (word === 'EE' && behind.startsWith('UU.'))) return true;
	if (word === 'Sr') return /^\p{Lu}\p{Ll}/u.test(behind) && !/^\p{Lu}\p{Ll}{2}/u.test(groups?.['before'] ?? '');
	if (/^[\p{N}(#§]/u.test(behind)) return ofNumbers.has(word);
	if (/^\p{Lu}(?:[\p{N}.,;)]|\s|$)/u.test(behind)) return /^\p{Lu}/u.test(word) && ofNumbers.has(word) && !/^[AI]\s/u.test(behind);
	return /^\p{Lu}/u.test(behind) && ofNames.has(word);
}
