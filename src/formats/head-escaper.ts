import { escapeLine } from './section-heads.ts';

/** A line so far that may still turn out to read as a head, escaped or not, and must wait for its end. */
const mayBecomeHead = /^\\*(?:#{0,2}|## (?:[A-Z][a-z]*)?|## Context .*)$/;

/**
 * Escapes a response that arrives in pieces: only a line that may still turn out to read as a head is held back.
 * What `push` and `end` return adds up to the escaped response, line ends as `lineEnd`.
 */
export class HeadEscaper {
	readonly #lineEnd: string;
	#line = '';
	/** How much of the current line is out already. */
	#shown = 0;
	#pendingReturn = false;

	constructor(lineEnd: '\n' | '\r\n') {
		this.#lineEnd = lineEnd;
	}

	push(piece: string): string {
		const text = (this.#pendingReturn ? '\r' : '') + piece;
		// The line feed of a CRLF may be in the next piece.
		this.#pendingReturn = text.endsWith('\r');
		const lines = (this.#pendingReturn ? text.slice(0, -1) : text).split(/\r\n|\n|\r/);
		let out = '';
		for (const [i, part] of lines.entries()) {
			if (i > 0) out += this.#endLine() + this.#lineEnd;
			this.#line += part;
			if (this.#shown > 0 || !mayBecomeHead.test(this.#line)) {
				out += this.#line.slice(this.#shown);
				this.#shown = this.#line.length;
			}
		}
		return out;
	}

	/** What was held back. */
	end(): string {
		const out = this.#endLine() + (this.#pendingReturn ? this.#lineEnd : '');
		this.#pendingReturn = false;
		return out;
	}

	#endLine(): string {
		const rest = this.#shown > 0 ? this.#line.slice(this.#shown) : escapeLine(this.#line);
		this.#line = '';
		this.#shown = 0;
		return rest;
	}
}
