import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { lineAndColumn } from '../../text/lines.ts';
import { piecewiseMap, type Break } from '../../text/piecewise-map.ts';
import { elementsOf, membersOf, rangeAt } from '../json-ranges.ts';
import { jsonSyntaxPlace } from '../json-syntax-place.ts';
import type { DocumentRange, FormatProblem, TextDocumentInput } from '../trace.ts';
import { contentId, type MemoryEntry } from './memory-entry.ts';
import { jsonBreaks, jsonPart } from './json-string-entry.ts';
import { bareEntry, type ReadEntries } from './read-entries.ts';
import { writtenAt } from './written-at.ts';

/** What a Letta agent file (`.af`) holds that is memory. */
export interface LettaMemory extends ReadEntries {
	/** How many messages lie beside it, which are none. */
	readonly messages: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A memory block, with the way to it. */
interface Block {
	readonly path: readonly (string | number)[];
	readonly value: JsonObject;
	/** What holds its text. */
	readonly member: string;
	/** Agents that have it, by name. */
	readonly agents: readonly string[];
}

/**
 * Whether a text is an agent file: of the present schema (`agents` and `blocks`), or of the one of 2025 (`core_memory` of one agent).
 * A guess from its head, which may end anywhere.
 */
export function looksLikeLetta(head: string): boolean {
	// The server's answer may be saved as it came: one string of JSON.
	if (!/^[\s\uFEFF]*(?:\{|"\s*\{)/.test(head)) return false;
	return /"(?:core_memory|in_context_message_ids|in_context_message_indices|block_ids|message_buffer_autoclear)\\?"\s*:/.test(head);
}

/**
 * Reads the memory blocks and skills of a Letta agent file: an entry for each line of one that is not blank, since that is what an agent appends and replaces;
 * messages, system prompts and tools are no memory, and archival memory is not in such files.
 * @throws UserError RA144 when the text is no JSON, or no agent file.
 */
export function readLetta({ document, text }: TextDocumentInput): LettaMemory {
	const base = text.startsWith('\uFEFF') ? 1 : 0;
	const json = base === 0 ? text : text.slice(base);
	const asString = writtenAsString(json);
	if (asString !== null) return placedInString(readLetta({ document, text: asString.text }), { ...asString, base });
	const value = parsed(json, text, document);
	const start = json.search(/[^\s]/);
	const messages =
		listOf(value['messages']).length +
		listOf(value['agents'])
			.filter(isObject)
			.flatMap((agent) => listOf(agent['messages'])).length;
	const entries: MemoryEntry[] = [];
	const problems: FormatProblem[] = [];
	const find = finder(json, start);
	for (const block of blocksOf(value)) {
		const at = find(block.path);
		const written = block.value[block.member];
		if (typeof written !== 'string') {
			problems.push({
				code: errorNumbers.unexpectedJsonLine,
				message: `The memory block ${nameOf(block)} has no \`value\` that is a text.`,
				hint: 'Expected a block such as {"label": "human", "value": "Ada likes tea."}',
				document,
				range: { start: base + at.start, end: base + at.end },
			});
			continue;
		}
		entries.push(...linesOf(block, { document, text: json, base }, membersOf(json, at.start).get(block.member)!));
	}
	return { entries, problems, messages };
}

/** A file that is one JSON string, in which the agent file is; `null`: it is none. */
function writtenAsString(json: string): { readonly text: string; readonly raw: DocumentRange & { readonly text: string } } | null {
	if (!/^\s*"/.test(json)) return null;
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch (error) {
		// What is no JSON is refused with its place.
		if (error instanceof SyntaxError) return null;
		throw error;
	}
	if (typeof value !== 'string') return null;
	const [start, end] = [json.indexOf('"') + 1, json.lastIndexOf('"')];
	return { text: value, raw: { start, end, text: json.slice(start, end) } };
}

/** What was read of a text that stands in its file as a string, with the places in the file. */
function placedInString(
	{ entries, problems, messages }: LettaMemory,
	{ text, raw, base }: NonNullable<ReturnType<typeof writtenAsString>> & { readonly base: number },
): LettaMemory {
	const start = base + raw.start;
	const map = piecewiseMap(jsonBreaks(raw.text, start) ?? [{ text: 0, document: start }], text.length);
	const shift = <T extends DocumentRange>(range: T): T => ({
		...range,
		start: map.toDocument(range.start),
		end: map.toDocument(range.end),
	});
	return {
		messages,
		problems: problems.map((one) => ({ ...one, range: shift(one.range) })),
		entries: entries.map((entry) => {
			const { place, whole, breaks, text: said } = entry;
			if (place === null || whole === null) return entry;
			const within = piecewiseMap(breaks ?? [{ text: 0, document: place.start }], said.length);
			return {
				...entry,
				place: shift(place),
				whole: shift(whole),
				breaks: breaksOf(said.length, (at) => map.toDocument(within.toDocument(at))),
			};
		}),
	};
}

/** Where the units of a text stand, as few pieces as there are. */
function breaksOf(length: number, placeOf: (at: number) => number): Break[] {
	const breaks: Break[] = [];
	for (let at = 0; at < length; at++) {
		const document = placeOf(at);
		const last = breaks.at(-1);
		if (last === undefined || document - last.document !== at - last.text) breaks.push({ text: at, document });
	}
	return breaks;
}

function parsed(json: string, text: string, document: string): JsonObject {
	const refused = (message: string, cause?: unknown, at?: number): UserError =>
		new UserError(errorNumbers.malformedAgentFile, message, {
			place: { file: document, ...(at === undefined ? {} : lineAndColumn(text, at)) },
			hint: 'Expected a Letta agent file: export the agent again (`letta` calls it `.af`).',
			cause,
		});
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw refused('This agent file is not valid JSON.', error, jsonSyntaxPlace(error));
	}
	if (!isObject(value) || !['core_memory', 'agents', 'blocks'].some((name) => Array.isArray(value[name])))
		throw refused('This agent file has neither `agents` and `blocks` nor `core_memory`.');
	return value;
}

function blocksOf(value: JsonObject): Block[] {
	const agents = listOf(value['agents']).filter(isObject);
	const skills = objectsOf(value['skills']).flatMap(([i, skill]) =>
		Object.entries(isObject(skill['files']) ? skill['files'] : {}).map(
			([file, text]): Block => ({
				path: ['skills', i, 'files'],
				member: file,
				value: { label: `${asText(skill['name']) ?? 'skill'}/${file}`, [file]: text },
				agents: agents.flatMap(agentName),
			}),
		),
	);
	const shared = objectsOf(value['blocks']).map(
		([i, block]): Block => ({
			path: ['blocks', i],
			member: 'value',
			value: block,
			agents: agents.filter((agent) => listOf(agent['block_ids']).includes(block['id'])).flatMap(agentName),
		}),
	);
	const inline = objectsOf(value['agents']).flatMap(([i, agent]) =>
		objectsOf(agent['memory_blocks']).map(
			([k, block]): Block => ({ path: ['agents', i, 'memory_blocks', k], member: 'value', value: block, agents: agentName(agent) }),
		),
	);
	const core = objectsOf(value['core_memory']).map(
		([i, block]): Block => ({ path: ['core_memory', i], member: 'value', value: block, agents: agentName(value) }),
	);
	return [...shared, ...inline, ...core, ...skills];
}

/** Lines of a block's value as entries. `quoted`: of the value in the source. */
function linesOf(block: Block, source: { document: string; text: string; base: number }, quoted: DocumentRange): MemoryEntry[] {
	const metadata = Object.fromEntries(Object.entries(block.value).filter(([name]) => name !== block.member));
	const inner = { start: quoted.start + 1, end: quoted.end - 1 };
	const raw = source.text.slice(inner.start, inner.end);
	const value = String(JSON.parse(`"${raw}"`));
	const map = piecewiseMap(jsonBreaks(raw, inner.start) ?? [{ text: 0, document: inner.start }], value.length);
	const entries: MemoryEntry[] = [];
	for (let start = 0; start < value.length; ) {
		const feed = value.indexOf('\n', start);
		const end = feed === -1 ? value.length : feed;
		const line = value.slice(start, end);
		if (line.trim() !== '') {
			const words = { start: start + line.length - line.trimStart().length, end: start + line.trimEnd().length };
			const part = jsonPart(source, { start: map.toDocument(words.start), end: map.toDocument(words.end) });
			// With the line end before the last line, and behind any other.
			const whole = feed === -1 ? { start: Math.max(start - 1, 0), end } : { start, end: feed + 1 };
			entries.push({
				...bareEntry,
				...part,
				id: `${nameOf(block)}/${contentId(part.text)}`,
				whole: { start: source.base + map.toDocument(whole.start), end: source.base + map.toDocument(whole.end) },
				about: asText(block.value['label']),
				scope: block.agents.length === 0 ? null : block.agents.join(', '),
				when: writtenAt([block.value]),
				metadata,
			});
		}
		start = end + 1;
	}
	return entries;
}

/** Ranges of blocks; lists that hold them are walked through once. */
function finder(json: string, start: number): (path: readonly (string | number)[]) => DocumentRange {
	const root = membersOf(json, start);
	const lists = new Map<string, readonly DocumentRange[]>();
	return ([first, i, ...rest]) => {
		const name = String(first);
		const list = lists.get(name) ?? elementsOf(json, root.get(name)!.start);
		lists.set(name, list);
		return rangeAt(json, list[Number(i)]!.start, rest);
	};
}

function nameOf({ value, path }: Block): string {
	return asText(value['id']) ?? asText(value['label']) ?? path.join('.');
}

function agentName(agent: JsonObject): string[] {
	const name = asText(agent['name']) ?? asText(agent['id']);
	return name === null ? [] : [name];
}

function asText(value: unknown): string | null {
	return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function objectsOf(value: unknown): [index: number, object: JsonObject][] {
	return listOf(value).flatMap((one, i): [number, JsonObject][] => (isObject(one) ? [[i, one]] : []));
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
