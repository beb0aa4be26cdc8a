import { z } from 'zod';

/**
 * How long a list of numbers is along one of its axes: a number, or a letter that stands for the same length all over a response: `T` tokens
 * of a response, `R` of them that were asked for, `K` contexts, `L` layers, and `N` tokens of one context.
 */
export type Axis = number | 'T' | 'R' | 'K' | 'L' | 'N';

/** How long a field is; its numbers are row-major. */
export interface Extent {
	readonly held: 'float64' | 'uint32' | 'list' | 'count';
	readonly axes: readonly Axis[];
}

/** Extents of the fields that have one. */
export const extents = z.registry<Extent>();

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
