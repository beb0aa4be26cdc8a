import { stringOf, type Located, type LocatedObject } from './located.ts';
import { memberPath, withMember } from './member-path.ts';
import type { RowMapping } from './row-mapping.ts';
import { namesSource } from './source-names.ts';
import { unpacked } from './texts-in.ts';

/** A mapping by the names of members: without a question, too much would look like an answer. */
export interface ProposedMapping extends RowMapping {
	readonly question: string;
}

type Part = keyof RowMapping;

/** What the names of members say about their part. */
const names: Readonly<Record<Part, RegExp>> = {
	question: /^(?:q|qs|question|query|prompt|ask|asked|user|user_?(?:query|question|message|input)|input|instruction)$|question|query/i,
	contexts: /context|doc|chunk|evidence|source|retriev|snippet|knowledge|hits?$|nodes?$|passag/i,
	answer: /^(?:a|ans|gen|out|bot|reply|pred)$|answer|response|generat|output|completion|reply|prediction|summary|hypothesis/i,
};

/** Names of members that say something about a question, a text or an answer: an ID, a kind, a measure or a verdict. */
const about =
	/(?:^|[_\s.-])(?:ids?|ur[li]s?|links?|titles?|names?|types?|kind|categor(?:y|ies)|scores?|ranks?|counts?|len|length|size|num|numbers?|index|idx|time|timestamp|date|latency|duration|tokens?|cost|model|speaker|author|lang|language|reason(?:s|ing)?|rationale|relevanc[ey]|faithfulness|correctness|precision|recall|confidence|mode|method|strategy|status|error)$/i;
/** The same in camel case. */
const aboutInCamelCase = /[a-z](?:Ids?|Ur[li]s?|Titles?|Names?|Types?|Scores?|Rank|Count|Length|Time|Tokens|Model|Reason)$/;
/** Names of answers that people expect, and no program gave. */
const expected = /gold|truth|reference|expected|correct|ideal|target/i;
/** A number or a truth value, as a cell of CSV may be. */
const measure = /^\s*(?:[+-]?[\d.,]+(?:e[+-]?\d+)?\s*%?|true|false|yes|no|none|null|nan)\s*$/i;

/** Values in one another in which texts are looked for. */
const deepest = 6;
/** Members of an object whose values may be texts by their ID; an object with more names may have them, too. */
const mostNames = 200;

/** Returns the likeliest mapping of a record by the names of its members and by what they hold, or `null` if a part is missing. */
export function proposedMapping(record: Located): ProposedMapping | null {
	const found = [...textsAt(record, '', 0)];
	const best = (part: Part, taken: readonly (string | undefined)[]): string | undefined =>
		[...new Set(found.filter((one) => !taken.includes(one.path) && mayBe(part, one)).map(({ path }) => path))].toSorted(
			(a, b) => score(part, b) - score(part, a),
		)[0];
	const answer = best('answer', []);
	const question = best('question', [answer]);
	const contexts = best('contexts', [answer, question]);
	return question === undefined || contexts === undefined || answer === undefined ? null : { question, contexts, answer };
}

interface TextAt {
	readonly path: string;
	/** Absent for texts by their ID. */
	readonly text?: string;
}

function mayBe(part: Part, { path, text }: TextAt): boolean {
	const name = lastName(path);
	if (about.test(name) || aboutInCamelCase.test(name)) return false;
	if (part === 'contexts') return names.contexts.test(path) && (text === undefined || !(namesSource(text) || measure.test(text)));
	if (path.includes('[]') || !names[part].test(name)) return false;
	// The choices of a quiz are called A, B and C, too.
	if (name.length === 1 && path !== name) return false;
	return text === undefined || !measure.test(text);
}

/** Contexts are in lists, and under names for texts. A question and an answer are near the top. */
function score(part: Part, path: string): number {
	const name = lastName(path);
	if (part !== 'contexts') return -(memberPath(path) ?? []).length - (part === 'answer' && expected.test(name) ? 10 : 0);
	return (path.includes('[]') ? 2 : 0) + (/\d/.test(name) ? -1 : 0) + (/text|body|content|chunk|passage/i.test(name) ? 1 : 0);
}

function lastName(path: string): string {
	const last = memberPath(path)?.findLast((step) => step !== 'items');
	return last === undefined ? path : last.name;
}

function* textsAt(value: Located, path: string, depth: number): Generator<TextAt> {
	if (depth > deepest) return;
	const inner = unpacked(value);
	if (inner.kind === 'string') {
		const text = stringOf(inner) ?? '';
		if (text.trim() !== '') yield { path, text };
	} else if (inner.kind === 'array') {
		for (const item of inner.items.slice(0, 3)) yield* textsAt(item, `${path}[]`, depth + 1);
	} else if (inner.kind === 'object') {
		if (areTextsById(inner)) yield { path };
		for (const [name, member] of [...inner.members].slice(0, mostNames)) yield* textsAt(member, withMember(path, name), depth + 1);
	}
}

/** Whether the names in an object are no words for parts of one text, but IDs of texts: `{"d1": "…", "d2": "…"}`. */
function areTextsById({ members }: LocatedObject): boolean {
	return members.size > 0 && [...members].every(([name, { kind }]) => kind === 'string' && /\d|[./]/.test(name));
}
