/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let z = Math.imul(state ^ (state >>> 15), state | 1);
		z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
		return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
	};
}

export function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		setTimeout(resolve, milliseconds);
	});
}

/** Runs `count` rounds, `width` at a time. */
export async function rounds(count: number, width: number, round: (i: number) => Promise<void>): Promise<void> {
	let next = 0;
	await Promise.all(
		Array.from({ length: width }, async () => {
			while (next < count) await round(next++);
		}),
	);
}
