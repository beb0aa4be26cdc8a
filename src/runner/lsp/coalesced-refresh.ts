import type { Log } from './log.ts';

/** Changes within this time are one request, milliseconds: each request makes the editor ask again for every document. */
const moment = 20;

/** Asks the editor to ask again for something that it shows, once for all that changes in a moment. Does nothing for an editor that cannot be asked. */
export class CoalescedRefresh {
	readonly #ask: () => Promise<unknown>;
	readonly #what: string;
	readonly #log: Log;
	readonly #isSupported: boolean;
	#isDue = false;

	/** @param what what is asked for, in the log's words */
	constructor(what: string, log: Log, isSupported: boolean, ask: () => Promise<unknown>) {
		this.#what = what;
		this.#log = log;
		this.#isSupported = isSupported;
		this.#ask = ask;
	}

	request(): void {
		if (!this.#isSupported || this.#isDue) return;
		this.#isDue = true;
		setTimeout(() => {
			this.#isDue = false;
			this.#ask().catch((error: unknown) => this.#log.warn(`the editor did not ask for ${this.#what} again: ${String(error)}`));
		}, moment);
	}
}
