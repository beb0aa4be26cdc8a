import { errorNumbers, type ErrorNumberOf } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { listInWords } from '../wording/list-in-words.ts';
import type { AnyDetector } from './detectors/detector.ts';
import {
	fittingDetectors,
	uncomparedEncoder,
	type Difference,
	type LeftOut,
	type NamedReader,
	type ReadersInUse,
} from './fitting-detectors.ts';
import type { Profile } from './profile.ts';

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
	const { unknown: _told, ...known } = profile;
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
				hint: 'Use the same chat template and layout, or calibrate anew.',
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
						hint: 'Use that embedder, or calibrate anew.',
					};
	}
}

function inWords({ name, sha256 }: NamedReader): string {
	return `'${name}' (${short(sha256)})`;
}

function short(hash: string): string {
	return hash.slice(0, 12);
}
