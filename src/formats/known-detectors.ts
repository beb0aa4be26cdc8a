import { z } from 'zod';
import type { AnyDetector, DetectorFormat } from './detectors/detector.ts';
import { expectedInWords } from './expected-in-words.ts';

/** All that can be read of a detector whose method this version does not know. */
const strange = z.object({ method: z.string().min(1), level: z.string().min(1) });

/**
 * A detector by its own schema, or, where its method is none of `formats`, by its name alone: what a later version wrote need not keep the
 * others from judging. One of a known method is held to its schema, with the place of what is wrong.
 */
export function knownOrNot<D>(known: z.ZodType<D>, formats: readonly Pick<DetectorFormat, 'is'>[]): z.ZodType<D | z.infer<typeof strange>> {
	const isKnown = (one: AnyDetector): boolean => formats.some(({ is }) => is(one));
	const names = z.object({ method: z.string().refine((method) => !isKnown({ method, level: '' })) });
	return z.unknown().transform((value, ctx) => {
		// Not a union of the two: its message would be of both, and its place the whole detector's.
		const read = (names.safeParse(value).success ? strange : known).safeParse(value, { error: expectedInWords });
		if (read.success) return read.data;
		ctx.issues.push(...read.error.issues.map(({ path, message }) => ({ code: 'custom' as const, path, message, input: value })));
		return z.NEVER;
	});
}
