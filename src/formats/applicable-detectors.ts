import { errorNumbers, type ErrorNumberOf } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { listInWords } from '../wording/phrases.ts';
import type { AnyDetector } from './detectors/detector.ts';
import type { Provenance } from './detectors/provenance.ts';
import type { Profile, ProfileDetector } from './profile.ts';

/** A reader by what names it. */
export interface NamedReader {
	readonly name: string;
	readonly sha256: string;
}

/** Who reads now, by what decides the numbers; a kind that is absent is not in use. */
export interface ReadersInUse {
	readonly 'language-model'?: NamedReader & { readonly layout: string };
	readonly encoder?: NamedReader;
}

/** One reason why a detector is not for what it would judge; `inUse: null`: there is no reader of that kind. */
type Difference =
	| { readonly kind: 'language-model' | 'encoder'; readonly made: NamedReader; readonly inUse: NamedReader | null }
	/** There is no such method here: another version wrote it. */
	| { readonly kind: 'method'; readonly method: string }
	| { readonly kind: 'layout'; readonly made: string; readonly inUse: string; readonly reader: string };

/** Detectors that are not for the readers in use, or not known here, all for the same reasons. */
interface LeftOut {
	readonly detectors: readonly AnyDetector[];
	/** In the order model, layout, encoder, or the method alone; at least one. */
	readonly differences: readonly Difference[];
}

export interface FittingDetectors<D extends AnyDetector = AnyDetector> {
	/** Those that were made for the readers in use, or need none; in the profile's order. */
	readonly usable: ProfileDetector<D>[];
	readonly left: readonly LeftOut[];
}

/** Which detectors of a profile may judge what the readers in use read: thresholds of one model mean nothing on another's scores. */
export function fittingDetectors<D extends AnyDetector>(
	{ detectors, unknown = [] }: Pick<Profile<D>, 'detectors' | 'unknown'>,
	inUse: ReadersInUse,
): FittingDetectors<D> {
	const usable: ProfileDetector<D>[] = [];
	const left = new Map<string, { detectors: AnyDetector[]; differences: Difference[] }>();
	const leave = (detector: AnyDetector, differences: Difference[]): void => {
		const key = JSON.stringify(differences);
		const alike = left.get(key);
		if (alike === undefined) left.set(key, { detectors: [detector], differences });
		else alike.detectors.push(detector);
	};
	for (const detector of detectors) {
		const differences = differencesOf(detector.from, inUse);
		if (differences.length === 0) usable.push(detector);
		else leave(detector, differences);
	}
	for (const { method, level } of unknown) leave({ method, level }, [{ kind: 'method', method }]);
	return { usable, left: [...left.values()] };
}

/** The encoder of detectors that a language model reads for and that may judge though no encoder is in use: nobody can compare it. */
function uncomparedEncoder({ detectors }: Pick<Profile, 'detectors'>, inUse: ReadersInUse): NamedReader | null {
	if (inUse.encoder !== undefined) return null;
	const compared = detectors.map(({ from }) => from).filter((from) => readerOf(from, 'language-model') !== undefined);
	return compared.map((from) => readerOf(from, 'encoder')).find((encoder) => encoder !== undefined) ?? null;
}

function differencesOf(from: Provenance, inUse: ReadersInUse): Difference[] {
	return [...modelDifferences(from, inUse['language-model']), ...encoderDifferences(from, inUse.encoder)];
}

function modelDifferences(from: Provenance, inUse: ReadersInUse['language-model']): Difference[] {
	const made = readerOf(from, 'language-model');
	if (made === undefined) return [];
	if (inUse === undefined) return [{ kind: 'language-model', made: named(made), inUse: null }];
	return [
		...(made.sha256 === inUse.sha256 ? [] : [{ kind: 'language-model' as const, made: named(made), inUse: named(inUse) }]),
		...(made.layout === inUse.layout ? [] : [{ kind: 'layout' as const, made: made.layout, inUse: inUse.layout, reader: inUse.name }]),
	];
}

/** Where a language model reads and nothing embeds, the encoder was the retriever's: it is not known here, and keeps nobody from judging. */
function encoderDifferences(from: Provenance, inUse: ReadersInUse['encoder']): Difference[] {
	const made = readerOf(from, 'encoder');
	if (made === undefined || made.sha256 === inUse?.sha256) return [];
	if (inUse === undefined)
		return readerOf(from, 'language-model') === undefined ? [{ kind: 'encoder', made: named(made), inUse: null }] : [];
	return [{ kind: 'encoder', made: named(made), inUse: named(inUse) }];
}

type Reader<K> = Extract<Provenance['readers'][number], { kind: K }>;

/** Who read for a detector, of a kind; `undefined`: nobody. */
export function readerOf<K extends Provenance['readers'][number]['kind']>({ readers }: Provenance, kind: K): Reader<K> | undefined {
	return readers.find((one): one is Reader<K> => one.kind === kind);
}

function named({ name, sha256 }: NamedReader): NamedReader {
	return { name, sha256 };
}

/** What of a profile judges. */
export interface JudgingPart<D extends AnyDetector = AnyDetector> {
	/** The profile with the detectors that fit, and no others. */
	readonly profile: Profile<D>;
	/** Which of its detectors are left out, why, and what to do, a sentence or two for all that have the same reasons. */
	readonly left: readonly string[];
}

/**
 * The part of a profile that is for the readers in use.
 * @throws UserError where nothing of it fits: RA602 when it is another model's, RA603 when it is for another prompt layout, RA609 for another
 * embedder, RA610 when it is of methods that are not known. Where several differ the number is the first one's, and the message has a line for each.
 */
export function judgingPart<D extends AnyDetector>(profile: Profile<D>, inUse: ReadersInUse, file?: string): JudgingPart<D> {
	const { usable, left } = fittingDetectors(profile, inUse);
	if (usable.length === 0) refuse(profile, left, file);
	const { unknown: _unknown, ...known } = profile;
	return { profile: { ...known, detectors: usable }, left: left.map((one) => leftInWords(profile, one)) };
}

/** What keeps the whole profile from judging, a sentence and a line for each difference; `null` where a part of it can. */
export function whyUnfitting(profile: Profile, inUse: ReadersInUse): string | null {
	const { usable, left } = fittingDetectors(profile, inUse);
	return usable.length > 0 || left.length === 0 ? null : linesOf(profile, reasonsOf(left));
}

/** What of the profile nobody can hold against what is in use, in a sentence; `null` where all is compared. */
export function uncomparable(profile: Profile, inUse: ReadersInUse): string | null {
	const encoder = uncomparedEncoder(profile, inUse);
	return encoder === null
		? null
		: `Profile '${profile.name}' was calibrated with the embedder ${inWords(encoder)}; which one your retriever uses is not known here, so the two are not compared.`;
}

interface Reason {
	readonly code: ErrorNumberOf<'profileOfAnotherModel' | 'profileOfAnotherLayout' | 'profileOfAnotherEmbedder' | 'profileOfUnknownMethods'>;
	/** What goes on after `It was calibrated`, without the end of the sentence. */
	readonly what: string;
	readonly hint: string;
}

function refuse(profile: Profile, left: readonly LeftOut[], file: string | undefined): void {
	const reasons = reasonsOf(left);
	const [first] = reasons;
	// A profile without detectors is nobody's, and judges nothing.
	if (first === undefined) return;
	throw new UserError(first.code, linesOf(profile, reasons), {
		...(file === undefined ? {} : { place: { file } }),
		hint: hintsOf(reasons),
	});
}

/** Of all detectors, each once, by their numbers. */
function reasonsOf(left: readonly LeftOut[]): Reason[] {
	const reasons = left.flatMap(({ differences }) => differences.map(reasonOf));
	return [...new Map(reasons.map((reason) => [reason.what, reason])).values()].toSorted((a, b) => a.code.localeCompare(b.code));
}

function linesOf({ name }: Profile, reasons: readonly Reason[]): string {
	return reasons.map(({ what }, i) => `${i === 0 ? `Profile '${name}'` : 'It'} was calibrated ${what}.`).join('\n');
}

function hintsOf(reasons: readonly Reason[]): string {
	return [...new Set(reasons.map(({ hint }) => hint))].join(' ');
}

function leftInWords({ name }: Profile, { detectors, differences }: LeftOut): string {
	const reasons = differences.map(reasonOf);
	const ids = listInWords(detectors.map(({ method, level }) => `'${method} ${level}'`));
	const [what, does, it] = detectors.length === 1 ? ['detector', 'does', 'it was'] : ['detectors', 'do', 'they were'];
	const why = reasons.map((reason) => `${it} calibrated ${reason.what}`).join('; ');
	return `The ${what} ${ids} of profile '${name}' ${does} not judge: ${why}. ${hintsOf(reasons)}`;
}

function reasonOf(difference: Difference): Reason {
	switch (difference.kind) {
		case 'language-model':
			return {
				code: errorNumbers.profileOfAnotherModel,
				what: `for model ${inWords(difference.made)}, ${difference.inUse === null ? 'and no model is loaded' : `but the loaded model is ${inWords(difference.inUse)}`}`,
				hint: 'Load that model, or name a profile that was calibrated for this one.',
			};
		case 'layout':
			return {
				code: errorNumbers.profileOfAnotherLayout,
				what: `with the prompt layout ${short(difference.made)}, but model '${difference.reader}' is used with ${short(difference.inUse)}`,
				hint: 'Use the same chat template and layout, or calibrate again.',
			};
		case 'method':
			return {
				code: errorNumbers.profileOfUnknownMethods,
				what: `by the method '${difference.method}', which this version of RAG Assay does not know`,
				hint: 'Update RAG Assay to use that method.',
			};
		case 'encoder':
			return difference.inUse === null
				? {
						code: errorNumbers.profileOfAnotherEmbedder,
						what: `with the embedder ${inWords(difference.made)}, and no embedder is in use`,
						hint: 'Use that embedder, or name a profile that needs none.',
					}
				: {
						code: errorNumbers.profileOfAnotherEmbedder,
						what: `with the embedder ${inWords(difference.made)}, but ${inWords(difference.inUse)} is in use`,
						hint: 'Use that embedder, or calibrate again.',
					};
	}
}

function inWords({ name, sha256 }: NamedReader): string {
	return `'${name}' (${short(sha256)})`;
}

function short(hash: string): string {
	return hash.slice(0, 12);
}
