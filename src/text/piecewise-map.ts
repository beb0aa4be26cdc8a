import type { TextMap } from './text-map.ts';

/**
 * Where a run of a logical text begins in its document; up to the next break, both advance unit by unit,
 * and what the document has more than the text before the next break belongs to the run's last unit
 * (the `\r` of a CRLF whose text is `\n`, the backslash of an escape).
 */
export interface Break {
	readonly text: number;
	readonly document: number;
}

/**
 * A map from its breaks. `breaks` begin with `text: 0`, rise strictly in both members, and lie at or before `length`.
 * Lookups are logarithmic in the number of breaks.
 */
export function piecewiseMap(breaks: readonly Break[], length: number): TextMap {
	if (breaks[0]?.text !== 0) throw new RangeError('a map begins with a break at text 0');
	for (let i = 1; i < breaks.length; i++) {
		if (breaks[i]!.text <= breaks[i - 1]!.text || breaks[i]!.document - breaks[i - 1]!.document < breaks[i]!.text - breaks[i - 1]!.text) {
			throw new RangeError(`break ${i} does not rise`);
		}
	}
	if (breaks.at(-1)!.text > length) throw new RangeError('a break lies behind the end of the text');
	const toDocument = (offset: number): number => {
		const clamped = Math.min(Math.max(offset, 0), length);
		const at = breaks[lastAtMost(breaks, 'text', clamped)]!;
		return at.document + (clamped - at.text);
	};
	const end = toDocument(length);
	const toText = (documentOffset: number): number => {
		if (documentOffset <= breaks[0]!.document) return 0;
		if (documentOffset >= end) return length;
		const index = lastAtMost(breaks, 'document', documentOffset);
		const at = breaks[index]!;
		return Math.min(at.text + (documentOffset - at.document), (breaks[index + 1]?.text ?? length) - 1);
	};
	return { length, toDocument, toText };
}

/** Index of the last break whose `member` is at most `value`; the first's is. */
function lastAtMost(breaks: readonly Break[], member: 'text' | 'document', value: number): number {
	let low = 0;
	let high = breaks.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (breaks[middle]![member] <= value) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** The part `[start, end)` of a mapped text. */
export function sliceMap(map: TextMap, start: number, end: number): TextMap {
	if (!(start >= 0 && start <= end && end <= map.length)) throw new RangeError(`[${start}, ${end}) is not within [0, ${map.length})`);
	const clamp = (offset: number): number => Math.min(Math.max(offset, 0), end - start);
	return {
		length: end - start,
		toDocument: (offset) => map.toDocument(start + clamp(offset)),
		toText: (documentOffset) => clamp(map.toText(documentOffset) - start),
	};
}

/** Returns the breaks of a map, from which `piecewiseMap` makes it again. It goes through the text once. */
export function breaksOf(map: TextMap): Break[] {
	const breaks: Break[] = [];
	let next = -1;
	for (let text = 0; text <= map.length; text++) {
		const document = map.toDocument(text);
		if (document !== next) breaks.push({ text, document });
		next = document + 1;
	}
	return breaks;
}
