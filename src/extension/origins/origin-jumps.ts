/** A place to go to: `[startLine, startCharacter, endLine, endCharacter]` in a document. */
export interface Place {
	readonly uri: string;
	readonly range: readonly [number, number, number, number];
}

/** Where to go next, which of how many that is (from 0), and where it began. */
export interface Jump {
	readonly place: Place;
	readonly at: number;
	readonly count: number;
}

/**
 * Jumps from the response to what fed it, strongest first, and back. As long as the cursor stays where the last jump has put it,
 * the next one goes on to the next origin; after the last comes the first.
 */
export class OriginJumps {
	#from: Place | undefined;
	#places: readonly Place[] = [];
	#at = -1;

	/** Whether there is a place to go back to. */
	get isAway(): boolean {
		return this.#from !== undefined;
	}

	/** Whether a cursor at `here` stands where the last jump has put it. */
	isAt(here: Place): boolean {
		const present = this.#places[this.#at];
		return (
			this.isAway &&
			present !== undefined &&
			present.uri === here.uri &&
			present.range[0] === here.range[0] &&
			present.range[1] === here.range[1]
		);
	}

	/** The next origin, or, from anywhere else than the last one, the strongest of `places`; `undefined` where there is none. */
	next(here: Place, places: readonly Place[]): Jump | undefined {
		if (this.isAt(here)) this.#at = (this.#at + 1) % this.#places.length;
		else {
			if (places.length === 0) return undefined;
			this.#from = here;
			this.#places = places;
			this.#at = 0;
		}
		const place = this.#places[this.#at];
		return place === undefined ? undefined : { place, at: this.#at, count: this.#places.length };
	}

	/** Where the first jump began, once. */
	back(): Place | undefined {
		const from = this.#from;
		this.forget();
		return from;
	}

	/** The documents have changed. */
	forget(): void {
		this.#from = undefined;
		this.#places = [];
		this.#at = -1;
	}
}
