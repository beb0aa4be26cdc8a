/** Numbers of which nobody knows how many will come: 8 bytes each, for a store of a million entries. */
export class GrowingNumbers {
	#values = new Float64Array(1024);
	#length = 0;

	push(value: number): void {
		if (this.#length === this.#values.length) {
			const more = new Float64Array(2 * this.#length);
			more.set(this.#values);
			this.#values = more;
		}
		this.#values[this.#length++] = value;
	}

	/** Those that came, in their order; not a copy. */
	get values(): Float64Array {
		return this.#values.subarray(0, this.#length);
	}
}
