import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';

/**
 * Streams text whose writer may have to begin again: what was already handed on is not repeated, and must come the same.
 */
export class ResumedText {
	readonly #onText: (piece: string) => void;
	/** All that was handed on. */
	#sent = '';
	/** All that this attempt has written. */
	#written = '';

	constructor(onText: (piece: string) => void) {
		this.#onText = onText;
	}

	/** A new attempt writes from the beginning. */
	restart(): void {
		this.#written = '';
	}

	/** Throws `RA501` when this attempt's text departs from what was handed on. */
	add(piece: string): void {
		this.#written += piece;
		const common = Math.min(this.#sent.length, this.#written.length);
		if (this.#sent.slice(0, common) !== this.#written.slice(0, common)) {
			throw new UserError(
				errorNumbers.modelProcessEnded,
				'The model process ended while it wrote, and wrote something else when it began again.',
				{
					hint: 'Undo, and generate again.',
				},
			);
		}
		if (this.#written.length === common) return;
		this.#onText(this.#written.slice(common));
		this.#sent = this.#written;
	}
}
