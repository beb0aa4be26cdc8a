/**
 * The inner part of `rowMaxima` as WebAssembly, four numbers at a time: V8 has no other way to the processor's vectors. Written out here, as it is small: four
 * entries by two directions, sums in eight registers, and the maximum with its place taken as soon as a sum is there.
 *
 * `kernel(entries, directions, bytes, pairs, first, best)`: addresses of four rows and of `2 · pairs` rows, the bytes of a row (a multiple of 16, at
 * least 16), the number of the first direction, and where four maxima (float32) and their places (int32) stand and are left.
 */
export function rowMaximaModule(): Uint8Array<ArrayBuffer> {
	return Uint8Array.from([
		...magic,
		...section(1, vector([[0x60, ...vector(Array.from({ length: 6 }, () => [i32])), 0x00]])),
		...section(3, vector([[0]])),
		...section(5, vector([[0x00, 1]])),
		...section(7, vector([exported('kernel', 0x00), exported('memory', 0x02)])),
		...section(10, vector([sized(body())])),
	]);
}

const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const i32 = 0x7f;
const v128 = 0x7b;

/** Five addresses and offsets, fourteen vectors. */
const locals = [2, 5, i32, 14, v128];
/** Parameters, then locals, by index. */
const entries = 0;
const directions = 1;
const bytes = 2;
const pairs = 3;
const column = 4;
const best = 5;
/** Addresses of entries 1 to 3, of the second direction, and the offset in all of them. */
const entry = [entries, 6, 7, 8] as const;
const second = 9;
const offset = 10;
/** Sums: entry r and direction c in `sum + 2 r + c`; then what is loaded, the maxima and their places. */
const sum = 11;
const [one, other, row, maxima, places, sums] = [19, 20, 21, 22, 23, 24] as const;

function body(): number[] {
	return [
		...locals,
		...[1, 2, 3].flatMap((r) => code(get(entry[r - 1]!), get(bytes), add, set(entry[r]!))),
		...code(get(best), load(0), set(maxima), get(best), load(16), set(places)),
		...loop([
			...code(get(directions), get(bytes), add, set(second)),
			...Array.from({ length: 8 }, (_, at) => [...zero, ...set(sum + at)]).flat(),
			...code(constant(0), set(offset)),
			...loop([
				...code(get(directions), get(offset), add, load(0), set(one)),
				...code(get(second), get(offset), add, load(0), set(other)),
				...entry.flatMap((address, r) => [
					...code(get(address), get(offset), add, load(0), set(row)),
					...code(get(sum + 2 * r), get(row), get(one), times, plus, set(sum + 2 * r)),
					...code(get(sum + 2 * r + 1), get(row), get(other), times, plus, set(sum + 2 * r + 1)),
				]),
				...code(get(offset), constant(16), add, tee(offset), get(bytes), below),
			]),
			...keepLargest(0),
			...code(get(column), constant(1), add, set(column)),
			...keepLargest(1),
			...code(get(column), constant(1), add, set(column)),
			...code(get(second), get(bytes), add, set(directions)),
			...code(get(pairs), constant(1), minus, tee(pairs)),
		]),
		...code(get(best), get(maxima), store(0), get(best), get(places), store(16)),
		0x0b,
	];
}

/** Adds up the four sums of a direction, one an entry, and keeps those above the maxima so far. */
function keepLargest(c: 0 | 1): number[] {
	const of = (r: number): number[] => get(sum + 2 * r + c);
	const halves = (r: number): number[] => [
		...code(of(r), of(r + 1), lanes(0, 4, 1, 5)),
		...code(of(r), of(r + 1), lanes(2, 6, 3, 7)),
		...plus,
	];
	return [
		...code(halves(0), set(one), halves(2), set(other)),
		...code(get(one), get(other), lanes(0, 1, 4, 5), get(one), get(other), lanes(2, 3, 6, 7), plus, set(sums)),
		...code(get(sums), get(maxima), above, set(row)),
		...code(get(sums), get(maxima), get(row), select, set(maxima)),
		...code(get(column), splat, get(places), get(row), select, set(places)),
	];
}

const code = (...parts: readonly number[][]): number[] => parts.flat();
const add = [0x6a];
const minus = [0x6b];
const below = [0x49];
const zero = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0)];
const plus = [0xfd, 0xe4, 0x01];
const times = [0xfd, 0xe6, 0x01];
const above = [0xfd, 0x44];
const select = [0xfd, 0x52];
const splat = [0xfd, 0x11];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const constant = (value: number): number[] => [0x41, value];
const load = (at: number): number[] => [0xfd, 0x00, 0x04, at];
const store = (at: number): number[] => [0xfd, 0x0b, 0x04, at];
/** Goes round as long as its body leaves something other than 0. */
const loop = (within: number[]): number[] => [0x03, 0x40, ...within, 0x0d, 0x00, 0x0b];
/** Four of the eight lanes of two vectors. */
const lanes = (...those: number[]): number[] => [0xfd, 0x0d, ...those.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte))];

function exported(name: string, kind: number): number[] {
	return [...sized(Array.from(name, (sign) => sign.charCodeAt(0))), kind, 0];
}

function section(id: number, content: number[]): number[] {
	return [id, ...sized(content)];
}

function vector(items: readonly number[][]): number[] {
	return [...unsigned(items.length), ...items.flat()];
}

function sized(content: number[]): number[] {
	return [...unsigned(content.length), ...content];
}

/** LEB128. */
function unsigned(value: number): number[] {
	return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}
