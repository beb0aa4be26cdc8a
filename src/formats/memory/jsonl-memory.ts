import { errorNumbers } from '../../error-numbers.ts';
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

/** Whether a value is what a line of such a memory holds. */
export function isMemoryRecord(value: unknown): boolean {
	return (
		isObject(value) &&
		[value, ...holders.map((holder) => value[holder])].some(
			(object) => isObject(object) && textMembers.some((name) => hasText(object[name])),
		)
	);
}

/**
 * Reads a line of JSON Lines: an entry for each text that it holds, since nobody knows which of them an agent will read. The first one has the
 * line's id, by content where it has none; another one adds its member's name. `dimensions`: of the store's embeddings; others are passed over.
 */
export function readJsonlEntry(line: MemoryLine, dimensions: number | null): ReadEntries {
	const { line: object, problems } = readMemoryLine(line, memoryLineExample);
	if (object === null) return { entries: [], problems };
	const texts = textsOf(object);
	const { value, source, whole, range } = object;
	const allProblems: FormatProblem[] = [...problems];
	if (texts.length === 0) {
		const isBlank = isMemoryShaped(value);
		allProblems.push({
			code: errorNumbers.unexpectedJsonLine,
			...(isBlank ? { severity: 'hint' } : {}),
			message: isBlank ? 'This line holds an empty text, and is passed over.' : 'This line holds no text of a memory.',
			hint: `Expected a line such as ${memoryLineExample}`,
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
				madeFrom: objects.flatMap((one) => lineageMembers.flatMap((member) => idsOf(one[member]))),
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

function textsOf({ value, members, source }: ObjectLine): LineText[] {
	const texts = textsIn(value, members, source.text, '');
	for (const holder of holders) {
		const inner = value[holder];
		if (isObject(inner)) texts.push(...textsIn(inner, membersOf(source.text, members.get(holder)!.start), source.text, `${holder}.`));
	}
	return texts;
}

function textsIn(
	value: Readonly<Record<string, unknown>>,
	members: ReadonlyMap<string, DocumentRange>,
	text: string,
	way: string,
): LineText[] {
	return textMembers.flatMap((name): LineText[] => {
		const inner = value[name];
		if (!hasText(inner)) return [];
		const range = members.get(name)!;
		if (typeof inner === 'string') return [{ name: way + name, range }];
		// A message in parts, of which some are text.
		return elementsOf(text, range.start).flatMap((part, i) => {
			const element: unknown = Array.isArray(inner) ? inner[i] : undefined;
			if (typeof element === 'string') return [{ name: `${way}${name}.${i}`, range: part }];
			return isObject(element) && hasString(element['text'])
				? [{ name: `${way}${name}.${i}`, range: membersOf(text, part.start).get('text')! }]
				: [];
		});
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
