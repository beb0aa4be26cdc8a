import { basename } from 'node:path';
import { fileKinds, type FileKind } from '../files/file-kind.ts';
import { readText, requireText } from '../files/read-file.ts';
import type { ModelIdentity } from '../reading/model-identity.ts';
import { calibration } from '../analysis/calibration/methods.ts';
import { judgingPart, uncomparable, whyUnfitting } from '../formats/judging-part.ts';
import type { Profile } from '../formats/profile.ts';

export interface FoundProfile {
	/** With the detectors that fit the model. */
	readonly profile: Profile | null;
	/** Where it was read; its classifiers lie beside it. */
	readonly file: string;
	/** Which of its detectors are left out, why, and what to do; none where all of them judge. */
	readonly left: readonly string[];
	/** All that is to be said with what it judges, what is left out among it. */
	readonly notes: readonly string[];
	/** Why there is none, in a sentence; `null` where there is one. */
	readonly problem: string | null;
}

/**
 * The profile that judges for a model: the one a user named, of which a part must fit, or else the bundled one when one does.
 * Rejects with RA601 to RA604, RA609 or RA610.
 */
export async function findProfile(named: string | undefined, bundled: string, identity: ModelIdentity): Promise<FoundProfile> {
	if (named !== undefined) {
		const profile = calibration.profiles.read(
			await requireText(named, profileKind(named, 'Name a profile that a calibration has written, or none to use the bundled one.')),
			named,
		);
		return judging(profile, named, identity);
	}
	const profile = await readBundled(bundled);
	const why = profile === null ? null : whyUnfitting(profile, { 'language-model': identity });
	if (profile !== null && why === null) return judging(profile, bundled, identity);
	const problem =
		why === null ? 'No profile was named, and there is no bundled one.' : `No profile was named, and the bundled one does not fit. ${why}`;
	return {
		profile: null,
		file: bundled,
		left: [],
		notes: [`No profile fits the model '${identity.name}': there are scores and colours, but no findings.`],
		problem,
	};
}

/** The part of it that fits, with what is left out and what could not be compared. @throws UserError as `judgingPart`. */
function judging(whole: Profile, file: string, identity: ModelIdentity): FoundProfile {
	const inUse = { 'language-model': identity };
	const { profile, left } = judgingPart(whole, inUse, file);
	const note = uncomparable(profile, inUse);
	return { profile, file, left, notes: [...left, ...(note === null ? [] : [note])], problem: null };
}

/** `null` where it is not there, which is no fault. */
async function readBundled(file: string): Promise<Profile | null> {
	const text = await readText(
		file,
		profileKind(file, 'It is the bundled one: make the file readable, install RAG Assay anew, or name a profile of your own.'),
	);
	return text === undefined ? null : calibration.profiles.read(text, file);
}

/** A profile by its name, with what to do where it cannot be read. */
export function profileKind(file: string, hint: string = fileKinds.profile.hint): FileKind {
	return { ...fileKinds.profile, subject: `The profile '${basename(file)}'`, hint };
}
