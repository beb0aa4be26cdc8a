import type { TextRange } from '../../text/tagged-text.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import { foldedWord, stemOf } from './plain-text.ts';
import type { Name } from './names.ts';

/*
 * Titles and offices before a name: 'Rev. Moll' and 'Professor Moll' are two persons, or one of them is wrong. Titles of a group say the same or go together.
 */

const groups =
	'reverend rev pastor vicar father pfarrer abbe pere padre don,bishop bischof eveque obispo bispo vescovo,archbishop erzbischof arcivescovo,cardinal,rabbi rabbiner,imam,' +
	'professor prof professorin profa professora profesor professeur professore professoressa profssa,' +
	'judge richter richterin juge juez jueza juiz juiza giudice,justice,mayor burgermeister burgermeisterin maire alcalde alcaldesa prefeito prefeita sindaco sindaca,' +
	'captain capt kapitan capitaine capitan capitano capitao,major maj,colonel col oberst coronel colonnello,general gen,lieutenant lt leutnant teniente tenente,sergeant sgt feldwebel sargento sergente,' +
	'commander cmdr,admiral adm,constable,inspector insp inspecteur inspektor,superintendent supt,detective det,corporal cpl,' +
	'senator sen,governor gov,councillor councilor cllr stadtrat stadtratin conseiller conseillere concejal concejala vereador vereadora consigliere consigliera,alderman,' +
	'minister ministerin ministre ministro ministra,president prasident prasidentin presidente presidenta,chancellor kanzler kanzlerin,ambassador botschafter ambassadeur embajador ambasciatore,' +
	'nurse krankenschwester infirmiere infirmier enfermera enfermero enfermeira enfermeiro infermiera infermiere,midwife,matron,' +
	'director direktor direktorin directeur directrice directora diretor diretora direttore direttrice,coach trainer trainerin entraineur entrenador entrenadora treinador treinadora allenatore allenatrice,' +
	'chef koch,engineer ing ingeniero ingeniera ingegnere engenheiro engenheira,architect architekt architektin architecte arquitecto arquitecta arquiteto arquiteta architetto,notary notar notarin notaire notario notaria notaio,' +
	'doctor dr doktor docteur doctora dra doutor doutora dottor dottore dottoressa dott dottssa medico arzt arztin,mr herr herrn monsieur senor sr signor sig senhor,' +
	'ms mrs miss frau mme madame mlle senora sra signora sigra senhora,' +
	'lord,lady,dame,sir,king,queen,prince,princess,duke,duchess,baron,baroness,sheriff,chief';
const groupOf: ReadonlyMap<string, string> = new Map(
	groups.split(',').flatMap((group) => {
		const words = group.split(' ');
		return words.map((word) => [word, words[0]!] as const);
	}),
);

/** What everybody may be called beside an office. */
const polite: ReadonlySet<string> = new Set(['doctor', 'mr', 'ms']);
/** Offices that nobody has who is called a doctor. */
const noDoctors: ReadonlySet<string> = new Set(['nurse', 'midwife', 'matron']);

/** A word that may be a title, and the name behind it with what may stand between: other titles, initials, given names. */
const word = /(?<![\p{L}\p{M}-])\p{L}[\p{L}\p{M}]{1,15}(?:\.(?:ssa|ra))?/gu;
const nameBehind =
	/(?:\.|,(?= (?:don|doña|dona|Mrs?|Ms|Miss|Dr|Herr|Frau|Mme|M\.|señora?|signora?|senhora?|dott\.|la |el |der |die ))(?: (?:la|el|der|die)(?= ))?(?: (?:don|doña|dona|señora?|signora?|senhora?|doctora|doctor|dottoressa|dottor|docteur)(?= ))?)? ((?:(?:\p{L}{2,4}\.(?:ssa|ra)?|\p{Lu}\.(?:-\p{Lu}\.)?|\p{Lu}[\p{L}\p{M}'-]+|de|da|do|van|von|di|del|della|la|le) ){0,4}\p{Lu}[\p{L}\p{M}'-]+)/uy;

/** A title of somebody, as a text has it. */
export interface Titled extends TextRange {
	readonly group: string;
	/** Words of the name behind it, folded. */
	readonly parts: readonly string[];
}

/** Returns the names with a title of a plain text in order. Ranges are those of the titles. */
export function titledNames(plain: string): Titled[] {
	return Array.from(plain.matchAll(word)).flatMap(({ index, 0: title }) => {
		const group = groupOf.get(foldedWord(title.replaceAll('.', '')));
		if (group === undefined) return [];
		nameBehind.lastIndex = index + title.length;
		const rest = nameBehind.exec(plain)?.[1];
		if (rest === undefined) return [];
		const parts = rest.split(' ').map((one) => foldedWord(one.replace(/\.$/u, '')));
		return [{ group, parts: parts.filter((part) => part.length > 2 && !groupOf.has(part)), start: index, end: index + title.length }];
	});
}

const ofTexts = new WeakMap<GivenIndex, readonly (readonly Titled[])[]>();

/**
 * Returns what a given text calls somebody to whom an answer gives another title. `undefined` if some given text has this title beside the name, if none
 * has another one, or if two persons have the name.
 */
export function otherTitle({ group, parts }: Titled, index: GivenIndex): GivenValue | undefined {
	const family = parts.at(-1);
	if (family === undefined) return undefined;
	const all = ofTexts.get(index) ?? index.texts.map(({ plain }) => titledNames(plain));
	ofTexts.set(index, all);
	let other: GivenValue | undefined;
	let isKnown = false;
	let ofOther: GivenValue | undefined;
	for (const number of index.postings.get(stemOf(family)) ?? []) {
		const { text, firstWord, endWord } = index.sentences[number]!;
		const { plain, words } = index.texts[text]!;
		for (const { start, end, folded } of words.slice(firstWord, endWord)) {
			if (folded !== family) continue;
			// Beside the name in whatever place: 'Peter Moll, the club's captain'.
			const around = plain.slice(Math.max(0, start - besideName), end + besideName);
			isKnown = true;
			if (
				Array.from(around.matchAll(/\p{L}+/gu), ([one]) => groupOf.get(foldedWord(one))).includes(group) &&
				!isOfAnother(around, group, family)
			)
				return undefined;
		}
	}
	for (const [text, titles] of all.entries()) {
		if (index.texts[text]!.given.context === null) continue;
		for (const one of titles) {
			const isHeld = one.group === group && one.parts.at(-1) !== family && !polite.has(group);
			if (!isHeld && (one.parts.at(-1) !== family || one.group === group || !areAtOdds(group, one.group))) continue;
			const sentence = index.sentences.findIndex((of) => of.text === text && of.end > one.start);
			const name: Name = { kind: 'name', start: one.start, end: one.end, parts: [family], isFirst: false };
			if (isHeld) ofOther ??= { value: name, text, sentence };
			else other ??= { value: name, text, sentence };
		}
	}
	return other ?? (isKnown ? ofOther : undefined);
}

/** Whether two groups of titles are hardly of one person. A doctor or 'Mr' may have any office. */
function areAtOdds(group: string, other: string): boolean {
	if (polite.has(group) || polite.has(other))
		return (
			(group === 'doctor' && noDoctors.has(other)) ||
			(other === 'doctor' && noDoctors.has(group)) ||
			(group === 'mr' && other === 'ms') ||
			(group === 'ms' && other === 'mr')
		);
	return true;
}

const besideName = 60;

/** Whether each word of a group of titles near a name stands before another name. */
function isOfAnother(around: string, group: string, family: string): boolean {
	const near = titledNames(around).filter((one) => one.group === group);
	const count = Array.from(around.matchAll(/\p{L}+/gu)).filter(([one]) => groupOf.get(foldedWord(one)) === group).length;
	return near.length === count && near.every(({ parts }) => !parts.includes(family));
}
