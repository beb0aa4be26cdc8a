import type { ModelIdentity } from '../reading/model-identity.ts';
import type { LikenessRow } from '../analysis/likeness/likeness-row.ts';
import type { Classifier } from '../analysis/spad/classifier-file.ts';
import { describeError, UserError } from '../errors.ts';
import type { Profile } from '../formats/profile.ts';
import { Classifiers } from './classifiers.ts';
import { ReferenceReader } from './reference-rows.ts';
import { findProfile } from './profiles.ts';

/** What judges a model's answers. */
export interface Judge {
	/** With the detectors that fit, and no others. `null`: nothing does, and there are figures without verdicts. */
	readonly profile: Profile | null;
	/** Those that the profile names. */
	readonly classifiers: readonly Classifier[];
	/** What the answers of the profile looked like; `null` where it does not say. */
	readonly reference: readonly LikenessRow[] | null;
	/**
	 * Why the profile in force cannot, the one of the settings or else the bundled one: it or a classifier of it cannot be read, or the one
	 * that was named does not fit. `null` where nothing is wrong, also where none was named and there is none that fits.
	 */
	readonly refused: UserError | null;
	/** Things to say with every result, such as that this is not the model of the settings. */
	readonly notes: readonly string[];
}

/** The profile in force, or why there is none, as the model's state tells it. */
export interface ToldJudge {
	readonly name: string | null;
	/** Which of its detectors are left out, why, and what to do. */
	readonly left: readonly string[];
	readonly notes: readonly string[];
	readonly problem: string | null;
}

const noReference =
	'The file that says what this profile’s answers looked like is not beside it, or is another one: answers that are unlike them are not told.';

/** Finds what judges a model's answers, and keeps what is to be told of it. */
export class ProfileJudge {
	readonly #demoProfile: string;
	readonly #onChange: () => void;
	readonly #classifiers = new Classifiers();
	readonly #references = new ReferenceReader();
	#told: ToldJudge = { name: null, left: [], notes: [], problem: null };

	constructor(demoProfile: string, onChange: () => void) {
		this.#demoProfile = demoProfile;
		this.#onChange = onChange;
	}

	get told(): ToldJudge {
		return this.#told;
	}

	/** @param named the profile of the settings; `undefined`: the bundled one, where it fits. */
	async of(identity: ModelIdentity, named: string | undefined): Promise<Judge> {
		try {
			const { profile, file, left, notes, problem } = await findProfile(named, this.#demoProfile, identity);
			const classifiers = profile === null ? [] : await this.#classifiers.of(profile, file);
			const rows = profile === null ? null : await this.#references.of(profile, file);
			const told = rows === 'unreadable' ? [...notes, noReference] : notes;
			this.#tell({ name: profile?.name ?? null, left, notes: told, problem });
			// That there is no profile at all is in every record anyway.
			const reference = rows === 'unreadable' ? null : rows;
			return { profile, classifiers, reference, refused: null, notes: profile === null ? [] : told };
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			this.#tell({ name: null, left: [], notes: [], problem: describeError(error) });
			return { profile: null, classifiers: [], reference: null, refused: error, notes: [] };
		}
	}

	#tell(now: ToldJudge): void {
		const before = this.#told;
		this.#told = now;
		if (JSON.stringify(before) !== JSON.stringify(now)) this.#onChange();
	}
}
