import type { FileHandle } from 'node:fs/promises';
import type { FileKind } from './file-kind.ts';
import { openFile } from './read-file.ts';
import { unreadable } from './unreadable.ts';

const pieceBytes = 2 ** 20;
/** Bytes before the end of what was read that show whether the file is still the same one. */
const lastBytes = 1024;
const feed = 0x0a;
/** Bytes of a line that JSON counts as white space: a tab, a carriage return, a blank. */
const blanks = new Set([0x09, 0x0d, 0x20]);

/** Where a line is in its file, in bytes, without its line end. */
export interface IndexedLine {
	/** Its number in the file, from 1. Blank lines count. */
	readonly line: number;
	readonly start: number;
	readonly end: number;
}

/** How far an index has come. */
export interface IndexOptions {
	readonly signal: AbortSignal;
	/** Gets the bytes that were read, and those that the file has. */
	readonly onProgress: (done: number, total: number) => void;
}

/**
 * The places of all lines of a file that is too large to be held: 16 bytes a line. Blank lines are left out. What was read stays when the index is
 * stopped, or when lines are appended to the file: the next call goes on from there. A file that was replaced or cut is read from its beginning.
 */
export class LineIndex {
	readonly #path: string;
	readonly #kind: FileKind;
	#starts: number[] = [];
	#numbers: number[] = [];
	/** Bytes that were read, lines that ended in them, and where the line begins that has not ended. */
	#read = 0;
	#ended = 0;
	#open = 0;
	#isOpenBlank = true;
	#last: Buffer = Buffer.alloc(0);
	#turn: Promise<void> = Promise.resolve();
	#file: { readonly ino: number; readonly mtimeMs: number } | undefined;

	constructor(path: string, kind: FileKind) {
		this.#path = path;
		this.#kind = kind;
	}

	/** Number of lines that are known and not blank. A last line without a line end counts. */
	get count(): number {
		return this.#starts.length + (this.#isOpenBlank ? 0 : 1);
	}

	/**
	 * Reads the file to its end, from where the index ended last. Calls wait for each other.
	 * @throws {UserError} as `openFile`, and `kind.code` if there is no such file
	 */
	extend(options: IndexOptions): Promise<void> {
		const turn = this.#turn.then(() => this.#extend(options));
		// Whoever asked gets the error. It is none of the next one.
		this.#turn = turn.catch(() => undefined);
		return turn;
	}

	async #extend({ signal, onProgress }: IndexOptions): Promise<void> {
		await using file = await openFile(this.#path, this.#kind);
		if (file === undefined) throw unreadable(this.#path, this.#kind, new Error('there is no such file or folder'));
		const { handle, size } = file;
		const { ino, mtimeMs } = await handle.stat();
		const isUnchanged = this.#file?.ino === ino && this.#file.mtimeMs === mtimeMs && size === this.#read;
		if (!isUnchanged && !(this.#file?.ino === ino && size >= this.#read && (await this.#isAppended(handle)))) this.#clear();
		this.#file = { ino, mtimeMs };
		const piece = Buffer.allocUnsafe(pieceBytes);
		while (this.#read < size) {
			signal.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- one behind the other
			const bytesRead = await this.#readPiece(handle, piece);
			if (bytesRead === 0) break;
			onProgress(this.#read, size);
		}
	}

	/**
	 * Returns the place of a line.
	 * @param number from 0, of the lines that are not blank
	 */
	place(number: number): IndexedLine | undefined {
		if (number < 0 || number >= this.count) return undefined;
		if (number === this.#starts.length) return { line: this.#ended + 1, start: this.#open, end: this.#read };
		const [line, start] = [this.#numbers[number], this.#starts[number]];
		// Blank lines may lie before the next one. They are white space of JSON.
		return line === undefined || start === undefined ? undefined : { line, start, end: (this.#starts[number + 1] ?? this.#open) - 1 };
	}

	/** Returns which of the lines that are not blank a line of the file is, from 0. @param line from 1 */
	numberOf(line: number): number | undefined {
		if (!this.#isOpenBlank && line === this.#ended + 1) return this.#starts.length;
		let [low, high] = [0, this.#numbers.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#numbers[middle] ?? Infinity) < line) low = middle + 1;
			else high = middle;
		}
		return this.#numbers[low] === line ? low : undefined;
	}

	/**
	 * Reads lines that follow each other. They are held, so ask for a few.
	 * @param from number of the first one, from 0
	 * @param longest the most bytes of a line that are read; the text of a longer one is `null`
	 * @throws {UserError} as `openFile`, and `kind.code` if there is no such file
	 */
	async read(from: number, count: number, longest: number): Promise<(IndexedLine & { readonly text: string | null })[]> {
		await using file = await openFile(this.#path, this.#kind);
		if (file === undefined) throw unreadable(this.#path, this.#kind, new Error('there is no such file or folder'));
		const lines: (IndexedLine & { readonly text: string | null })[] = [];
		for (let number = from; number < from + count; number++) {
			const place = this.place(number);
			if (place === undefined) break;
			if (place.end - place.start > longest) {
				lines.push({ ...place, text: null });
				continue;
			}
			const bytes = Buffer.alloc(Math.max(0, place.end - place.start));
			// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
			const { bytesRead } = await file.handle.read(bytes, 0, bytes.length, place.start);
			lines.push({ ...place, text: bytes.toString('utf8', 0, bytesRead) });
		}
		return lines;
	}

	/** Returns whether the last bytes that were read are still where they were: the file was not written anew under its name. */
	async #isAppended(handle: FileHandle): Promise<boolean> {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(this.#last.length), 0, this.#last.length, this.#read - this.#last.length);
		return this.#last.equals(buffer.subarray(0, bytesRead));
	}

	#clear(): void {
		this.#last = Buffer.alloc(0);
		this.#starts = [];
		this.#numbers = [];
		[this.#read, this.#ended, this.#open, this.#isOpenBlank] = [0, 0, 0, true];
	}

	async #readPiece(handle: FileHandle, buffer: Buffer): Promise<number> {
		const { bytesRead } = await handle.read(buffer, 0, buffer.length, this.#read);
		const piece = buffer.subarray(0, bytesRead);
		for (let from = 0; from < piece.length; ) {
			const found = piece.indexOf(feed, from);
			const to = found === -1 ? piece.length : found;
			for (let at = from; at < to && this.#isOpenBlank; at++) this.#isOpenBlank = blanks.has(piece.readUInt8(at));
			if (found === -1) break;
			this.#ended++;
			if (!this.#isOpenBlank) {
				this.#starts.push(this.#open);
				this.#numbers.push(this.#ended);
			}
			[this.#open, this.#isOpenBlank] = [this.#read + found + 1, true];
			from = found + 1;
		}
		this.#read += bytesRead;
		this.#last = Buffer.concat([this.#last, piece.subarray(-lastBytes)]).subarray(-lastBytes);
		return bytesRead;
	}
}
