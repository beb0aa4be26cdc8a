import type { Candidate } from './candidate.ts';
import type { PiiEntity, PiiType } from './pii-types.ts';

interface Node {
	readonly next: Map<string, Node>;
	type?: PiiType;
}

/** Ages and sexes are words of every text: a list of them would find '47' in every price. */
const needCue: ReadonlySet<PiiType> = new Set(['age', 'sex']);

/** Fewest letters and digits of a value that is looked for by a list. */
const fewest = 3;

/**
 * Values of a list wherever they stand as whole words, whatever their case, accents, blanks and punctuation ('555 0132' is '555-0132').
 * Of two that begin at the same place the longer. Time grows with the text's length times that of the longest value.
 */
export function entityFinder(entities: readonly PiiEntity[]): (text: string) => Candidate[] {
	const root: Node = { next: new Map() };
	for (const { type, value } of entities) {
		const signs = signsOf(value);
		if (needCue.has(type) || signs.length < fewest) continue;
		let node = root;
		for (const { sign } of signs) {
			const next = node.next.get(sign) ?? { next: new Map<string, Node>() };
			node.next.set(sign, next);
			node = next;
		}
		node.type ??= type;
	}
	if (root.next.size === 0) return () => [];
	return (text) => {
		const signs = signsOf(text);
		const found: Candidate[] = [];
		for (let first = 0; first < signs.length; first++) {
			if (!beginsWord(signs, first)) continue;
			let node: Node | undefined = root;
			let best: { last: number; type: PiiType } | undefined;
			for (let at = first; at < signs.length; at++) {
				node = node.next.get(signs[at]!.sign);
				if (node === undefined) break;
				if (node.type !== undefined && endsWord(signs, at)) best = { last: at, type: node.type };
			}
			if (best !== undefined)
				found.push({ start: signs[first]!.start, end: signs[best.last]!.end, type: best.type, by: 'entity list', sureness: 'checked' });
		}
		return found;
	};
}

/** A letter or digit in its plainest form, and where it stands. */
interface Sign {
	readonly sign: string;
	readonly start: number;
	end: number;
}

function signsOf(text: string): Sign[] {
	const signs: Sign[] = [];
	let start = 0;
	for (const character of text) {
		const end = start + character.length;
		// An accent of its own belongs to the letter before it.
		const last = signs.at(-1);
		if (last?.end === start && /\p{M}/u.test(character)) last.end = end;
		for (const sign of character.normalize('NFKD').toLowerCase().normalize('NFKD'))
			if (/[\p{L}\p{N}]/u.test(sign)) signs.push({ sign, start, end });
		start = end;
	}
	return signs;
}

/** Something else stands before it. */
function beginsWord(signs: readonly Sign[], at: number): boolean {
	return at === 0 || signs[at - 1]!.end < signs[at]!.start;
}

function endsWord(signs: readonly Sign[], at: number): boolean {
	return at === signs.length - 1 || signs[at]!.end < signs[at + 1]!.start;
}
