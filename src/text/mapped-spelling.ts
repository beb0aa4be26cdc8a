/** A text spelled otherwise, with where each unit of it stands in the text that it was made of. */
export interface MappedSpelling {
	readonly text: string;
	/** UTF-16 offsets in the original, one a unit of `text`: where the character begins that it was made of, and where it ends. */
	readonly starts: readonly number[];
	readonly ends: readonly number[];
}

/** Builds a spelling from left to right. */
export class SpellingBuilder {
	#text = '';
	readonly #starts: number[] = [];
	readonly #ends: number[] = [];

	push(written: string, start: number, end: number): void {
		this.#text += written;
		for (let unit = 0; unit < written.length; unit++) {
			this.#starts.push(start);
			this.#ends.push(end);
		}
	}

	get last(): string {
		return this.#text.slice(-1);
	}

	build(): MappedSpelling {
		return { text: this.#text, starts: this.#starts, ends: this.#ends };
	}
}

/** Where `[start, end)` of a spelling stands in the original; `end` above `start`. */
export function originalRange(spelling: MappedSpelling, start: number, end: number): { readonly start: number; readonly end: number } {
	return { start: spelling.starts[start]!, end: spelling.ends[end - 1]! };
}

/** A spelling of a spelling, with its places in the first original. */
export function composed(outer: MappedSpelling, inner: MappedSpelling): MappedSpelling {
	return { text: outer.text, starts: outer.starts.map((at) => inner.starts[at]!), ends: outer.ends.map((at) => inner.ends[at - 1]!) };
}
