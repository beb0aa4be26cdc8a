import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { encodingHead, otherEncoding, parsedJson, readHead, requireBytes } from '../../files/read-file.ts';
import { isInstructionFile } from '../../formats/memory/instruction-files.ts';
import { jsonMemory, readJsonMemory, type JsonMemory } from '../../formats/memory/json-document.ts';
import { isMemoryRecord, membersSeen, readJsonlEntry, vectorLength } from '../../formats/memory/jsonl-memory.ts';
import { looksLikeLetta, readLetta } from '../../formats/memory/letta.ts';
import { isMcpRecord, readMcpLine } from '../../formats/memory/mcp-memory.ts';
import { notUtf8 } from '../../formats/memory/memory-line.ts';
import { chromaFolderOpener } from './chroma-folder/chroma-folder.ts';
import { chromaOpener } from './chroma/chroma-server.ts';
import { DocumentStore } from './document-store.ts';
import { instructions } from './instructions-opener.ts';
import { lanceDbOpener } from './lancedb/lancedb-store.ts';
import { langgraphSqliteOpener } from './langgraph-sqlite/langgraph-store.ts';
import { LineStore, firstLines, openLines, type FirstLines, type LineStoreKind } from './line-store.ts';
import { mem0HistoryOpener } from './mem0-history/mem0-history.ts';
import type { MemoryStore, StoreOpener, StoreRemark } from './memory-store.ts';
import { namedTarget, storePath, textMemberOf } from './named-target.ts';
import { pgvectorOpener } from './pgvector/postgres-store.ts';
import { qdrantOpener } from './qdrant/qdrant-collection.ts';
import { refusePickles } from './refuse-pickles.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/**
 * What opens databases. A test loads it from a bundle of this file, which no import shows.
 * @public
 */
export const databaseOpeners: readonly StoreOpener[] = [
	mem0HistoryOpener,
	langgraphSqliteOpener,
	chromaFolderOpener,
	lanceDbOpener,
	chromaOpener,
	pgvectorOpener,
	qdrantOpener,
];

const headBytes = 2 ** 20;

/** A Letta agent file, by its name or by what its first MiB holds. */
export const letta: StoreOpener = {
	kind: 'letta',
	example: 'NAME.af',
	async open(target, { signal }) {
		if ((await namedTarget(target)) !== 'file') return null;
		signal.throwIfAborted();
		const head = await readHead(target, headBytes, fileKinds.memoryLines);
		if (head === undefined || !(/\.af$/i.test(target) || looksLikeLetta(head.toString('utf8')))) return null;
		let messages = 0;
		return new DocumentStore({
			kind: 'letta',
			name: target,
			async *documents() {
				const bytes = await requireBytes(target, fileKinds.memoryDocument);
				const text = bytes.toString('utf8');
				const read = readLetta({ document: target, text });
				messages = read.messages;
				const problems = isUtf8(bytes) ? read.problems : [...read.problems, notUtf8(target, { start: 0, end: text.length })];
				yield { file: '', entries: read.entries, problems, sha256: createHash('sha256').update(bytes).digest('hex') };
			},
			remarks: () => remarksOf(messages),
		});
	},
};

function remarksOf(messages: number): StoreRemark[] {
	const archival: StoreRemark = {
		message: 'An agent file holds the memory blocks of its agents, and not their archival memory.',
		hint: 'Archival memory is in the database of the Letta server. Scan that, too.',
	};
	if (messages === 0) return [archival];
	return [
		archival,
		{
			message: `${messages === 1 ? 'A message' : `${messages} messages`} of this agent file ${messages === 1 ? 'is' : 'are'} no memory and ${messages === 1 ? 'was' : 'were'} not looked at.`,
			hint: 'A message that is still in an agent’s context is read by it, too.',
		},
	];
}

/** Names that say that there are lines of JSON, whatever they hold. */
const jsonLinesName = /\.(?:jsonl|ndjson)$/i;

/** The file of the MCP memory server, by what its first lines hold. */
export const mcpMemory: StoreOpener = {
	kind: 'mcp-memory',
	example: 'memory.jsonl',
	open: (target, { signal }) =>
		openByLines(target, signal, ({ values }) => {
			if (textMemberOf(target) !== null || !values.some(isMcpRecord)) return null;
			return { kind: 'mcp-memory', embeddings: null, readLine: readMcpLine };
		}),
};

/** JSON Lines of mem0's payloads, plain texts and the like; by its name also a file in which nothing of them is left. */
export const jsonLines: StoreOpener = {
	kind: 'jsonl',
	example: 'NAME.jsonl',
	open: (target, { signal }) =>
		openByLines(target, signal, ({ values, lines, hasBroken }) => {
			const member = textMemberOf(target);
			const records = values.filter((value) => isMemoryRecord(value, member));
			if (records.length === 0 && !(jsonLinesName.test(target) && (lines === 0 || (hasBroken && values.length === 0)))) return null;
			const dimensions = records.map(vectorLength).find((length) => length !== null) ?? null;
			return {
				kind: 'jsonl',
				embeddings: dimensions === null ? null : { dimensions, encoder: null },
				readLine: (line) => readJsonlEntry(line, dimensions, member),
			};
		}),
};

/** One JSON value with a list of records, such as an answer of mem0's `get_all()`, or a graph of the MCP memory server. */
const jsonDocument: StoreOpener = {
	kind: 'json',
	example: 'NAME.json',
	async open(target, { signal }) {
		const path = storePath(target);
		const member = textMemberOf(target);
		if (isInstructionFile(basename(path)) || (await namedTarget(target)) !== 'file') return null;
		signal.throwIfAborted();
		const head = await readHead(path, headBytes, fileKinds.memoryLines);
		if (head === undefined || !/^[\s\uFEFF]*[[{]/.test(head.toString('utf8', 0, 1024)) || jsonLinesName.test(path)) return null;
		const first = await jsonMemoryOf(path, member);
		if (first === null) return null;
		return new DocumentStore({
			kind: first.memory.kind,
			name: target,
			async *documents() {
				const found = await jsonMemoryOf(path, member);
				if (found === null) throw new UserError(errorNumbers.unknownMemory, 'This file is no longer a memory.', { place: { file: path } });
				const { bytes, text, memory } = found;
				const read = readJsonMemory({ document: path, text }, memory, member);
				const problems = isUtf8(bytes) ? read.problems : [...read.problems, notUtf8(path, { start: 0, end: text.length })];
				yield { file: '', entries: read.entries, problems, sha256: createHash('sha256').update(bytes).digest('hex') };
			},
			remarks: () => [],
		});
	},
};

/** A file that is one JSON value, and where its records are; `null`: it is none, or none of a memory. */
async function jsonMemoryOf(path: string, member: string | null): Promise<{ bytes: Buffer; text: string; memory: JsonMemory } | null> {
	const bytes = await requireBytes(path, fileKinds.memoryDocument);
	const text = bytes.toString('utf8');
	const value = parsedJson(text.replace(/^\uFEFF/, ''));
	const start = text.search(/[[{]/);
	const memory = value === undefined || start === -1 ? null : jsonMemory(value, text, start, member);
	return memory === null ? null : { bytes, text, memory };
}

async function openByLines(
	target: string,
	signal: AbortSignal,
	recognized: (first: FirstLines) => LineStoreKind | null,
): Promise<MemoryStore | null> {
	if (isInstructionFile(basename(storePath(target))) || (await namedTarget(target)) !== 'file') return null;
	const file = await openLines(target);
	if (file === null) return null;
	let kind: LineStoreKind | null = null;
	try {
		const first = await firstLines(file, signal);
		kind = first.isText ? recognized(first) : null;
	} finally {
		if (kind === null) await file[Symbol.asyncDispose]();
	}
	return kind === null ? null : new LineStore(target, file, kind);
}

/**
 * Every kind of store that a person can name, asked in this order: what is known by a sure sign comes first, plain lines of JSON behind what else is in
 * lines, and instructions last, since any folder may hold some.
 */
export const memoryStoreOpeners: readonly StoreOpener[] = [mcpMemory, letta, ...databaseOpeners, jsonLines, jsonDocument, instructions];

/** Names the encoding of a text file that nothing here can read. @throws UserError RA149. */
async function refuseOtherEncodings(target: string): Promise<void> {
	if ((await namedTarget(target)) !== 'file') return;
	const head = await readHead(target, encodingHead, fileKinds.memoryLines);
	const encoding = head === undefined ? null : otherEncoding(head);
	if (encoding === null) return;
	throw new UserError(errorNumbers.unknownMemory, `This file is encoded in ${encoding}; memories are read in UTF-8.`, {
		place: { file: target },
		hint: 'Save a copy of it in UTF-8, and scan that.',
	});
}

/**
 * Opens the store that a person has named, by what it holds and not by its name alone. Whoever opens it closes it.
 * @throws UserError RA701 where nothing is there, RA150 for pickles, RA149 where no kind of store fits; as the openers.
 */
export async function openMemoryStore(
	target: string,
	openers: readonly StoreOpener[] = memoryStoreOpeners,
	{ signal = never }: { readonly signal?: AbortSignal } = {},
): Promise<MemoryStore> {
	signal.throwIfAborted();
	if ((await namedTarget(target)) === 'nothing')
		throw new UserError(errorNumbers.pathNotFound, 'There is no such file or folder.', {
			place: { file: target },
			hint: expected(openers),
		});
	await refusePickles(storePath(target));
	await refuseOtherEncodings(storePath(target));
	for (const opener of openers) {
		// oxlint-disable-next-line no-await-in-loop -- the first one that knows it has it
		const store = await opener.open(target, { signal });
		if (store !== null) return store;
	}
	// A password may stand in an address.
	const shown = isStoreAddress(target) ? {} : { place: { file: storePath(target) } };
	const seen = (await namedTarget(target)) === 'file' ? await seenIn(storePath(target), signal) : '';
	const naming = seen === '' ? '' : 'If one of its members holds the text that an agent reads, name it: FILE?text=MEMBER. ';
	throw new UserError(errorNumbers.unknownMemory, `This is no memory of a kind that can be read.${seen}`, {
		...shown,
		hint: `${naming}${expected(openers)}`,
	});
}

/** What the first records of a file of JSON have instead. */
async function seenIn(path: string, signal: AbortSignal): Promise<string> {
	const file = await openLines(path);
	if (file === null) return '';
	try {
		const { values, isText } = await firstLines(file, signal);
		return isText ? membersSeen(values) : '';
	} finally {
		await file[Symbol.asyncDispose]();
	}
}

const never = new AbortController().signal;

function expected(openers: readonly StoreOpener[]): string {
	return `Expected one of these: ${openers.map(({ kind, example }) => `${example} (${kind})`).join(', ')}.`;
}
