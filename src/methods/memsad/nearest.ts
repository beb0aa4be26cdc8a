import type { Matrix } from './row-maxima.ts';

/** The largest inner products of each entry, descending, and the references that they are with; both `[n, count]`. */
export interface LargestProducts {
	readonly products: Float64Array;
	readonly at: Int32Array;
}

/**
 * The `count` largest inner products of each entry with the references.
 * @param own the reference that the first entry is, the others behind it: each is left out of its own; `null`: entries are no references
 * @throws RangeError for fewer references than `count`
 */
export function largestProducts(entries: Matrix, references: Matrix, count: number, own: number | null = null): LargestProducts {
	const min = count + Number(own !== null);
	if (references.count < min || entries.width !== references.width)
		throw new RangeError(`${count} of ${references.count} references of ${references.width} numbers, for entries of ${entries.width}`);
	const products = new Float64Array(entries.count * count).fill(-Infinity);
	const at = new Int32Array(entries.count * count);
	for (let row = 0; row < entries.count; row++) {
		const best = { products: products.subarray(row * count, (row + 1) * count), at: at.subarray(row * count, (row + 1) * count) };
		for (let other = 0; other < references.count; other++) {
			if (own !== null && other === own + row) continue;
			insert(best, product(entries, row, references, other), other);
		}
	}
	return { products, at };
}

function product(a: Matrix, row: number, b: Matrix, other: number): number {
	let sum = 0;
	for (let k = 0, i = row * a.width, j = other * a.width; k < a.width; k++) sum += a.values[i + k]! * b.values[j + k]!;
	return sum;
}

/** Into a descending list; the smallest goes. */
function insert({ products, at }: LargestProducts, value: number, other: number): void {
	let place = products.length - 1;
	if (!(value > products[place]!)) return;
	for (; place > 0 && products[place - 1]! < value; place--) {
		products[place] = products[place - 1]!;
		at[place] = at[place - 1]!;
	}
	products[place] = value;
	at[place] = other;
}
