import type { Matrix } from '../row-maxima.ts';

/**
 * The `count` largest inner products of each entry with the references, descending; `[n, count]`.
 * @param ownRow whether entry `i` is reference `i`, and left out of its own
 * @throws RangeError for fewer references than `count`
 */
export function largestProducts(entries: Matrix, references: Matrix, count: number, ownRow = false): Float64Array {
	const least = count + Number(ownRow);
	if (references.count < least || entries.width !== references.width)
		throw new RangeError(`${count} of ${references.count} references of ${references.width} numbers, for entries of ${entries.width}`);
	const found = new Float64Array(entries.count * count).fill(-Infinity);
	for (let row = 0; row < entries.count; row++) {
		const best = found.subarray(row * count, (row + 1) * count);
		for (let other = 0; other < references.count; other++) {
			if (ownRow && other === row) continue;
			insert(best, product(entries, row, references, other));
		}
	}
	return found;
}

function product(a: Matrix, row: number, b: Matrix, other: number): number {
	let sum = 0;
	for (let k = 0, i = row * a.width, j = other * a.width; k < a.width; k++) sum += a.values[i + k]! * b.values[j + k]!;
	return sum;
}

/** Into a descending list; the smallest goes. */
function insert(best: Float64Array, value: number): void {
	let at = best.length - 1;
	if (!(value > best[at]!)) return;
	for (; at > 0 && best[at - 1]! < value; at--) best[at] = best[at - 1]!;
	best[at] = value;
}
