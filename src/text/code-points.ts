/** Between offsets in UTF-16 units, as JavaScript counts, and in Unicode code points, as Python does. A lone surrogate is one of each. */
export interface CodePoints {
	/** Length of the text in code points. */
	readonly length: number;
	/** UTF-16 offset at which code point `point` begins; `point` in `[0, length]`. */
	toUnits(point: number): number;
	/** @throws RangeError for an offset outside of the text or within a surrogate pair. */
	toPoints(unit: number): number;
}

/** Lookups are logarithmic in the number of characters beyond the Basic Multilingual Plane. */
export function codePointsOf(text: string): CodePoints {
	/** UTF-16 offsets of the surrogate pairs. */
	const pairs = Array.from(text.matchAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g), ({ index }) => index);
	const length = text.length - pairs.length;
	return {
		length,
		toUnits(point) {
			if (!(Number.isInteger(point) && point >= 0 && point <= length)) throw new RangeError(`${point} is not within [0, ${length}]`);
			return point + countWhile(pairs, (pair, i) => pair - i < point);
		},
		toPoints(unit) {
			if (!(Number.isInteger(unit) && unit >= 0 && unit <= text.length)) throw new RangeError(`${unit} is not within [0, ${text.length}]`);
			const before = countWhile(pairs, (pair) => pair < unit);
			if (before > 0 && pairs[before - 1] === unit - 1) throw new RangeError(`${unit} is within a character`);
			return unit - before;
		},
	};
}

/** How many of the first members fulfil `holds`, of which none does behind the first that does not. */
function countWhile(members: readonly number[], holds: (member: number, index: number) => boolean): number {
	let [low, high] = [0, members.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(members[middle]!, middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}
