import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import type { FileKind } from './file-kind.ts';
import { readPieces } from './read-file.ts';

/** A line of a file, without its end. */
export interface NumberedLine {
	readonly text: string;
	/** Bytes of the file up to its end, which is within; a last line that has none is not whole. */
	readonly end: number;
	readonly isWhole: boolean;
}

/** The lines of a file that may be too large to be held, one after the other; `\n` alone ends one. Rejects as `readPieces`. */
export async function* readLines(path: string, kind: FileKind): AsyncGenerator<NumberedLine> {
	let rest = Buffer.alloc(0);
	let end = 0;
	for await (const piece of readPieces(path, kind)) {
		let bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
		for (let feed = bytes.indexOf(0x0a); feed !== -1; feed = bytes.indexOf(0x0a)) {
			end += feed + 1;
			yield { text: bytes.subarray(0, feed).toString('utf8'), end, isWhole: true };
			bytes = bytes.subarray(feed + 1);
		}
		rest = Buffer.from(bytes);
	}
	if (rest.length > 0) yield { text: rest.toString('utf8'), end: end + rest.length, isWhole: false };
}

/** A line of a file that is read in pieces; it ends with `\n` only. */
export interface FileLine {
	/** Without its line end; `null`: it is longer than is held. */
	readonly text: string | null;
	/** Whether its bytes are UTF-8; what is not is U+FFFD in `text`. */
	readonly isUtf8: boolean;
	/** Offsets in bytes at which it begins, and the next one does. */
	readonly byte: number;
	readonly nextByte: number;
	/** The same in UTF-16 units of the file's text, a byte order mark being one. */
	readonly start: number;
	readonly end: number;
	readonly next: number;
}

export interface FileLinesOptions {
	/** The most bytes of a line that are held. */
	readonly longest: number;
	readonly signal: AbortSignal;
}

const pieceBytes = 2 ** 18;
const feed = 0x0a;

/** Lines of an opened file, from its beginning, by offset, so that several may read it at once. No more than a line and a piece are held. */
export async function* linesOfFile(handle: FileHandle, { longest, signal }: FileLinesOptions): AsyncGenerator<FileLine> {
	let line = new LineSoFar(0, 0, longest);
	for (let position = 0; ; ) {
		signal.throwIfAborted();
		// A piece of its own each time: parts of it are held until their line ends.
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position);
		if (bytesRead === 0) break;
		const piece = buffer.subarray(0, bytesRead);
		for (let from = 0; from < piece.length; ) {
			const found = piece.indexOf(feed, from);
			const to = found === -1 ? piece.length : found;
			line.add(piece.subarray(from, to));
			if (found === -1) break;
			const ended = line.end(1);
			yield ended;
			line = new LineSoFar(ended.nextByte, ended.next, longest);
			from = found + 1;
		}
		position += bytesRead;
	}
	signal.throwIfAborted();
	if (!line.isEmpty) yield line.end(0);
}

/** A line whose end was not found yet. */
class LineSoFar {
	readonly #byte: number;
	readonly #start: number;
	readonly #longest: number;
	#parts: Buffer[] = [];
	#bytes = 0;
	/** Counts the units of a line that is too long to be held. */
	#counting: { readonly decoder: StringDecoder; units: number } | null = null;

	constructor(byte: number, start: number, longest: number) {
		this.#byte = byte;
		this.#start = start;
		this.#longest = longest;
	}

	get isEmpty(): boolean {
		return this.#bytes === 0;
	}

	add(part: Buffer): void {
		this.#bytes += part.length;
		if (this.#counting === null && this.#bytes <= this.#longest) {
			this.#parts.push(part);
			return;
		}
		this.#counting ??= { decoder: new StringDecoder('utf8'), units: 0 };
		for (const held of [...this.#parts, part]) this.#counting.units += this.#counting.decoder.write(held).length;
		this.#parts = [];
	}

	/** `feeds`: bytes of its line end. */
	end(feeds: number): FileLine {
		const place = { byte: this.#byte, nextByte: this.#byte + this.#bytes + feeds, start: this.#start };
		if (this.#counting !== null) {
			const end = this.#start + this.#counting.units + this.#counting.decoder.end().length;
			return { text: null, isUtf8: true, ...place, end, next: end + feeds };
		}
		const [first] = this.#parts;
		const bytes = first !== undefined && this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
		const text = bytes.toString('utf8');
		const end = this.#start + text.length;
		return { text, isUtf8: isUtf8(bytes), ...place, end, next: end + feeds };
	}
}
