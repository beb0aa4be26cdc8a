import { z } from 'zod';
import { extents } from './declared.ts';

type Declaration = z.core.$ZodType;

/** A declaration without what says that there may be nothing in its place. */
export function present(declaration: Declaration): Declaration {
	return declaration instanceof z.ZodNullable || declaration instanceof z.ZodOptional ? present(declaration.unwrap()) : declaration;
}

/** Whether anything in a declaration has an extent. */
export function hasExtents(declaration: Declaration): boolean {
	const one = present(declaration);
	if (extents.has(one)) return true;
	if (one instanceof z.ZodArray) return hasExtents(one.element);
	return one instanceof z.ZodObject && Object.values(one.shape).some(hasExtents);
}

/** What stands in a value and has extents: a record's fields by name, a list's elements by number. */
export function partsOf(declaration: Declaration, value: unknown): { key: string | number; declaration: Declaration; value: unknown }[] {
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
