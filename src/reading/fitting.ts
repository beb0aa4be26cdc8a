import type { z } from 'zod';
import { partsOf, present } from './declared-parts.ts';
import { extents, type Axis } from './declared.ts';

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
