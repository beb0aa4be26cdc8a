import { errorNumbers } from '../../error-numbers.ts';
import { hiddenRuns } from '../../text/hidden-characters.ts';
import { elementsOf, membersOf } from '../json-ranges.ts';
import type { DocumentRange, FormatProblem } from '../trace.ts';
import { contentId } from './memory-entry.ts';
import { jsonStringPart } from './json-string-entry.ts';
import { readMemoryLine, type MemoryLine, type ObjectLine } from './memory-line.ts';
import { bareEntry, type ReadEntries } from './read-entries.ts';
import { writtenAt } from './written-at.ts';

/** A vector as a store's JSON has it; `null`: there is none; `other`: no list of finite numbers, or of another length than `dimensions`. */
function storedVector(value: unknown, dimensions: number | null): Float32Array | null | 'other' {
	if (!Array.isArray(value)) return null;
	const isVector = value.length > 0 && value.every((one) => typeof one === 'number' && Number.isFinite(Math.fround(one)));
	return isVector && (dimensions === null || value.length === dimensions) ? Float32Array.from(value) : 'other';
}

/** A line as it should be. */
const memoryLineExample = '{"id": "7", "text": "Ada likes tea."}';

/** What an agent reads of a line, as the tools call it: mem0's payloads and answers, plain texts, messages, LangChain's and Chroma's documents. */
const textMembers = ['data', 'memory', 'text', 'content', 'page_content', 'document'] as const;
/** What an agent reads of a line that has none of these: notes and events, and what a store keeps under a key. */
const otherTextMembers = ['message', 'event', 'fact', 'note', 'observation', 'statement', 'summary', 'value'] as const;
/** Objects within which tools keep them. */
const holders = ['payload', 'metadata', 'value'] as const;

const idMembers = ['id', 'memory_id', 'uuid', 'key'] as const;
const scopeMembers = ['user_id', 'agent_id', 'run_id', 'namespace', 'collection'] as const;
const authorMembers = ['actor_id', 'author', 'role'] as const;
const lineageMembers = ['made_from', 'derived_from'] as const;
const vectorMembers = ['embedding', 'vector'] as const;

/** A text of a line, with the way to it. */
interface LineText {
	/** Such as `payload.data`. */
	readonly name: string;
	/** Of the string with its quotes, in the line. */
	readonly range: DocumentRange;
}

/** Whether a value is what a line of such a memory holds. @param member that a person has named; `null`: nobody has */
export function isMemoryRecord(value: unknown, member: string | null = null): boolean {
	return isObject(value) && textNames(value, member).length > 0;
}

/** A member that holds a text, and the object within the line that has it; empty: the line itself. */
interface TextName {
	readonly holder: (typeof holders)[number] | '';
	readonly name: string;
}

/** Which members of a line hold what an agent reads: those of tools, else those of other lines, else all texts of what a store keeps under a key. */
function textNames(value: Readonly<Record<string, unknown>>, member: string | null): TextName[] {
	const named = (names: readonly string[]): TextName[] =>
		(['', ...holders] as const).flatMap((holder) => {
			const object = holder === '' ? value : value[holder];
			return isObject(object) ? names.filter((name) => hasText(object[name])).map((name) => ({ holder, name })) : [];
		});
	if (member !== null) return named([member]);
	const [known, others] = [named(textMembers), named(otherTextMembers)];
	if (known.length > 0 || others.length > 0) return known.length > 0 ? known : others;
	const kept = value['value'];
	return isObject(kept) && 'key' in value
		? Object.keys(kept)
				.filter((name) => hasText(kept[name]))
				.map((name) => ({ holder: 'value', name }))
		: [];
}

const longestMemberName = 40;
const mostMembers = 8;

/** What a refusal says of the members that it saw; empty: there is none. */
export function membersSeen(values: readonly unknown[]): string {
	const seen = [...new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : [])))].filter(
		(name) => name.length <= longestMemberName && hiddenRuns(name).length === 0,
	);
	if (seen.length === 0) return '';
	return ` Its members are ${seen
		.slice(0, mostMembers)
		.map((name) => `\`${name}\``)
		.join(', ')}${seen.length > mostMembers ? ' and others' : ''}.`;
}

/**
 * Reads a line of JSON Lines: an entry for each text that it holds, since nobody knows which of them an agent will read. The first one has the
 * line's id, by content where it has none; another one adds its member's name. `dimensions`: of the store's embeddings; others are passed over.
 */
export function readJsonlEntry(line: MemoryLine, dimensions: number | null, member: string | null = null): ReadEntries {
	const { line: object, problems } = readMemoryLine(line, memoryLineExample);
	if (object === null) return { entries: [], problems };
	const texts = textsOf(object, member);
	const { value, source, whole, range } = object;
	const allProblems: FormatProblem[] = [...problems];
	if (texts.length === 0) {
		const isBlank = isMemoryShaped(value);
		allProblems.push({
			code: errorNumbers.unexpectedJsonLine,
			...(isBlank ? { severity: 'hint' } : {}),
			message: isBlank
				? 'This line holds an empty text, and is passed over.'
				: `This line holds no text of a memory${member === null ? '' : ` in \`${member}\``}.${membersSeen([value])}`,
			hint: `Expected a line such as ${memoryLineExample}, or name the member with the text: FILE?text=MEMBER`,
			document: line.document,
			range,
		});
		return { entries: [], problems: allProblems };
	}
	const objects = [value, ...holders.map((holder) => value[holder])].filter(isObject);
	const vectorMember = vectorMembers.find((name) => Array.isArray(value[name]));
	const embedding = vectorMember === undefined ? null : storedVector(value[vectorMember], dimensions);
	if (embedding === 'other')
		allProblems.push({
			code: errorNumbers.unexpectedJsonLine,
			severity: 'hint',
			message: `The embedding of this line is no list of ${dimensions ?? 'finite'} numbers, as others of the file are; it is not used.`,
			hint: 'Embed all entries of a file with one encoder.',
			document: line.document,
			range,
		});
	const id = firstOf(objects, idMembers, asId);
	const parts = texts.map(({ name, range: quoted }) => ({ name, ...jsonStringPart(source, quoted) }));
	const seen = new Set<string>();
	const entries = parts.flatMap(({ name, ...part }) => {
		if (part.text.trim() === '' || seen.has(part.content)) return [];
		const isFirst = seen.size === 0;
		seen.add(part.content);
		return [
			{
				...bareEntry,
				...part,
				id: id === null ? contentId(part.text) : isFirst ? id : `${id}/${name}`,
				whole,
				scope: scopeOf(objects),
				when: writtenAt(objects),
				author: firstOf(objects, authorMembers, asText),
				madeFrom: objects.flatMap((one) => lineageMembers.flatMap((lineageMember) => idsOf(one[lineageMember]))),
				metadata: otherMembers(value, vectorMember),
				embedding: embedding === 'other' ? null : embedding,
			},
		];
	});
	return { entries, problems: allProblems };
}

/** How many numbers the embedding of a line has, where it has one. */
export function vectorLength(value: unknown): number | null {
	if (!isObject(value)) return null;
	const vector = storedVector(vectorMembers.map((name) => value[name]).find(Array.isArray), null);
	return vector === null || vector === 'other' ? null : vector.length;
}

function textsOf({ value, members, source }: ObjectLine, member: string | null): LineText[] {
	return textNames(value, member).flatMap(({ holder, name }) => {
		if (holder === '') return textsIn(value[name], { name, range: members.get(name)! }, source.text);
		const inner = value[holder];
		const range = membersOf(source.text, members.get(holder)!.start).get(name)!;
		return isObject(inner) ? textsIn(inner[name], { name: `${holder}.${name}`, range }, source.text) : [];
	});
}

/** The texts that a member holds: itself, or of a message in parts those that are text. */
function textsIn(value: unknown, { name, range }: LineText, text: string): LineText[] {
	if (!Array.isArray(value)) return [{ name, range }];
	return elementsOf(text, range.start).flatMap((part, i): LineText[] => {
		const element: unknown = value[i];
		if (typeof element === 'string') return [{ name: `${name}.${i}`, range: part }];
		return isObject(element) && hasString(element['text'])
			? [{ name: `${name}.${i}`, range: membersOf(text, part.start).get('text')! }]
			: [];
	});
}

function hasText(value: unknown): boolean {
	return hasString(value) || (Array.isArray(value) && value.some((part) => hasString(part) || (isObject(part) && hasString(part['text']))));
}

function hasString(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

/** Whether a text stands where one should, though an empty one. */
function isMemoryShaped(value: Readonly<Record<string, unknown>>): boolean {
	return [value, ...holders.map((holder) => value[holder])].some(
		(object) => isObject(object) && textMembers.some((name) => typeof object[name] === 'string'),
	);
}

function scopeOf(objects: readonly Readonly<Record<string, unknown>>[]): string | null {
	const named = scopeMembers.flatMap((name) => {
		const value = firstOf(objects, [name], (one) =>
			Array.isArray(one) ? one.filter((part) => typeof part === 'string').join('/') : asId(one),
		);
		return value === null || value === '' ? [] : [`${name}=${value}`];
	});
	return named.length === 0 ? null : named.join(', ');
}

/** All but the embedding: what is signed is the whole of the record. */
function otherMembers(value: Readonly<Record<string, unknown>>, vector: string | undefined): Record<string, unknown> {
	return Object.fromEntries(Object.entries(value).filter(([name]) => name !== vector && !textMembers.some((member) => member === name)));
}

function firstOf<T>(
	objects: readonly Readonly<Record<string, unknown>>[],
	names: readonly string[],
	read: (value: unknown) => T | null,
): T | null {
	for (const object of objects)
		for (const name of names) {
			const value = read(object[name]);
			if (value !== null) return value;
		}
	return null;
}

function asId(value: unknown): string | null {
	if (typeof value === 'number') return String(value);
	return asText(value);
}

function asText(value: unknown): string | null {
	return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function idsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.flatMap((one) => asId(one) ?? []) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
