import { basename } from 'node:path';
import { fileKinds, type FileKind } from '../files/file-kind.ts';
import { readText, requireText } from '../files/read-file.ts';
import type { ModelIdentity } from '../reading/model-identity.ts';
import { calibration } from '../analysis/calibration/methods.ts';
import { requireFittingProfile, uncomparable, whyUnfitting, type Profile } from '../formats/profile.ts';

export interface FoundProfile {
	readonly profile: Profile | null;
	/** Where it was read; its classifiers lie beside it. */
	readonly file: string;
	readonly notes: readonly string[];
	/** Why there is none, in a sentence; `null` where there is one. */
	readonly problem: string | null;
}

/**
 * The profile that judges for a model: the one a user named, which must fit, or else the bundled one when it does.
 * Rejects with RA601 to RA604 or RA609.
 */
export async function findProfile(named: string | undefined, bundled: string, identity: ModelIdentity): Promise<FoundProfile> {
	if (named !== undefined) {
		const profile = calibration.profiles.read(
			await requireText(named, profileKind(named, 'Name a rag-assay/profile@1 file, or none to use the bundled one.')),
			named,
		);
		requireFittingProfile(profile, identity, named);
		return judging(profile, named, identity);
	}
	const profile = await readBundled(bundled);
	const why = profile === null ? null : whyUnfitting(profile, identity);
	if (profile !== null && why === null) return judging(profile, bundled, identity);
	const problem =
		why === null ? 'No profile was named, and there is no bundled one.' : `No profile was named, and the bundled one does not fit. ${why}`;
	return {
		profile: null,
		file: bundled,
		notes: [`No profile fits the model '${identity.name}': there are scores and colours, but no findings.`],
		problem,
	};
}

/** One that fits, with what of it could not be compared. */
function judging(profile: Profile, file: string, identity: ModelIdentity): FoundProfile {
	const note = uncomparable(profile, identity);
	return { profile, file, notes: note === null ? [] : [note], problem: null };
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
