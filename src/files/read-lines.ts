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
