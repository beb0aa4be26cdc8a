import type { FileKind } from './file-kind.ts';
import type { OpenedFile } from './read-file.ts';
import { nothingRead, fingerprintEdge, type FileFingerprint } from './file-fingerprint.ts';
import { unreadable } from './unreadable.ts';

/** Bytes that are read at once. */
const pieceBytes = 2 ** 20;

/** What is read: the open file, and as what errors name it. */
export interface LineSource {
	readonly file: OpenedFile;
	readonly path: string;
	readonly kind: FileKind;
}

/** Reads a file that grows, line by line, and notices when it is no longer the file that was read. */
export class LineReading {
	readonly #source: LineSource;
	/** Bytes that were handed on, the first of them, and the last. */
	#done: number;
	#head: Buffer;
	#tail: Buffer;
	/** Bytes that the file had at the last look, handed on or not. */
	#seen = 0;
	/** Bytes that are read at once: more for a line that is longer. */
	#step = pieceBytes;

	/** @param from what was read of the same content elsewhere: reading goes on behind it */
	constructor(source: LineSource, from: FileFingerprint = nothingRead) {
		this.#source = source;
		this.#done = from.length;
		this.#head = from.head;
		this.#tail = from.tail;
	}

	/** What was handed on. */
	get print(): FileFingerprint {
		return { length: this.#done, head: this.#head, tail: this.#tail };
	}

	/** Reads whole lines behind those before; empty where there are no more yet, `null` where the file is no longer what was read. */
	async more(): Promise<string | null> {
		const { file, path, kind } = this.#source;
		const { size } = await file.handle.stat();
		if (size < Math.max(this.#done, this.#seen)) return null;
		this.#seen = size;
		const from = this.#done - this.#tail.length;
		const bytes = Buffer.alloc(Math.min(size - from, this.#tail.length + this.#step));
		const { bytesRead } = await file.handle.read(bytes, 0, bytes.length, from);
		const again = this.#tail.length;
		if (bytesRead < again || !bytes.subarray(0, again).equals(this.#tail)) return null;
		const fresh = bytes.subarray(again, bytesRead);
		const end = fresh.lastIndexOf(0x0a) + 1;
		if (end === 0) {
			if (fresh.length > kind.max) throw unreadable(path, kind, new Error(`a line has more than ${kind.max} bytes`));
			if (fresh.length === this.#step) {
				this.#step *= 2;
				return this.more();
			}
			return '';
		}
		this.#step = pieceBytes;
		this.#done += end;
		if (this.#head.length < fingerprintEdge)
			this.#head = Buffer.concat([this.#head, fresh.subarray(0, Math.min(end, fingerprintEdge - this.#head.length))]);
		this.#tail = Buffer.from(bytes.subarray(Math.max(0, again + end - fingerprintEdge), again + end));
		return fresh.subarray(0, end).toString('utf8');
	}

	/** Reads a last line that has no end; call it where `more` has found nothing. */
	async rest(): Promise<string> {
		const { handle } = this.#source.file;
		const { size } = await handle.stat();
		const bytes = Buffer.alloc(Math.max(0, size - this.#done));
		if (bytes.length === 0) return '';
		const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.#done);
		return bytes.subarray(0, bytesRead).toString('utf8');
	}
}
