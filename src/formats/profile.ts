import { z } from 'zod';
import { UserError } from '../errors.ts';
import type { AnyDetector, DetectorFormat } from './detectors/detector.ts';
import { count, sha256 } from './detectors/figures.ts';
import { readJson } from './json-document.ts';

/**
 * `rag-assay/profile@1`: what calibration found for one model, layout and embedder (docs/methods/reading.md).
 * `created` is the only member that a second run on the same data may change.
 */
const frame = z.object({
	schema: z.literal('rag-assay/profile@1'),
	name: z.string().min(1),
	created: z.iso.date(),
	/** `ModelIdentity.name` and `ModelIdentity.sha256`. */
	model: z.object({ name: z.string().min(1), sha256 }),
	/** `ModelIdentity.layout`. */
	layout: z.string().min(1),
	/** Whose embeddings went into it; `null`: nobody's. */
	embedder: z.object({ name: z.string().min(1), sha256 }).nullable(),
	/** The data that chose the thresholds. */
	dataset: z.object({
		name: z.string().min(1),
		sha256,
		traces: count,
		sentences: count,
		/** Where several data sets made it: each of them. */
		parts: z.array(z.object({ name: z.string().min(1), sha256, traces: count })).optional(),
	}),
	/** Of everything that was drawn: sides, folds, settings, which answer of a group counts. Absent in profiles from before this was written down, as what follows may be. */
	seed: count.optional(),
	/** What wrote it, and the runtime that the model ran in; absent in profiles from before this was written down. */
	versions: z.object({ product: z.string().min(1), onnxruntime: z.string().min(1).optional() }).optional(),
	/** What the model ran on when its figures were measured, and in which numbers; absent as above. They may differ a little elsewhere: nothing is refused for it. */
	measured: z.object({ device: z.string().min(1), dtype: z.string().min(1) }).optional(),
});

/** A profile; `D`: the detectors that it may hold. */
export type Profile<D extends AnyDetector = AnyDetector> = z.infer<typeof frame> & { detectors: D[] };

/** The detector of a method, if the profile has it. */
export function detectorOf<D extends AnyDetector>({ detectors }: Pick<Profile, 'detectors'>, { is }: DetectorFormat<D>): D | undefined {
	return detectors.find(is);
}

/** Profiles whose detectors are of certain methods. */
export interface ProfileFormat<D extends AnyDetector> {
	readonly schema: z.ZodType<Profile<D>>;
	/** @throws UserError RA601 when the text is no profile, or holds a detector of another method. */
	readonly read: (text: string, file: string) => Profile<D>;
	/** The profile as it is kept in a file: two runs on the same data differ in one line. */
	readonly format: (profile: Profile) => string;
}

/** @throws RangeError without a detector. */
export function profileFormat<D extends AnyDetector>(detectors: readonly DetectorFormat<D>[]): ProfileFormat<D> {
	const [first, ...others] = detectors.map((one) => one.schema);
	if (first === undefined) throw new RangeError('a profile without any method');
	const schema = frame.extend({
		/** At most one of a method and level. */
		detectors: z
			.array(z.discriminatedUnion('method', [first, ...others]))
			.refine(
				(all) => new Set(all.map((d) => `${d.method} ${d.level}`)).size === all.length,
				'expected at most one detector of a method and level',
			),
	});
	return {
		schema,
		read: (text, file) =>
			readJson(text, file, schema, { noun: 'profile', code: 'RA601', hint: 'Write it anew by calibrating, or name another profile.' }),
		format: (profile) => `${JSON.stringify(schema.parse(profile), undefined, '\t')}\n`,
	};
}

/** What a profile must agree with: the parts of a model's identity that decide its numbers, and the embedder that is in use. */
export interface ProfileSubject {
	readonly name: string;
	readonly sha256: string;
	readonly layout: string;
	/** Absent where nothing is embedded: then it cannot be compared with the one that a profile names. */
	readonly embedder?: { readonly name: string; readonly sha256: string };
}

/** One reason why a profile is not for what it would judge. */
interface Difference {
	readonly code: 'RA602' | 'RA603' | 'RA609';
	/** What goes on after `It was calibrated`. */
	readonly what: string;
	readonly hint: string;
}

/** Thresholds of one model mean nothing on another's scores: all that differs, in the order model, layout, embedder. */
function differencesOf({ model, layout, embedder }: Profile, subject: ProfileSubject): Difference[] {
	const inUse = subject.embedder;
	return [
		...(model.sha256 === subject.sha256
			? []
			: [
					{
						code: 'RA602' as const,
						what: `for model '${model.name}' (${short(model.sha256)}), but the loaded model is '${subject.name}' (${short(subject.sha256)}).`,
						hint: 'Load that model, or name a profile that was calibrated for this one.',
					},
				]),
		...(layout === subject.layout
			? []
			: [
					{
						code: 'RA603' as const,
						what: `with the prompt layout ${short(layout)}, but model '${subject.name}' is used with ${short(subject.layout)}.`,
						hint: 'Use the same chat template and layout, or calibrate anew.',
					},
				]),
		...(embedder === null || inUse === undefined || embedder.sha256 === inUse.sha256
			? []
			: [
					{
						code: 'RA609' as const,
						what: `with the embedder '${embedder.name}' (${short(embedder.sha256)}), but '${inUse.name}' (${short(inUse.sha256)}) is in use.`,
						hint: 'Use that embedder, or calibrate anew.',
					},
				]),
	];
}

/**
 * @throws UserError RA602 when the profile is another model's, RA603 when it is for another prompt layout, RA609 for another embedder. Where
 * several differ the number is the first one's, and the message has a line for each.
 */
export function requireFittingProfile(profile: Profile, subject: ProfileSubject, file?: string): void {
	const differences = differencesOf(profile, subject);
	const [first] = differences;
	if (first === undefined) return;
	throw new UserError(first.code, inWords(profile, differences), {
		...(file === undefined ? {} : { place: { file } }),
		hint: differences.map(({ hint }) => hint).join(' '),
	});
}

/** What keeps the profile from judging, a sentence and a line for each difference; `null` when nothing does. */
export function whyUnfitting(profile: Profile, subject: ProfileSubject): string | null {
	const differences = differencesOf(profile, subject);
	return differences.length === 0 ? null : inWords(profile, differences);
}

/** What of the profile nobody can hold against what is in use, in a sentence; `null` where all is compared. */
export function uncomparable({ name, embedder }: Profile, subject: ProfileSubject): string | null {
	if (embedder === null || subject.embedder !== undefined) return null;
	return `Profile '${name}' was calibrated with the embedder '${embedder.name}' (${short(embedder.sha256)}); which one your retriever uses is not known here, so the two are not compared.`;
}

function inWords({ name }: Profile, differences: readonly Difference[]): string {
	return differences.map(({ what }, i) => `${i === 0 ? `Profile '${name}'` : 'It'} was calibrated ${what}`).join('\n');
}

function short(hash: string): string {
	return hash.slice(0, 12);
}
