import { createHash } from 'node:crypto';

const smallest = 1024;

/**
 * Makes ids of a reading unique: the second `a` becomes `a~2`. It remembers 8 bytes of a hash of each id and no text, so that a store of a million
 * entries takes some 32 MiB; two ids of one hash, which nobody has seen yet, would cost the second one a `~2` and nothing else.
 */
export class UniqueIds {
	#slots = new BigUint64Array(smallest);
	#count = 0;
	/** How often an id was asked for that was taken. */
	readonly #repeated = new Map<string, number>();

	take(wanted: string): string {
		if (this.#add(wanted)) return wanted;
		for (let nth = (this.#repeated.get(wanted) ?? 1) + 1; ; nth++) {
			const id = `${wanted}~${nth}`;
			if (!this.#add(id)) continue;
			this.#repeated.set(wanted, nth);
			return id;
		}
	}

	/** Whether it was new. */
	#add(id: string): boolean {
		if (2 * this.#count >= this.#slots.length) this.#grow();
		// Zero means a free slot.
		const hash = createHash('sha256').update(id).digest().readBigUInt64LE() | 1n;
		const isNew = place(this.#slots, hash);
		if (isNew) this.#count++;
		return isNew;
	}

	#grow(): void {
		const slots = new BigUint64Array(2 * this.#slots.length);
		for (const hash of this.#slots) if (hash !== 0n) place(slots, hash);
		this.#slots = slots;
	}
}

/** Whether it was not there yet; there is a free slot. */
function place(slots: BigUint64Array, hash: bigint): boolean {
	const mask = slots.length - 1;
	for (let at = Number((hash >> 32n) & 0xffffffffn) & mask; ; at = (at + 1) & mask) {
		if (slots[at] === hash) return false;
		if (slots[at] !== 0n) continue;
		slots[at] = hash;
		return true;
	}
}
