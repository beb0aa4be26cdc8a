import { randomBytes } from 'node:crypto';
import type { RandomBits } from './random-bits.ts';

/** From the operating system. Stand-in until the mechanisms are here. */
export function cryptographicBits(): RandomBits {
	return {
		seeded: false,
		below: (limit) => {
			const bits = limit.toString(2).length;
			for (;;) {
				const drawn = BigInt(`0x${randomBytes(Math.ceil(bits / 8)).toString('hex')}`) & ((1n << BigInt(bits)) - 1n);
				if (drawn < limit) return drawn;
			}
		},
	};
}
