import type { FileHandle } from 'node:fs/promises';
import type { FileKind } from './file-kind.ts';
import { requireFile } from './read-file.ts';
import { unreadable } from './unreadable.ts';

/** Bytes at the beginning and at the end of what was read that show whether the file is still the same one. */
const checkedBytes = 1024;
/** The places of more lines would take more than 256 MB. */
const mostLines = 2 ** 24;
/** Bytes of lines that are held at once. */
const mostHeld = 2 ** 25;
const feed = 0x0a;
/** Bytes of a line that JSON counts as white space: a tab, a carriage return, a blank. */
const blanks = new Set([0x09, 0x0d, 0x20]);

/** A line of a file, without its line end. */
export interface ReadLine {
	/** Its number in the file, from 1. Blank lines count. */
	readonly line: number;
	/** `null`: it is longer than is read. */
	readonly text: string | null;
}

/** Lines that follow each other. */
export interface ReadLines {
	readonly lines: readonly ReadLine[];
	/** Whether lines that are not blank come before the first one, and behind the last one. */
	readonly hasBefore: boolean;
	readonly hasMore: boolean;
	/** Number of all lines of the file that are not blank. */
	readonly count: number;
}

/** Which lines are searched. */
export interface SearchedLines {
	/** The line before which they are, from 1. */
	readonly before: number;
	/** The most bytes of a line that are read, and the most lines. */
	readonly longest: number;
	readonly most: number;
}

/** How an index is made. */
export interface IndexOptions {
	readonly signal: AbortSignal;
	/** Gets the bytes that were read, and those that the file has. */
	readonly onProgress?: (done: number, total: number) => void;
}

/**
 * The places of all lines of a file that is too large to be held: 16 bytes a line. Blank lines are left out. What was read stays if the index is
 * stopped, or if lines are appended to the file: the next call goes on from there. A file that was changed otherwise is read from its beginning.
 * Each call first brings the index up to date. Calls wait for each other.
 */
export class LineIndex {
	readonly #path: string;
	readonly #kind: FileKind;
	readonly #pieceBytes: number;
	#starts: number[] = [];
	#numbers: number[] = [];
	/** Bytes that were read, lines that ended in them, and where the line begins that has not ended. */
	#read = 0;
	#ended = 0;
	#open = 0;
	#isOpenBlank = true;
	#first: Buffer = Buffer.alloc(0);
	#last: Buffer = Buffer.alloc(0);
	#turn: Promise<unknown> = Promise.resolve();
	#file: { readonly ino: number; readonly mtimeMs: number; readonly size: number } | undefined;

	/** @param pieceBytes how many bytes are read at a time */
	constructor(path: string, kind: FileKind, pieceBytes = 2 ** 20) {
		this.#path = path;
		this.#kind = kind;
		this.#pieceBytes = pieceBytes;
	}

	/**
	 * Reads the file to its end, from where the index ended last.
	 * @returns the number of lines that are not blank. A last line without a line end counts.
	 * @throws {UserError} as `openFile`, and `kind.code` if there is no such file, or if it has too many lines
	 */
	extend(options: IndexOptions): Promise<number> {
		return this.#inTurn(options, async () => this.#count);
	}

	/**
	 * Reads lines that follow each other, from a line on. It reads fewer than were asked for if they are long.
	 * @param line the first one, from 1. If it is blank or not there, the next one that is not blank.
	 * @param longest the most bytes of a line that are read
	 * @throws {UserError} as `extend`
	 */
	from(line: number, count: number, longest: number, options: IndexOptions): Promise<ReadLines> {
		return this.#inTurn(options, (handle) => this.#lines(handle, this.#numberFrom(line), count, longest));
	}

	/** Reads the line before another one, as `from` does. */
	before(line: number, longest: number, options: IndexOptions): Promise<ReadLines> {
		return this.#inTurn(options, (handle) => {
			const number = this.#numberFrom(line) - 1;
			return this.#lines(handle, Math.max(0, number), number < 0 ? 0 : 1, longest);
		});
	}

	/**
	 * Reads the lines before another one in which some bytes are, in their order. The file is searched up to there: 1 GB takes about a second.
	 * @param most the most lines that are read
	 * @throws {UserError} as `extend`
	 */
	with(sought: Uint8Array, { before, longest, most }: SearchedLines, options: IndexOptions): Promise<readonly ReadLine[]> {
		return this.#inTurn(options, async (handle) => {
			const lines: ReadLine[] = [];
			const end = this.#startOf(this.#numberFrom(before));
			const buffer = Buffer.allocUnsafe(this.#pieceBytes + sought.length);
			for (let at = 0; at < end && lines.length < most; ) {
				options.signal.throwIfAborted();
				// oxlint-disable-next-line no-await-in-loop -- one behind the other
				const piece = await this.#bytes(handle, buffer.subarray(0, Math.min(buffer.length, end - at)), at);
				const found = piece.indexOf(sought);
				if (found === -1) {
					// What is sought may begin in this piece and end in the next one.
					at += Math.max(1, piece.length - sought.length + 1);
					continue;
				}
				const number = this.#numberAt(at + found);
				// oxlint-disable-next-line no-await-in-loop -- as above
				lines.push(...(await this.#lines(handle, number, 1, longest)).lines);
				at = this.#startOf(number + 1);
			}
			return lines;
		});
	}

	get #count(): number {
		return this.#starts.length + (this.#isOpenBlank ? 0 : 1);
	}

	/** Waits for the calls before, opens the file, and brings the index up to date. */
	#inTurn<T>(options: IndexOptions, run: (handle: FileHandle) => Promise<T>): Promise<T> {
		const { signal } = options;
		const turn = this.#turn.then(async () => {
			signal.throwIfAborted();
			await using file = await requireFile(this.#path, this.#kind);
			await this.#update(file.handle, options);
			return await run(file.handle);
		});
		// The next call does not get this error.
		this.#turn = turn.catch(() => undefined);
		return new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => reject(new DOMException('This operation was aborted.', 'AbortError')), { once: true });
			turn.then(resolve, reject);
		});
	}

	async #update(handle: FileHandle, { signal, onProgress }: IndexOptions): Promise<void> {
		const { ino, mtimeMs, size } = await handle.stat();
		const before = this.#file;
		const isUnchanged = before?.ino === ino && before.mtimeMs === mtimeMs && before.size === size;
		const isAppended = before?.ino === ino && size > before.size && (await this.#holdsWhatWasRead(handle));
		if (!isUnchanged && !isAppended) this.#clear();
		this.#file = { ino, mtimeMs, size };
		const buffer = Buffer.allocUnsafe(this.#pieceBytes);
		while (this.#read < size) {
			signal.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- one behind the other
			const piece = await this.#bytes(handle, buffer, this.#read);
			if (piece.length === 0) break;
			this.#add(piece);
			onProgress?.(this.#read, size);
		}
	}

	#clear(): void {
		this.#starts = [];
		this.#numbers = [];
		this.#first = this.#last = Buffer.alloc(0);
		[this.#read, this.#ended, this.#open, this.#isOpenBlank] = [0, 0, 0, true];
	}

	/** Resolves to whether the first and the last bytes that were read are still where they were. */
	async #holdsWhatWasRead(handle: FileHandle): Promise<boolean> {
		const first = await this.#bytes(handle, Buffer.alloc(this.#first.length), 0);
		const last = await this.#bytes(handle, Buffer.alloc(this.#last.length), this.#read - this.#last.length);
		return this.#first.equals(first) && this.#last.equals(last);
	}

	#add(piece: Buffer): void {
		for (let from = 0; from < piece.length; ) {
			const found = piece.indexOf(feed, from);
			const to = found === -1 ? piece.length : found;
			for (let at = from; at < to && this.#isOpenBlank; at++) this.#isOpenBlank = blanks.has(piece.readUInt8(at));
			if (found === -1) break;
			this.#ended++;
			if (!this.#isOpenBlank) {
				if (this.#starts.length === mostLines) this.#refuse(`it has more than ${mostLines.toLocaleString('en')} lines`);
				this.#starts.push(this.#open);
				this.#numbers.push(this.#ended);
			}
			[this.#open, this.#isOpenBlank] = [this.#read + found + 1, true];
			from = found + 1;
		}
		if (this.#first.length < checkedBytes) this.#first = Buffer.concat([this.#first, piece]).subarray(0, checkedBytes);
		this.#last = Buffer.concat([this.#last, piece.subarray(-checkedBytes)]).subarray(-checkedBytes);
		this.#read += piece.length;
	}

	/** Begins anew the next time. */
	#refuse(reason: string): never {
		this.#file = undefined;
		throw unreadable(this.#path, this.#kind, new Error(reason));
	}

	/** Returns which of the lines that are not blank is the first at or behind a line of the file, from 0; `#count` if there is none. */
	#numberFrom(line: number): number {
		let [low, high] = [0, this.#numbers.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#numbers[middle] ?? Infinity) < line) low = middle + 1;
			else high = middle;
		}
		return low === this.#numbers.length && line > this.#ended + 1 ? this.#count : low;
	}

	/** Returns where a line begins, as `#numberAt` counts. Behind the last one, that is where reading ended. */
	#startOf(number: number): number {
		return this.#starts[number] ?? (number === this.#starts.length && number < this.#count ? this.#open : this.#read);
	}

	/** Returns which of the lines that are not blank holds a byte of the file, from 0. */
	#numberAt(byte: number): number {
		// The last line may have no line end.
		if (byte >= this.#open) return this.#starts.length;
		let [low, high] = [0, this.#starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#starts[middle] ?? Infinity) <= byte) low = middle + 1;
			else high = middle;
		}
		return Math.max(0, low - 1);
	}

	async #lines(handle: FileHandle, from: number, count: number, longest: number): Promise<ReadLines> {
		const lines: ReadLine[] = [];
		let held = 0;
		for (let number = from; number < Math.min(from + count, this.#count) && held < mostHeld; number++) {
			// The last line may have no line end.
			const [line = this.#ended + 1, start = this.#open] = [this.#numbers[number], this.#starts[number]];
			const end = number === this.#starts.length ? this.#read : (this.#starts[number + 1] ?? this.#open);
			if (end - start > longest) {
				lines.push({ line, text: null });
				continue;
			}
			held += end - start;
			// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
			const bytes = await this.#bytes(handle, Buffer.alloc(end - start), start);
			const lineEnd = bytes.indexOf(feed);
			lines.push({ line, text: bytes.toString('utf8', 0, lineEnd === -1 ? bytes.length : lineEnd) });
		}
		return { lines, hasBefore: from > 0, hasMore: from + lines.length < this.#count, count: this.#count };
	}

	/** Fills a buffer from a place of the file, as far as the file reaches. */
	async #bytes(handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
		let held = 0;
		try {
			while (held < buffer.length) {
				// oxlint-disable-next-line no-await-in-loop -- one behind the other
				const { bytesRead } = await handle.read(buffer, held, buffer.length - held, position + held);
				if (bytesRead === 0) break;
				held += bytesRead;
			}
		} catch (cause) {
			throw unreadable(this.#path, this.#kind, cause);
		}
		return buffer.subarray(0, held);
	}
}
