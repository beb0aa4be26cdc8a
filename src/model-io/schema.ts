import * as z from 'zod';

/**
 * How long a list of numbers is along one of its axes: a number, or a letter that stands for the same length all over a response: `T` tokens
 * of a response, `R` of them that were asked for, `K` contexts, `L` layers, and `N` tokens of one context.
 */
export type Axis = number | 'T' | 'R' | 'K' | 'L' | 'N';

/** How long a field is; its numbers are row-major. */
interface Extent {
	readonly held: 'float64' | 'uint32' | 'list' | 'count';
	readonly axes: readonly Axis[];
}

/** Extents of the fields that have one. */
const extents = z.registry<Extent>();

/** Numbers in double precision; any buffer may be under them, also a shared one. */
export function float64(...axes: readonly Axis[]): z.ZodCustom<Float64Array, Float64Array> {
	return z
		.custom<Float64Array>((value) => value instanceof Float64Array, 'expected a Float64Array')
		.register(extents, { held: 'float64', axes });
}

/** Natural numbers below `2 ** 32`. */
export function uint32(...axes: readonly Axis[]): z.ZodCustom<Uint32Array, Uint32Array> {
	return z
		.custom<Uint32Array>((value) => value instanceof Uint32Array, 'expected a Uint32Array')
		.register(extents, { held: 'uint32', axes });
}

/** A list of anything else. */
export function list<S extends z.ZodType>(axis: Axis, element: S): z.ZodArray<S> {
	return z.array(element).register(extents, { held: 'list', axes: [axis] });
}

/** The length itself. */
export function count(axis: Axis): z.ZodNumber {
	return z
		.number()
		.int()
		.nonnegative()
		.register(extents, { held: 'count', axes: [axis] });
}

/** What a declaration hands on, to be read and not to be changed. */
export type Handed<S extends z.ZodType> = ReadOnly<z.output<S>>;

type ReadOnly<T> = T extends Float64Array | Uint32Array
	? T
	: T extends readonly (infer E)[]
		? readonly ReadOnly<E>[]
		: T extends object
			? { readonly [K in keyof T]: ReadOnly<T[K]> }
			: T;

type Declaration = z.core.$ZodType;

/** A declaration without what says that there may be nothing in its place. */
function present(declaration: Declaration): Declaration {
	return declaration instanceof z.ZodNullable || declaration instanceof z.ZodOptional ? present(declaration.unwrap()) : declaration;
}

/** Whether anything in a declaration has an extent. */
function hasExtents(declaration: Declaration): boolean {
	const one = present(declaration);
	if (extents.has(one)) return true;
	if (one instanceof z.ZodArray) return hasExtents(one.element);
	return one instanceof z.ZodObject && Object.values(one.shape).some(hasExtents);
}

/** What stands in a value and has extents: a record's fields by name, a list's elements by number. */
function partsOf(declaration: Declaration, value: unknown): { key: string | number; declaration: Declaration; value: unknown }[] {
	const one = present(declaration);
	if (one instanceof z.ZodArray && Array.isArray(value) && hasExtents(one.element))
		return value.map((element: unknown, key) => ({ key, declaration: one.element, value: element }));
	if (!(one instanceof z.ZodObject) || !isRecord(value)) return [];
	return Object.entries(one.shape).flatMap(([key, field]) =>
		Object.hasOwn(value, key) && hasExtents(field) ? [{ key, declaration: field, value: value[key] }] : [],
	);
}

/** A copy of a value in which `replace` stands for its declared arrays of numbers, asked in the order of the declaration. */
export function withNumbers(
	declaration: Declaration,
	value: unknown,
	replace: (held: 'float64' | 'uint32', numbers: unknown) => unknown,
): unknown {
	const held = extents.get(present(declaration))?.held;
	if (held === 'float64' || held === 'uint32') return replace(held, value);
	const parts = partsOf(declaration, value).map((part) => [part.key, withNumbers(part.declaration, part.value, replace)] as const);
	if (parts.length === 0 || !isRecord(value)) return value;
	return Array.isArray(value) ? parts.map(([, part]) => part) : { ...value, ...Object.fromEntries(parts) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

/** A field that is longer or shorter than the others of its response make it. */
export interface Misfit {
	readonly path: readonly (string | number)[];
	readonly length: number;
	readonly expected: number;
}

/** The declaration, refusing what has fields whose lengths do not fit together. */
export function fitting<S extends z.ZodType>(declaration: S): S {
	return declaration.superRefine((value, context) => {
		for (const { path, length, expected } of misfits(declaration, value))
			context.addIssue({ code: 'custom', path: [...path], message: `holds ${length} values, not ${expected}` });
	});
}

/**
 * The fields whose lengths do not fit together. The first field with one letter says how long that is, for all that follow it; within the
 * elements of a list, anew for each.
 * @throws Error for a declaration that multiplies a letter before a field says it.
 */
export function misfits(declaration: z.core.$ZodType, value: unknown): Misfit[] {
	return misfitsIn(declaration, value, [], new Map());
}

function misfitsIn(declaration: z.core.$ZodType, value: unknown, path: Misfit['path'], lengths: Map<Axis, number>): Misfit[] {
	const axes = extents.get(present(declaration))?.axes;
	const length = lengthOf(value);
	const found: Misfit[] = [];
	if (axes !== undefined && length !== undefined) {
		const expected = expectedOf(axes, lengths, length);
		if (length !== expected) found.push({ path, length, expected });
	}
	for (const part of partsOf(declaration, value))
		found.push(...misfitsIn(part.declaration, part.value, [...path, part.key], typeof part.key === 'number' ? new Map(lengths) : lengths));
	return found;
}

function expectedOf(axes: readonly Axis[], lengths: Map<Axis, number>, found: number): number {
	const [axis] = axes;
	if (axes.length === 1 && typeof axis === 'string' && !lengths.has(axis)) lengths.set(axis, found);
	return axes.reduce<number>((product, one) => {
		const length = typeof one === 'number' ? one : lengths.get(one);
		if (length === undefined) throw new Error(`no field before says how long ${one} is`);
		return product * length;
	}, 1);
}

function lengthOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return Array.isArray(value) || value instanceof Float64Array || value instanceof Uint32Array ? value.length : undefined;
}
