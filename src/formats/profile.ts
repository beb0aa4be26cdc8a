import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import type { AnyDetector, DetectorFormat } from './detectors/detector.ts';
import { provenance, type Provenance } from './detectors/provenance.ts';
import { expectedInWords } from './expected-in-words.ts';
import { readJson } from './json-document.ts';
import { firstDetectors, firstProfile, withProvenance } from './profile-1.ts';

/** The members that can be read of a detector whose method this version does not know. */
const strange = z.object({ method: z.string().min(1), level: z.string().min(1) });

/**
 * Returns a schema that reads a detector by its own schema, or by its name alone if its method is not one of `formats`.
 * So a detector that a later version wrote does not keep the others from judging. A detector of a known method must fit its schema. The
 * error names the place of what is wrong.
 */
function knownOrNot<D>(known: z.ZodType<D>, formats: readonly Pick<DetectorFormat, 'is'>[]): z.ZodType<D | z.infer<typeof strange>> {
	const isKnown = (one: AnyDetector): boolean => formats.some(({ is }) => is(one));
	const names = z.object({ method: z.string().refine((method) => !isKnown({ method, level: '' })) });
	return z.unknown().transform((value, ctx) => {
		// This is not a union of the two. A union's message would be about both, and its place would be the whole detector.
		const read = (names.safeParse(value).success ? strange : known).safeParse(value, { error: expectedInWords });
		if (read.success) return read.data;
		ctx.issues.push(...read.error.issues.map(({ path, message }) => ({ code: 'custom' as const, path, message, input: value })));
		return z.NEVER;
	});
}

/** Members that every version has. If the data are the same, a second run may change only `created`. */
const frame = z.object({ name: z.string().min(1), created: z.iso.date() });

/**
 * A file beside the profile with numbers about the answers that the profile was made from. Absent in older profiles, and if nothing was
 * attributed.
 */
const reference = z.object({
	file: z.string().regex(/^reference\.[\da-f]{12}\.json$/),
	sha256: z.string().regex(/^[\da-f]{64}$/),
	rows: z.number().int().positive(),
	/** Whether all answers were English. Absent: some were not, or nobody knows. */
	english: z.literal(true).optional(),
});
export type ProfileReference = z.infer<typeof reference>;

/** A detector in a profile, with its provenance. It judges what the same readers read. */
export type ProfileDetector<D extends AnyDetector = AnyDetector> = D & { from: Provenance };

/**
 * A profile in the form `rag-assay/profile@2`: what calibration found (docs/calibration.md).
 * Its detectors may depend on several readers, or on none. `fittingDetectors` says which of them can be used. `D` is the type of the
 * detectors that it may contain.
 */
export interface Profile<D extends AnyDetector = AnyDetector> extends z.infer<typeof frame> {
	schema: 'rag-assay/profile@2';
	/** Detectors, at most one for each method and level. */
	detectors: ProfileDetector<D>[];
	reference?: ProfileReference | undefined;
	/**
	 * Detectors of methods that this version does not know, by name alone. They are read and reported, and never written. Absent if there are
	 * none.
	 */
	unknown?: readonly AnyDetector[];
}

/** Returns the detector of a method, or `undefined` if the profile has none. */
export function detectorOf<D extends AnyDetector>(
	{ detectors }: Pick<Profile, 'detectors'>,
	{ is }: DetectorFormat<D>,
): ProfileDetector<D> | undefined {
	return detectors.find(is);
}

/** The format of profiles with detectors of certain methods. */
export interface ProfileFormat<D extends AnyDetector> {
	/** Schema of a profile in memory, which is also the form that is written. */
	readonly schema: z.ZodType<Profile<D>>;
	/** Schemas of the file in each version, by the name in its `schema`. All versions are read, and the newest is written. */
	readonly versions: { readonly 'profile@1': z.ZodType; readonly 'profile@2': z.ZodType };
	/**
	 * Reads a profile of any version. Detectors of unknown methods go into `unknown`.
	 * @throws {UserError} RA601 if the text is not a profile, if a detector of a known method is malformed, or if version 1 contains one of
	 * another method.
	 */
	readonly read: (text: string, file: string) => Profile<D>;
	/** Returns the profile as text for a file. The texts of two runs on the same data differ in one line. */
	readonly format: (profile: Profile) => string;
}

/**
 * Returns the format of profiles with detectors of these methods.
 * @throws {RangeError} if there is no method.
 */
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
	/** The profile as it is read. A profile that a later version wrote may contain more. */
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
				hint: 'Calibrate again to write it, or name another profile.',
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
