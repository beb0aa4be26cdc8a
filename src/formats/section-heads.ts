import type { SectionKind } from './trace.ts';

/** Head lines of the sections that stand at most once in a trace. */
export const singleHeads = {
	system: '## System',
	query: '## Query',
	response: '## Response',
	reference: '## Reference',
} as const satisfies Partial<Record<SectionKind, string>>;

export interface SectionHead {
	readonly kind: SectionKind;
	/** The context's id; the heading's word otherwise. */
	readonly name: string;
}

const context = /^## Context +(\S.*)$/;

/** The head that a line (without its line end) is, if it is one: `## Context <id>`, or exactly one of `singleHeads`. */
export function sectionHead(line: string): SectionHead | undefined {
	for (const kind of ['system', 'query', 'response', 'reference'] as const) {
		if (line === singleHeads[kind]) return { kind, name: line.slice(3) };
	}
	const id = context.exec(line)?.[1]?.trimEnd();
	return id === undefined ? undefined : { kind: 'context', name: id };
}

/** A content line as written: with a backslash before it when it would read as a head (or as an escaped one). */
export function escapeLine(line: string): string {
	return sectionHead(line.replace(/^\\+/, '')) === undefined ? line : `\\${line}`;
}

/** Whether a written line is an escaped one: its first backslash is not content. */
export function isEscaped(line: string): boolean {
	return line.startsWith('\\') && sectionHead(line.replace(/^\\+/, '')) !== undefined;
}

const nearHead = /^ {0,3}##[ \t]*(system|query|response|reference)[ \t]*:?[ \t]*#{0,6}[ \t]*$/i;
const nearContext = /^ {0,3}##[ \t]*context(?=[ \t:]|$)[ \t:]*(.*)$/i;

/** The head that a line which is none may have been meant as: other case, a colon, blanks, or a context without an id. */
export function headMeantBy(line: string): string | undefined {
	// The length bounds the expressions' time.
	if (line.length > 200 || sectionHead(line) !== undefined) return undefined;
	const kind = nearHead.exec(line)?.[1]?.toLowerCase();
	if (kind === 'system' || kind === 'query' || kind === 'response' || kind === 'reference') return singleHeads[kind];
	const id = nearContext.exec(line)?.[1]?.trim();
	return id === undefined ? undefined : `## Context ${id === '' ? '<id>' : id}`;
}

const misspelled = /^ {0,3}##[ \t]+(\p{L}{4,10})(?=[ \t:]|$)[ \t:]*(.*)$/iu;
/** Words of headings that are one letter away from a head's word. */
const ownWords: ReadonlySet<string> = new Set(['content', 'contexts', 'contest', 'preference', 'references', 'responses', 'systems']);

/** The head that a line may have been meant as if one letter of its word is wrong, missing, too many or swapped: `## Contxt a`. */
export function headMisspelledAs(line: string): string | undefined {
	// The length bounds the expression's time.
	if (line.length > 200) return undefined;
	const [, written, rest = ''] = misspelled.exec(line) ?? [];
	const word = written?.toLowerCase();
	if (word === undefined || ownWords.has(word)) return undefined;
	if (isOneEditAway(word, 'context') && rest.trim() !== '') return `## Context ${rest.trim()}`;
	if (rest.trim() !== '') return undefined;
	return Object.values(singleHeads).find((head) => isOneEditAway(word, head.slice(3).toLowerCase()));
}

/** Whether one letter replaced, added, left out or swapped with the next makes `a` from `b` (Damerau and Levenshtein's distance of 1). */
function isOneEditAway(a: string, b: string): boolean {
	if (a === b || Math.abs(a.length - b.length) > 1) return false;
	let same = 0;
	while (same < a.length && a[same] === b[same]) same++;
	const [restA, restB] = [a.slice(same), b.slice(same)];
	return (
		restA.slice(1) === restB.slice(1) ||
		restA.slice(1) === restB ||
		restA === restB.slice(1) ||
		(restA.slice(0, 2) === `${restB[1] ?? ''}${restB[0] ?? ''}` && restA.slice(2) === restB.slice(2))
	);
}

/** A line that someone may have meant as a head of `kind`: other case, spaces or level. */
export function resemblesHead(line: string, kind: keyof typeof singleHeads): boolean {
	// The length bounds the expression's time.
	return line.length <= 40 && new RegExp(String.raw`^\s{0,3}#{1,6}\s*${kind}\s*:?\s*#*\s*$`, 'i').test(line) && line !== singleHeads[kind];
}
