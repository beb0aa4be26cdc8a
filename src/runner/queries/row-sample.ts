import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { randomFor } from '../../statistics/random.ts';

/** A random sample of rows of which nobody knows how many will come, each as likely as any other (Vitter's algorithm R), the same for the same seed. */
export class RowSample {
	readonly #width: number;
	readonly #most: number;
	readonly #random: ReturnType<typeof randomFor>;
	readonly #rows: Float32Array[] = [];
	#seen = 0;

	constructor(width: number, most: number, seed: number) {
		this.#width = width;
		this.#most = most;
		this.#random = randomFor(seed, 'sample of documents');
	}

	add(row: Float32Array): void {
		this.#seen++;
		if (this.#rows.length < this.#most) {
			this.#rows.push(row.slice());
			return;
		}
		const place = Math.floor(this.#random() * this.#seen);
		if (place < this.#most) this.#rows[place]!.set(row);
	}

	/** In no order that means anything. */
	rows(): Matrix {
		const values = new Float32Array(this.#rows.length * this.#width);
		for (const [i, row] of this.#rows.entries()) values.set(row, i * this.#width);
		return { values, count: this.#rows.length, width: this.#width };
	}
}
