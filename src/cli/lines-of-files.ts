import type { FileKind } from '../files/file-kind.ts';
import { openFile } from '../files/read-file.ts';

/** A place as people count, both from 1. */
export interface LineAndColumn {
	readonly line: number;
	readonly column: number;
}

/** Finds lines and columns of offsets in files of any size, each read once and not held; `null` where a file is gone. */
export class LinesOfFiles {
	readonly #kind: FileKind;
	readonly #starts = new Map<string, Promise<readonly number[] | null>>();

	constructor(kind: FileKind) {
		this.#kind = kind;
	}

	async at(file: string, offset: number): Promise<LineAndColumn | null> {
		const reading = this.#starts.get(file) ?? lineStarts(file, this.#kind);
		this.#starts.set(file, reading);
		const starts = await reading;
		if (starts === null) return null;
		let [low, high] = [0, starts.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (starts[middle]! <= offset) low = middle + 1;
			else high = middle;
		}
		return { line: low, column: offset - starts[low - 1]! + 1 };
	}
}

/** Offsets at which lines begin; `\r\n`, `\n` and `\r` end one. */
async function lineStarts(path: string, kind: FileKind): Promise<number[] | null> {
	await using file = await openFile(path, kind);
	if (file === undefined) return null;
	const starts = [0];
	let before = 0;
	let rest = '';
	const pieces: AsyncIterable<string> = file.handle.createReadStream({ encoding: 'utf8', autoClose: false, highWaterMark: 2 ** 20 });
	for await (const piece of pieces) {
		const read = rest + piece;
		// The line feed that belongs to a carriage return may be in the next piece.
		rest = read.endsWith('\r') ? '\r' : '';
		const text = read.slice(0, read.length - rest.length);
		for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(before + index + end.length);
		before += text.length;
	}
	if (rest !== '') starts.push(before + rest.length);
	return starts;
}
