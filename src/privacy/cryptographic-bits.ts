import { randomFillSync } from 'node:crypto';
import { uniformBelow, type RandomBits } from './random-bits.ts';

/** Words that are fetched at a time: a call to the source costs as much as thousands of words. */
const fetched = 4096;

/**
 * The operating system's cryptographic source: what a release must be drawn from. The one place of this room that is not pure. A word is
 * forgotten once it is used, so that memory does not tell afterwards what was drawn.
 */
export function cryptographicBits(): RandomBits {
	const words = new Uint32Array(fetched);
	let next = fetched;
	const word = (): number => {
		if (next === fetched) {
			randomFillSync(words);
			next = 0;
		}
		const drawn = words[next]!;
		words[next++] = 0;
		return drawn;
	};
	return { seeded: false, below: (limit) => uniformBelow(word, limit) };
}
