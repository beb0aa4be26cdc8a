import { z } from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import type { AnyDetector, DetectorFormat } from './detectors/detector.ts';
import { provenance, type Provenance } from './detectors/provenance.ts';
import { expectedInWords } from './expected-in-words.ts';
import { readJson } from './json-document.ts';
import { firstDetectors, firstProfile, withProvenance } from './profile-1.ts';

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

/** What is the same in every version: `created` is the only member that a second run on the same data may change. */
const frame = z.object({ name: z.string().min(1), created: z.iso.date() });

/** What the answers looked like that a profile was made from: a file beside it, of numbers. Absent in older profiles, and where nothing was attributed. */
const reference = z.object({
	file: z.string().regex(/^reference\.[\da-f]{12}\.json$/),
	sha256: z.string().regex(/^[\da-f]{64}$/),
	rows: z.number().int().positive(),
});
export type ProfileReference = z.infer<typeof reference>;

/** A detector in a profile, with where it comes from: it judges what the same readers read. */
export type ProfileDetector<D extends AnyDetector = AnyDetector> = D & { from: Provenance };

/**
 * `rag-assay/profile@2`: what calibration found (docs/calibration.md). Its detectors may be of several readers, or of none; which of them can be
 * used `fittingDetectors` says. `D`: the detectors that it may hold.
 */
export interface Profile<D extends AnyDetector = AnyDetector> extends z.infer<typeof frame> {
	schema: 'rag-assay/profile@2';
	/** At most one of a method and level. */
	detectors: ProfileDetector<D>[];
	reference?: ProfileReference | undefined;
	/** What a file held of methods that this version does not know, by name alone: read and told, never written. Absent where there is none. */
	unknown?: readonly AnyDetector[];
}

/** The detector of a method, if the profile has it. */
export function detectorOf<D extends AnyDetector>(
	{ detectors }: Pick<Profile, 'detectors'>,
	{ is }: DetectorFormat<D>,
): ProfileDetector<D> | undefined {
	return detectors.find(is);
}

/** Profiles whose detectors are of certain methods. */
export interface ProfileFormat<D extends AnyDetector> {
	/** As it is in memory, and as it is written. */
	readonly schema: z.ZodType<Profile<D>>;
	/** What each version looks like in a file, by the name in its `schema`: all of them are read, and the newest is written. */
	readonly versions: { readonly 'profile@1': z.ZodType; readonly 'profile@2': z.ZodType };
	/**
	 * Of any version; detectors of methods that it does not know are left in `unknown`.
	 * @throws UserError RA601 when the text is no profile, a detector of a known method is malformed, or version 1 holds one of another method.
	 */
	readonly read: (text: string, file: string) => Profile<D>;
	/** The profile as it is kept in a file: two runs on the same data differ in one line. */
	readonly format: (profile: Profile) => string;
}

/** @throws RangeError without a detector. */
export function profileFormat<D extends AnyDetector>(formats: readonly DetectorFormat<D>[]): ProfileFormat<D> {
	const [some, ...others] = formats.map((one) => one.schema);
	if (some === undefined) throw new RangeError('a profile without any method');
	const detector = z.discriminatedUnion('method', [some, ...others]);
	const placed = z.intersection(detector, z.object({ from: provenance }));
	const newest = z.object({
		schema: z.literal('rag-assay/profile@2'),
		...frame.shape,
		reference: reference.optional(),
		detectors: different(z.array(placed)),
	});
	/** As it is read: one that a later version wrote may hold more. */
	const found = newest.extend({ detectors: different(z.array(knownOrNot(placed, formats))) });
	const { schema, ...first } = firstProfile.shape;
	const former = z.object({ schema, ...frame.shape, ...first, detectors: different(firstDetectors(formats)) });
	const either = z.discriminatedUnion('schema', [former, found], {
		error: ({ code }) =>
			code === 'invalid_union' ? `'${former.shape.schema.value}' or '${newest.shape.schema.value}' was expected` : undefined,
	});
	return {
		schema: newest,
		versions: { 'profile@1': former, 'profile@2': newest },
		read: (text, file) => {
			const profile = readJson(text, file, either, {
				noun: 'profile',
				code: errorNumbers.malformedProfile,
				hint: 'Write it anew by calibrating, or name another profile.',
			});
			if (profile.schema === 'rag-assay/profile@1') return withProvenance(profile);
			const unknown = profile.detectors.filter((one) => !('from' in one));
			const detectors = profile.detectors.filter((one) => 'from' in one);
			return { ...profile, detectors, ...(unknown.length === 0 ? {} : { unknown }) };
		},
		format: (profile) => `${JSON.stringify(newest.parse(profile), undefined, '\t')}\n`,
	};
}

function different<D extends AnyDetector>(detectors: z.ZodType<D[]>): z.ZodType<D[]> {
	return detectors.refine(
		(all) => new Set(all.map((d) => `${d.method} ${d.level}`)).size === all.length,
		'expected at most one detector of a method and level',
	);
}
