/** Where mechanisms draw from. Stand-in until the mechanisms are here. */
export interface RandomBits {
	/** Whether the draws can be repeated: what they release is not private. */
	readonly seeded: boolean;
	/** A whole number in `[0, limit)`, each as likely as the others. */
	below(limit: bigint): bigint;
}

/** Repeatable, for tests: splitmix64. */
export function seededBits(seed: number): RandomBits {
	let state = BigInt(seed);
	const next = (): bigint => {
		state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
		let mixed = state;
		mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
		mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
		return mixed ^ (mixed >> 31n);
	};
	return { seeded: true, below: (limit) => ((next() << 64n) | next()) % limit };
}
