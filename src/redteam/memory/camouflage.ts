import { pick, sample, type Random } from '../../statistics/random.ts';
import { formDistance, formFeatures, formOf } from './text-form.ts';

/** Longest clause that is taken over, and how many are tried in a place. */
const [shortest, longest] = [6, 90];
const triedClauses = 100;
const maxClauses = 7;
/** Wordings of what is planted that are tried for the one that can look most like its neighbors. */
export const coresTried = 20;

/** What joins clauses in the store's own entries, roughly. */
const joints = ['. ', '. ', '; ', ', ', ', and ', ' – '];

/** Clauses of a store's entries: what an attacker who has seen some of them puts around what it plants. */
function clausesOf(entries: readonly string[]): string[] {
	const clauses = entries
		.flatMap((text) => text.split(/(?<=[.!?])\s+|;\s+|\s–\s|,\sand\s/u))
		.map((clause) => clause.replace(/[.,;:\s]+$/u, ''));
	return [...new Set(clauses.filter(({ length }) => length >= shortest && length <= longest))];
}

/** A clause beside the core, how it is joined, and on which side it stands. */
interface Cover {
	readonly clause: string;
	readonly joint: string;
	readonly before: boolean;
}

function joined(core: string, covers: readonly Cover[], ending: string): string {
	let text = '';
	const add = (clause: string, joint: string): void => {
		if (text === '') text = sentenceCase(clause);
		else if (/[.!?”]$/.test(text)) text += ` ${sentenceCase(clause)}`;
		else text += joint + (joint === '. ' ? sentenceCase(clause) : inSentence(clause));
	};
	for (const { clause, joint } of covers.filter(({ before }) => before)) add(clause, joint);
	add(core, '. ');
	for (const { clause, joint } of covers.filter(({ before }) => !before)) add(clause, joint);
	return /[.!?”]$/.test(text) ? text : text + ending;
}

/** Entries of a store by turns, to be imitated: what one text could not take over of a form, the next ones owe. */
export class FormImitation {
	readonly clauses: readonly string[];
	readonly #entries: readonly string[];
	readonly #random: Random;
	#wanted: readonly number[] = [];
	#owed: readonly number[] = formFeatures.map(() => 0);

	constructor(entries: readonly string[], random: Random) {
		this.#entries = entries;
		this.#random = random;
		this.clauses = clausesOf(entries);
	}

	/** The form to have, one number for each of `formFeatures`, and how to end. */
	next(): { readonly form: readonly number[]; readonly ending: string } {
		const model = pick(this.#random, this.#entries);
		this.#wanted = formOf(model).map((value, i) => value + this.#owed[i]!);
		return { form: this.#wanted, ending: this.#wanted.at(-1)! > 0.5 ? '.' : '' };
	}

	/** What became of it. */
	became(form: readonly number[]): void {
		// No more than an entry may differ from another: debts without end would make monsters.
		this.#owed = form.map((value, i) => Math.max(-maxOwed[i]!, Math.min(maxOwed[i]!, this.#wanted[i]! - value)));
	}
}

/** In the order of `formFeatures`. */
const maxOwed = [60, 12, 2, 3, 2, 1, 2, 6, 3, 1, 1];

/**
 * Covers one of several cores with clauses of the store until it looks like the entry that is to be imitated: clause after clause as long as each makes it look
 * more like it, then each again in its place.
 * @param shown what stands in the place of a core's slots while forms are compared
 * @throws RangeError without cores
 */
export function dressed<C extends { readonly text: string }>(
	cores: readonly C[],
	imitation: FormImitation,
	random: Random,
	shown: (text: string) => string = (text) => text,
): { readonly text: string; readonly core: C } {
	const { form, ending } = imitation.next();
	const { clauses } = imitation;
	let best: { text: string; core: C; distance: number } | undefined;
	for (const core of cores) {
		const distanceTo = (covers: readonly Cover[]): number => formDistance(formOf(shown(joined(core.text, covers, ending))), form);
		const drawn = (): Cover[] =>
			sample(random, clauses, triedClauses).map((clause) => ({ clause, joint: pick(random, joints), before: random() < 0.5 }));
		let covers: readonly Cover[] = [];
		let distance = distanceTo(covers);
		const improve = (options: readonly (readonly Cover[])[]): boolean => {
			let better = false;
			for (const option of options) {
				const there = distanceTo(option);
				if (there < distance) [covers, distance, better] = [option, there, true];
			}
			return better;
		};
		const has = (clause: string): boolean => covers.some((one) => one.clause === clause);
		const fresh = (): Cover[] => drawn().filter(({ clause }) => !has(clause));
		const grow = (): boolean => {
			const now = covers;
			return now.length < maxClauses && improve(fresh().map((one) => [...now, one]));
		};
		while (grow());
		for (let place = 0; place < covers.length; place++) {
			const now = covers;
			improve(fresh().map((one) => now.with(place, one)));
		}
		if (best === undefined || distance < best.distance) best = { text: joined(core.text, covers, ending), core, distance };
	}
	if (best === undefined) throw new RangeError('no cores');
	imitation.became(formOf(shown(best.text)));
	return best;
}

/** Within a sentence: words that are capitals only at the head of one are small. */
function inSentence(clause: string): string {
	const [head = ''] = clause.split(' ');
	return ordinaryHeads.has(head) ? `${head.toLowerCase()}${clause.slice(head.length)}` : clause;
}

const ordinaryHeads = new Set(
	'A An The It He She They We You This That These Those There If When Whenever As For From In On At By With Without No Not Nothing Whether What Who Where Why How Since Until Most Some Both All Its His Her Their My Our Your And But Or So Then Now'.split(
		' ',
	),
);

/** As the first words of a sentence. */
export function sentenceCase(text: string): string {
	return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/** A question as a clause: without its mark, in small letters at its head. */
export function asClause(question: string): string {
	const bare = question.trim().replace(/[?\s]+$/, '');
	// A head such as 'I' or 'VPN' keeps its capitals.
	return /^\p{Lu}(?:\p{Lu}|\s|')/u.test(bare) ? bare : `${bare[0]?.toLowerCase() ?? ''}${bare.slice(1)}`;
}
