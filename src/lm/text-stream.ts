/** Turns tokens into pieces of text as they come; a piece never splits a character, and together they are the text. */
export class TextStream {
	readonly #decode: (ids: readonly number[]) => string;
	readonly #onPiece: (piece: string) => void;
	readonly #ids: number[] = [];
	/** Text that is left out when the answer begins with it. */
	#lead: string;
	/** Decoding starts here, so that a decoder which looks at neighbors sees one. */
	#from = 0;
	/** Tokens before this one have been given out. */
	#given = 0;
	#text = '';

	/** @param lead white space of the template that is no part of the answer. */
	constructor(decode: (ids: readonly number[]) => string, lead: string, onPiece: (piece: string) => void) {
		this.#decode = decode;
		this.#lead = lead;
		this.#onPiece = onPiece;
	}

	/** All pieces so far. */
	get text(): string {
		return this.#text;
	}

	push(id: number): void {
		this.#ids.push(id);
		const fresh = this.#fresh();
		// U+FFFD at the end: a character of which bytes are still to come.
		if (fresh === '' || fresh.endsWith('\uFFFD')) return;
		this.#from = this.#given;
		this.#given = this.#ids.length;
		this.#give(fresh);
	}

	/** Gives out what was held back. @param complete whether the model came to its end; an unfinished character is dropped otherwise. */
	end(complete: boolean): string {
		const fresh = this.#fresh();
		this.#given = this.#ids.length;
		this.#give(complete ? fresh : fresh.replace(/\uFFFD+$/, ''));
		return this.#text;
	}

	#fresh(): string {
		const before = this.#decode(this.#ids.slice(this.#from, this.#given));
		return this.#decode(this.#ids.slice(this.#from)).slice(before.length);
	}

	#give(fresh: string): void {
		let piece = fresh;
		if (this.#lead !== '') {
			let shared = 0;
			while (shared < this.#lead.length && this.#lead[shared] === piece[shared]) shared++;
			// A lead is white space: what agrees with it is dropped, and the first difference ends it.
			this.#lead = shared === piece.length ? this.#lead.slice(shared) : '';
			piece = piece.slice(shared);
		}
		if (piece === '') return;
		this.#text += piece;
		this.#onPiece(piece);
	}
}
