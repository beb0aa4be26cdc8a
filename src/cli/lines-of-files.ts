import type { FileKind } from '../files/file-kind.ts';
import { readText } from '../files/read-file.ts';

/** A place as people count, both from 1. */
export interface LineAndColumn {
	readonly line: number;
	readonly column: number;
}

/** Finds lines and columns of offsets in files, each read once; `null` where a file is gone or too large. */
export class LinesOfFiles {
	readonly #kind: FileKind;
	readonly #starts = new Map<string, readonly number[] | null>();

	constructor(kind: FileKind) {
		this.#kind = kind;
	}

	async at(file: string, offset: number): Promise<LineAndColumn | null> {
		let starts = this.#starts.get(file);
		if (starts === undefined) {
			const text = await readText(file, this.#kind);
			starts = text === undefined ? null : startsOf(text);
			this.#starts.set(file, starts);
		}
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
function startsOf(text: string): number[] {
	const starts = [0];
	for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
	return starts;
}
