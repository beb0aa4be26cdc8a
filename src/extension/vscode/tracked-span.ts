/** One change of a text: `text` in place of `rangeLength` UTF-16 units from `rangeOffset`, as VS Code reports it. */
export interface Change {
	readonly rangeOffset: number;
	readonly rangeLength: number;
	readonly text: string;
}

/**
 * Where a piece of text stands that we write while its surroundings are edited by others. Our own edits are known by their
 * offset and text, not by when they arrive: between our asking for one and its being made, someone may type. Offsets in UTF-16
 * units.
 */
export class TrackedSpan {
	#start: number;
	#length = 0;
	#announced: Change | undefined;
	/** The change that was taken for the announced one. */
	#taken: Change | undefined;

	constructor(start: number) {
		this.#start = start;
	}

	get start(): number {
		return this.#start;
	}
	get end(): number {
		return this.#start + this.#length;
	}

	/** The edit that would put `text` behind the span (`append`) or in place of it; the next change that equals it is ours. */
	announce(text: string, append: boolean): Change {
		this.#taken = undefined;
		this.#announced = append
			? { rangeOffset: this.end, rangeLength: 0, text }
			: { rangeOffset: this.#start, rangeLength: this.#length, text };
		return this.#announced;
	}

	/** The announced edit was made: a later change that looks the same is someone else's. */
	made(): void {
		this.#announced = undefined;
		this.#taken = undefined;
	}

	/** It was not made. If a change was taken for it, that was someone else's who inserted the same: behind the span, or before an empty one. */
	refused(): void {
		if (this.#taken?.rangeLength === 0) {
			const before = Math.max(0, this.#length - this.#taken.text.length);
			if (before === 0) this.#start += this.#length;
			this.#length = before;
		}
		this.made();
	}

	/** What happened to the document, in order. */
	changed(changes: readonly Change[]): void {
		const [only] = changes;
		const announced = this.#announced;
		this.#announced = undefined;
		if (changes.length === 1 && only !== undefined && announced !== undefined && isSame(only, announced)) {
			this.#taken = only;
			this.#length += only.text.length - only.rangeLength;
			return;
		}
		// Any other change makes the announced edit one of an old version, which the editor refuses.
		for (const change of changes) this.#move(change);
	}

	#move({ rangeOffset: from, rangeLength, text }: Change): void {
		const to = from + rangeLength;
		const { start, end } = this;
		if (to <= start && !(from === start && rangeLength > 0)) {
			this.#start += text.length - rangeLength;
		} else if (from < end) {
			if (from < start) {
				// It reaches into the span from before: its text stays outside.
				this.#start = from + text.length;
				this.#length = Math.max(0, end - to);
			} else if (to <= end) {
				this.#length += text.length - rangeLength;
			} else {
				this.#length = from - start;
			}
		}
	}
}

function isSame(one: Change, other: Change): boolean {
	return one.rangeOffset === other.rangeOffset && one.rangeLength === other.rangeLength && one.text === other.text;
}
