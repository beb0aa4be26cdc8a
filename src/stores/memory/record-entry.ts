import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { textSha256 } from '../../formats/sidecar.ts';

/** An id of several names, of which no two lists give the same. */
export function joinedId(...names: readonly string[]): string {
	return names.slice(0, -1).some((name) => name.includes('/')) || names[0]?.startsWith('[') === true
		? JSON.stringify(names)
		: names.join('/');
}

/** Members of a record that hold what an agent reads, as mem0, LangChain, Chroma, LlamaIndex and others call them; the first that is there. */
export const textMembers = ['data', 'memory', 'text', 'content', 'page_content', 'document', 'chroma:document'] as const;
const scopeMembers = ['user_id', 'agent_id', 'run_id'] as const;
const authorMembers = ['actor_id', 'author', 'role'] as const;
const timeMembers = ['updated_at', 'created_at', 'timestamp'] as const;

export type DatabaseRecord = Readonly<Record<string, unknown>>;

/** A record of a database, before it is known what its members mean. */
export interface RecordParts {
	readonly id: string;
	readonly text: string;
	/** Members that stay as metadata, and tell scope, time and author where those are not given. */
	readonly members: DatabaseRecord;
	/** Collection or namespace; `null`: the store has none. */
	readonly scope: string | null;
	readonly when?: string | null;
	readonly author?: string | null;
	readonly madeFrom?: readonly string[];
	readonly embedding: Float32Array | null;
}

/** An entry of what a record of a database holds. */
export function recordEntry({ id, text, members, scope, when, author, madeFrom, embedding }: RecordParts): MemoryEntry {
	const owners = scopeMembers.flatMap((name) => (isText(members[name]) ? [`${name}=${members[name]}`] : []));
	const scopes = [...(scope === null ? [] : [scope]), ...owners];
	return {
		id,
		kind: 'text',
		text,
		content: textSha256(text),
		place: null,
		whole: null,
		about: null,
		scope: scopes.length === 0 ? null : scopes.join(', '),
		when: when ?? firstOf(timeMembers.map((name) => isoTime(members[name]))),
		author: author ?? firstOf(authorMembers.map((name) => (isText(members[name]) ? members[name] : null))),
		madeFrom: madeFrom ?? [],
		metadata: plainMembers(members),
		relation: null,
		embedding,
	};
}

/** What an agent would read of a record, and which member holds it; `null`: no member is known to. */
export function textOf(record: DatabaseRecord): { readonly member: string; readonly text: string } | null {
	for (const member of textMembers) {
		const text = record[member];
		if (isText(text)) return { member, text };
	}
	return null;
}

/** A time in ISO 8601 with its zone, which databases leave away where it is UTC; `null`: it is none. */
export function isoTime(value: unknown): string | null {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	if (typeof value !== 'string') return null;
	const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(value);
	if (found === null) return null;
	const [, day, time, zone = 'Z'] = found;
	const when = time === undefined ? day! : `${day}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`;
	return Number.isNaN(Date.parse(when)) ? null : when;
}

/** Members as JSON has them: databases also have large numbers, times and bytes. */
function plainMembers(members: DatabaseRecord): DatabaseRecord {
	return Object.fromEntries(
		Object.entries(members).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, plain(value)]])),
	);
}

function plain(value: unknown): unknown {
	if (typeof value === 'bigint') return String(value);
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	if (value instanceof Uint8Array) return `${value.length} bytes`;
	if (Array.isArray(value)) return value.map(plain);
	return isRecord(value) ? plainMembers(value) : value;
}

/** A record without some members. */
export function without(record: DatabaseRecord, ...members: readonly string[]): DatabaseRecord {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !members.includes(name)));
}

export function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** What a database gives where a text or a number is expected, as a text; of anything else its JSON. */
export function shown(value: unknown): string {
	if (typeof value === 'string') return value;
	return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : JSON.stringify(plain(value) ?? null);
}

export function isRecord(value: unknown): value is DatabaseRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstOf<T>(values: readonly (T | null)[]): T | null {
	return values.find((value) => value !== null) ?? null;
}

/** An embedding as a server sends it, of `dimensions` finite numbers; `null`: it is none such. */
export function embeddingOf(value: unknown, dimensions: number | null): Float32Array | null {
	if (!Array.isArray(value) || !value.every((one) => typeof one === 'number')) return null;
	return fitting(Float32Array.from(value), dimensions);
}

/** An embedding of little-endian floats, as SQLite keeps it; `null`: it is none. */
export function embeddingOfBytes(bytes: unknown, dimensions: number | null): Float32Array | null {
	if (!(bytes instanceof Uint8Array) || bytes.length % 4 !== 0) return null;
	const vector = new Float32Array(bytes.length / 4);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(4 * i, true);
	return fitting(vector, dimensions);
}

function fitting(vector: Float32Array, dimensions: number | null): Float32Array | null {
	const isSuch = vector.length > 0 && (dimensions === null || vector.length === dimensions) && vector.every(Number.isFinite);
	return isSuch ? vector : null;
}
