import { starterJudges } from '../../report/starter-words.ts';
import { basename, dirname, join } from 'node:path';
import { calibration } from '../../analysis/calibration/methods.ts';
import { profileAnswers, type ProfileAnswers } from '../../analysis/likeness/likeness-of.ts';
import { readReference } from '../../analysis/likeness/reference-file.ts';
import { readClassifier, type Classifier } from '../../analysis/spad/classifier-file.ts';
import { UserError, describeError } from '../../errors.ts';
import { fileKinds, type FileKind } from '../../files/file-kind.ts';
import { readText, requireBytes, requireText } from '../../files/read-file.ts';
import { judgingPart, uncomparable, whyUnfitting } from '../../formats/applicable-detectors.ts';
import { classifierFormat, type ClassifierDetector } from '../../formats/detectors/classifier.ts';
import type { Profile } from '../../formats/profile.ts';
import type { ModelIdentity } from '../../model-io/requests.ts';

/** What the answers of a profile looked like. `unreadable`: it names a file that is not there, or is another one; answers are judged anyway. */
type ReferenceRows = ProfileAnswers | 'unreadable' | null;

/** Rows beside profiles, the last ones kept: what a profile names by its hash does not change. */
class ReferenceReader {
	#last: { readonly key: string; readonly answers: ProfileAnswers } | undefined;

	/** Of a profile that lies at `file`; `null` where it names none. */
	async of({ reference }: Profile, file: string): Promise<ReferenceRows> {
		if (reference === undefined) return null;
		const path = join(dirname(file), reference.file);
		const key = `${path} ${reference.sha256}`;
		if (this.#last?.key === key) return this.#last.answers;
		try {
			const rows = readReference(await requireBytes(path, fileKinds.classifier), reference);
			if (rows === null) return 'unreadable';
			const answers = profileAnswers(rows, { english: reference.english === true });
			this.#last = { key, answers };
			return answers;
		} catch (error) {
			// Nothing hangs on it but a word of warning.
			if (error instanceof UserError) return 'unreadable';
			throw error;
		}
	}
}

/** Classifiers of profiles, each read once: what a profile names by its hash does not change. */
class Classifiers {
	readonly #read = new Map<string, Promise<Classifier>>();

	/** Those of a profile that lies at `file`. Rejects with RA605 to RA608. */
	of(profile: Profile, file: string): Promise<Classifier[]> {
		const detectors = profile.detectors.filter(classifierFormat.is);
		return Promise.all(detectors.map((detector) => this.#one(detector, join(dirname(file), detector.file))));
	}

	/** The file at `path`, with the threshold of this very profile. */
	async #one(detector: ClassifierDetector, path: string): Promise<Classifier> {
		const key = JSON.stringify([path, detector.sha256, detector.method]);
		let reading = this.#read.get(key);
		if (reading === undefined) {
			reading = requireBytes(path, fileKinds.classifier).then((bytes) => readClassifier(bytes, detector, path));
			this.#read.set(key, reading);
			// What was not there, or wrong, may be mended.
			reading.catch(() => {
				this.#read.delete(key);
			});
		}
		return { ...(await reading), detector };
	}
}

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
			await requireText(named, profileKind(named, 'Name a profile that a calibration has written. To use the bundled one, name none.')),
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
		notes: [`No profile fits the model '${identity.name}': you see scores and colors, and ${starterJudges}.`],
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
		profileKind(file, 'It is the bundled profile. Make the file readable, install RAG Assay again, or name your own profile.'),
	);
	return text === undefined ? null : calibration.profiles.read(text, file);
}

/** A profile by its name, with what to do where it cannot be read. */
export function profileKind(file: string, hint: string = fileKinds.profile.hint): FileKind {
	return { ...fileKinds.profile, subject: `The profile '${basename(file)}'`, hint };
}

/** What judges a model's answers. */
export interface Judge {
	/** With the detectors that fit, and no others. `null`: nothing does, and there are figures without verdicts. */
	readonly profile: Profile | null;
	/** Those that the profile names. */
	readonly classifiers: readonly Classifier[];
	/** What the answers of the profile looked like; `null` where it does not say. */
	readonly reference: ProfileAnswers | null;
	/**
	 * Why the profile in force cannot, the one of the settings or else the bundled one: it or a classifier of it cannot be read, or the one
	 * that was named does not fit. `null` where nothing is wrong, also where none was named and there is none that fits.
	 */
	readonly refused: UserError | null;
	/** Things to say with every result, such as that this is not the model of the settings. */
	readonly notes: readonly string[];
}

/** The profile in force, or why there is none, as the model's state tells it. */
export interface JudgeState {
	readonly name: string | null;
	/** Which of its detectors are left out, why, and what to do. */
	readonly left: readonly string[];
	readonly notes: readonly string[];
	readonly problem: string | null;
}

const noReference =
	'The file that describes this profile’s answers is missing, or is a different one. So RAG Assay does not warn you about answers that are unlike them.';

/** Finds what judges a model's answers, and keeps what is to be told of it. */
export class ProfileJudge {
	readonly #demoProfile: string;
	readonly #onChange: () => void;
	readonly #classifiers = new Classifiers();
	readonly #references = new ReferenceReader();
	#state: JudgeState = { name: null, left: [], notes: [], problem: null };

	constructor(demoProfile: string, onChange: () => void) {
		this.#demoProfile = demoProfile;
		this.#onChange = onChange;
	}

	get state(): JudgeState {
		return this.#state;
	}

	/** @param named the profile of the settings; `undefined`: the bundled one, where it fits. */
	async of(identity: ModelIdentity, named: string | undefined): Promise<Judge> {
		try {
			const { profile, file, left, notes, problem } = await findProfile(named, this.#demoProfile, identity);
			const classifiers = profile === null ? [] : await this.#classifiers.of(profile, file);
			const rows = profile === null ? null : await this.#references.of(profile, file);
			const allNotes = rows === 'unreadable' ? [...notes, noReference] : notes;
			this.#tell({ name: profile?.name ?? null, left, notes: allNotes, problem });
			// That there is no profile at all is in every record anyway.
			const reference = rows === 'unreadable' ? null : rows;
			return { profile, classifiers, reference, refused: null, notes: profile === null ? [] : allNotes };
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			this.#tell({ name: null, left: [], notes: [], problem: describeError(error) });
			return { profile: null, classifiers: [], reference: null, refused: error, notes: [] };
		}
	}

	#tell(now: JudgeState): void {
		const before = this.#state;
		this.#state = now;
		if (JSON.stringify(before) !== JSON.stringify(now)) this.#onChange();
	}
}
