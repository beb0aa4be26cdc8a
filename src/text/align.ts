import type { TokenPiece } from './align-pieces.ts';
import type { AlignedSource } from './align-source.ts';

/** Where tokens stand in a text: UTF-16 offsets, half-open; in order, not overlapping, together covering the text. */
export interface TokenRanges {
	/** `[T]` */
	readonly start: Uint32Array;
	/** `[T]` */
	readonly end: Uint32Array;
}

/**
 * Aligns a tokenizer's output with the text that it was given (docs/methods/reading.md).
 *
 * Both are streams of UTF-8 bytes: the text's as the tokenizer normalizes it, each byte owned by a character; and the
 * tokens' pieces. A token ends behind the character that owns its last byte, and begins where the one before it ends; so
 * of several tokens that split a character the first one gets it, and the others stand empty behind it.
 * Characters that no token holds (spaces that the tokenizer drops) go to the token after them, or at the end of the text
 * to the last one with text; tokens that hold none of the text (a BOS, an added leading space) are empty.
 * A text without tokens is covered by none.
 */
export function alignTokens(source: AlignedSource, pieces: readonly TokenPiece[]): TokenRanges {
	const start = new Uint32Array(pieces.length);
	const end = new Uint32Array(pieces.length);
	if (pieces.length === 0) return { start, end };
	let at = 0;
	reachOf(source, pieces).forEach((reach, t) => {
		start[t] = at;
		at = Math.max(at, reach);
		end[t] = at;
	});
	const last = Math.max(
		0,
		start.findLastIndex((offset, t) => end[t]! > offset),
	);
	end[last] = source.length;
	start.fill(source.length, last + 1);
	end.fill(source.length, last + 1);
	return { start, end };
}

/** For each piece the offset in the text up to which it and those before it hold the text. */
function reachOf(source: AlignedSource, pieces: readonly TokenPiece[]): number[] {
	const reach: number[] = [];
	let at = 0;
	/** Pieces that stand for text that they do not spell, since the last that was found. */
	let unknown: number[] = [];
	pieces.forEach((piece, t) => {
		const next = pieces[t + 1];
		const hit =
			unknown.length === 0
				? (inPlace(source, piece, at) ?? (piece.kind === 'added' ? undefined : ahead(source, piece, at, next)))
				: ahead(source, piece, source.afterCharacter(source.skipBlank(at)), next);
		if (hit === undefined) {
			// A special token that is not in the text stands for none of it.
			if (piece.kind !== 'added') unknown.push(t);
			reach.push(0);
			return;
		}
		if (unknown.length > 0) spread(source, unknown, at, hit.start, reach);
		unknown = [];
		at = hit.end;
		reach.push(offsetBehind(source, at));
	});
	if (unknown.length > 0) spread(source, unknown, at, source.bytes.length, reach);
	return reach;
}

/** Gives the text between two bytes to the unknown pieces: a word to each, the rest to the last. */
function spread(source: AlignedSource, unknown: readonly number[], from: number, until: number, reach: number[]): void {
	// The next piece may begin behind a space that the normalizer has put before its character.
	const to = source.beforeBlank(Math.max(from, source.characterStart(until)), from);
	let at = from;
	unknown.forEach((t, i) => {
		at = i === unknown.length - 1 ? to : Math.min(to, source.afterWord(source.skipBlank(at)));
		reach[t] = offsetBehind(source, at);
	});
}

function offsetBehind(source: AlignedSource, byte: number): number {
	return byte === 0 ? 0 : source.ownerEnd[byte - 1]!;
}

/** Bytes of the text that a piece holds, half-open. */
interface Hit {
	readonly start: number;
	readonly end: number;
}

/** Where the piece stands if it is next: at `at`, without leading spaces that the tokenizer added, or behind blanks that it dropped. */
function inPlace(source: AlignedSource, piece: TokenPiece, at: number): Hit | undefined {
	if (piece.kind === 'unknown') return undefined;
	for (const start of new Set([at, source.skipBlank(at)])) {
		if (piece.kind === 'added') {
			if (startsAdded(source, piece.text, start)) return addedHit(source, piece.text, start);
			continue;
		}
		const spaces = leadingSpaces(piece.bytes);
		for (let dropped = 0; dropped <= spaces; dropped++) {
			if (source.holds(piece.bytes.subarray(dropped), start)) return { start, end: start + piece.bytes.length - dropped };
		}
	}
	return undefined;
}

/** How far ahead a piece is looked for when it is not next, bytes. */
const searchWindow = 2048;

/** The nearest place from `from` on where the piece stands and the one after it follows. */
function ahead(source: AlignedSource, piece: TokenPiece, from: number, next: TokenPiece | undefined): Hit | undefined {
	if (piece.kind === 'unknown') return undefined;
	if (piece.kind === 'added') {
		const start = source.nextText(piece.text, from);
		return start === undefined ? undefined : addedHit(source, piece.text, start);
	}
	const core = piece.bytes.subarray(leadingSpaces(piece.bytes));
	if (core.length === 0) return undefined;
	const limit = Math.min(source.bytes.length - core.length, from + searchWindow);
	for (let start = from; start <= limit; start++) {
		if (!source.holds(core, start) || (piece.beginsWord && !source.beginsWord(start))) continue;
		const hit = { start, end: start + core.length };
		if (next === undefined || next.kind !== 'text' || inPlace(source, next, hit.end) !== undefined) return hit;
	}
	return undefined;
}

function startsAdded(source: AlignedSource, text: string, at: number): boolean {
	return at < source.bytes.length && source.text.startsWith(text, source.owner[at]);
}

function addedHit(source: AlignedSource, text: string, start: number): Hit {
	return { start, end: source.byteAt(source.owner[start]! + text.length) };
}

function leadingSpaces(bytes: Uint8Array): number {
	let n = 0;
	while (n < bytes.length && bytes[n] === 0x20) n++;
	return n;
}
