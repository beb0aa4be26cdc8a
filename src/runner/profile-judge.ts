import type { ModelIdentity } from '../reading/model-identity.ts';
import type { Classifier } from '../analysis/spad/classifier-file.ts';
import { describeError, UserError } from '../errors.ts';
import type { Profile } from '../formats/profile.ts';
import { Classifiers } from './classifiers.ts';
import { findProfile } from './profiles.ts';

/** What judges a model's answers. */
export interface Judge {
	/** With the detectors that fit, and no others. `null`: nothing does, and there are figures without verdicts. */
	readonly profile: Profile | null;
	/** Those that the profile names. */
	readonly classifiers: readonly Classifier[];
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

/** Finds what judges a model's answers, and keeps what is to be told of it. */
export class ProfileJudge {
	readonly #demoProfile: string;
	readonly #onChange: () => void;
	readonly #classifiers = new Classifiers();
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
			this.#tell({ name: profile?.name ?? null, left, notes, problem });
			// That there is no profile at all is in every record anyway.
			return { profile, classifiers, refused: null, notes: profile === null ? [] : notes };
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			this.#tell({ name: null, left: [], notes: [], problem: describeError(error) });
			return { profile: null, classifiers: [], refused: error, notes: [] };
		}
	}

	#tell(now: ToldJudge): void {
		const before = this.#told;
		this.#told = now;
		if (JSON.stringify(before) !== JSON.stringify(now)) this.#onChange();
	}
}
