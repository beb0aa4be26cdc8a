/** Why the runner said that it ends, in its last message. */
export interface Farewell {
	readonly reason: string;
	readonly restart: boolean;
}

/** What the policy tells its owner. */
export interface RestartListener {
	/** The runner died and is being started again. */
	restarting(): void;
	/** It stays down; `message` says why. */
	gaveUp(message: string): void;
	log(message: string): void;
}

/**
 * The library's own policy (four restarts in three minutes, the fifth death in that time is the last), except that a runner
 * which said that a new start cannot help is believed, and that the words are ours.
 */
export class RestartPolicy {
	readonly #libraryRestarts: () => Promise<boolean>;
	readonly #listener: RestartListener;
	#farewell: Farewell | undefined;

	/** `libraryRestarts` counts a death and says whether the library would start the runner again. */
	constructor(libraryRestarts: () => Promise<boolean>, listener: RestartListener) {
		this.#libraryRestarts = libraryRestarts;
		this.#listener = listener;
	}

	/** The runner announced its end. */
	exiting(farewell: Farewell): void {
		this.#farewell = farewell;
		this.#listener.log(`the runner ends: ${farewell.reason}`);
	}

	/** The runner is gone; whether to start it again. */
	async closed(): Promise<boolean> {
		const farewell = this.#farewell;
		this.#farewell = undefined;
		if (farewell !== undefined && !farewell.restart) {
			this.#listener.gaveUp(`The runner of RAG Assay ended: ${farewell.reason}`);
			return false;
		}
		if (await this.#libraryRestarts()) {
			this.#listener.restarting();
			return true;
		}
		this.#listener.gaveUp(
			'The runner of RAG Assay ended five times within three minutes and RAG Assay does not restart it. The log may say why.',
		);
		return false;
	}
}
