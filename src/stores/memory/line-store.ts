import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isAbsent } from '../../files/unreadable.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { linesOfFile } from '../../files/file-lines.ts';
import { openFile, type OpenedFile } from '../../files/read-file.ts';
import { longestMemoryLine, type MemoryLine } from '../../formats/memory/memory-line.ts';
import type { ReadEntries } from '../../formats/memory/read-entries.ts';
import { inBatches, type ReadStep } from './batches.ts';
import { formatCursor, readCursor } from './memory-cursor.ts';
import type { MemoryBatch, MemoryStore, MemoryStoreKind, StoredEmbeddings } from './memory-store.ts';
import { storePath } from './named-target.ts';
import { UniqueIds } from './unique-ids.ts';

/** A memory that has its entries in lines. */
export interface LineStoreKind {
	readonly kind: MemoryStoreKind;
	readonly embeddings: StoredEmbeddings | null;
	readonly readLine: (line: MemoryLine) => ReadEntries;
}

/** A file of lines, opened once: whoever replaces it meanwhile changes nothing of what is read here. */
export class LineStore implements MemoryStore {
	readonly kind: MemoryStoreKind;
	readonly name: string;
	readonly embeddings: StoredEmbeddings | null;
	readonly #path: string;
	readonly #file: OpenedFile;
	readonly #readLine: LineStoreKind['readLine'];
	#closing: Promise<void> | null = null;

	/** @param name that a person gave, with the member of its texts if they named one */
	constructor(name: string, file: OpenedFile, { kind, embeddings, readLine }: LineStoreKind) {
		this.kind = kind;
		this.name = name;
		this.#path = storePath(name);
		this.embeddings = embeddings;
		this.#file = file;
		this.#readLine = readLine;
	}

	/** SHA-256 of the file, and whether another file has its name by now. */
	async state(): Promise<string> {
		const hash = await this.#hash();
		return (await this.#isNamed()) ? hash : `${hash} replaced`;
	}

	async #isNamed(): Promise<boolean> {
		try {
			const [named, held] = await Promise.all([stat(this.#path, { bigint: true }), this.#file.handle.stat({ bigint: true })]);
			return named.ino === held.ino && named.dev === held.dev;
		} catch (error) {
			if (isAbsent(error)) return false;
			throw error;
		}
	}

	async #hash(): Promise<string> {
		const hash = createHash('sha256');
		const piece = Buffer.allocUnsafe(2 ** 20);
		for (let position = 0; ; ) {
			// oxlint-disable-next-line no-await-in-loop -- one behind the other
			const { bytesRead } = await this.#file.handle.read(piece, 0, piece.length, position);
			if (bytesRead === 0) return hash.digest('hex');
			hash.update(piece.subarray(0, bytesRead));
			position += bytesRead;
		}
	}

	/** Only a whole reading could tell. */
	count(): Promise<null> {
		return Promise.resolve(null);
	}

	read({ after, batch, signal }: Parameters<MemoryStore['read']>[0]): AsyncGenerator<MemoryBatch> {
		return inBatches(this.#steps(after, signal), { batch, signal });
	}

	/** Ids are unique by those before them: a reading that goes on passes over what is done, and hands none of it on. */
	async *#steps(after: string | undefined, signal: AbortSignal): AsyncGenerator<ReadStep> {
		const done = after === undefined ? null : readCursor(after);
		const ids = new UniqueIds();
		let number = 0;
		for await (const line of linesOfFile(this.#file.handle, { longest: longestMemoryLine, signal })) {
			number++;
			const { entries, problems: found } = this.#readLine({ ...line, document: this.#path });
			const problems = found.map((problem) => ({ ...problem, line: number }));
			const named = entries.map((entry) => ({ ...entry, id: ids.take(entry.id) }));
			const skipped = done === null || line.byte > done.byte ? 0 : line.byte < done.byte ? Infinity : done.entries;
			for (const [i, entry] of named.entries()) {
				if (i < skipped) continue;
				const isLast = i === named.length - 1;
				const cursor = isLast ? { byte: line.nextByte, entries: 0, file: '' } : { byte: line.byte, entries: i + 1, file: '' };
				yield { entry, problems: i === skipped && skipped === 0 ? problems : [], cursor: formatCursor(cursor) };
			}
			if (named.length === 0 && problems.length > 0 && skipped === 0)
				yield { entry: null, problems, cursor: formatCursor({ byte: line.nextByte, entries: 0, file: '' }) };
		}
	}

	remarks(): Promise<readonly []> {
		return Promise.resolve([]);
	}

	close(): Promise<void> {
		this.#closing ??= Promise.resolve(this.#file[Symbol.asyncDispose]());
		return this.#closing;
	}
}

/** What the first lines of a file hold. */
export interface FirstLines {
	/** Of those that are JSON objects. */
	readonly values: readonly unknown[];
	/** Lines that hold more than white space. */
	readonly lines: number;
	/** Whether a line looks like the beginning of an object, though it is none. */
	readonly hasBroken: boolean;
	/** Whether it is text at all. */
	readonly isText: boolean;
}

const lookedAt = 50;

/** Looks at the first lines of an opened file. */
export async function firstLines(file: OpenedFile, signal: AbortSignal): Promise<FirstLines> {
	const values: unknown[] = [];
	let [lines, hasBroken, isText] = [0, false, true];
	for await (const { text, start } of linesOfFile(file.handle, { longest: longestMemoryLine, signal })) {
		if (text !== null && text.includes('\0')) isText = false;
		const written = text?.slice(start === 0 && text.startsWith('\uFEFF') ? 1 : 0).trim();
		if (written === '') continue;
		lines++;
		const value = written === undefined ? undefined : parsed(written);
		if (value !== undefined) values.push(value);
		else if (written === undefined || written.startsWith('{')) hasBroken = true;
		if (lines >= lookedAt || !isText) break;
	}
	return { values, lines, hasBroken, isText };
}

function parsed(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** The lines of a file that a person has named; `null`: it is an address, a folder, or not there. */
export async function openLines(target: string): Promise<OpenedFile | null> {
	return (await openFile(storePath(target), fileKinds.memoryLines)) ?? null;
}
