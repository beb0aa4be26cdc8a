/** An entry as lineage sees it. */
export interface TrustedEntry {
	readonly id: string;
	/** What is thought of the entry by itself, in `[0, 1]`; see `trustLevels`. */
	readonly trust: number;
	/** Ids of what it was made from. */
	readonly madeFrom: readonly string[];
}

/** Trust that an entry has by itself. */
export const trustLevels = {
	/** A person took it out, or a detector of its own flagged it, or its signature does not hold. */
	flagged: 0,
	/** Nobody has signed it; or it is gone, and nobody knows what it was. */
	unknown: 0.5,
	/** Signed by a known key, or marked benign. */
	vouched: 1,
} as const;

export interface Lineage {
	readonly id: string;
	/** The least of its own trust and that of all it was made from, whatever lies between. */
	readonly trust: number;
	/** How it comes to that: ids from the entry itself to the one whose trust it is; only itself where that is its own. */
	readonly chain: readonly string[];
}

/**
 * An entry is trusted no more than the least trusted of those that it was made from, and so are those. Entries that were made from one another share
 * the least trust among them. Of several reasons the shortest chain is told; independent of the entries' order.
 * @param missing trust of an id that no entry has; what was deleted cannot be looked at
 */
export function lineageOf(entries: readonly TrustedEntry[], missing: number = trustLevels.unknown): Map<string, Lineage> {
	const own = new Map<string, number>();
	/** By id: who was made from it. */
	const derived = new Map<string, string[]>();
	for (const { id, trust, madeFrom } of entries) {
		own.set(id, Math.min(trust, own.get(id) ?? Infinity));
		for (const source of madeFrom) {
			const those = derived.get(source);
			if (those === undefined) derived.set(source, [id]);
			else those.push(id);
		}
	}
	const all = new Map(own);
	for (const source of derived.keys()) if (!all.has(source)) all.set(source, missing);
	const found = new Map<string, { readonly trust: number; readonly from: string | null }>();
	// Whoever is reached first is reached by the least trust: sources go in its order, and each level breadth first.
	const levels = new Map<number, string[]>();
	for (const id of [...all.keys()].toSorted()) {
		const trust = all.get(id)!;
		const level = levels.get(trust);
		if (level === undefined) levels.set(trust, [id]);
		else level.push(id);
	}
	for (const [trust, ids] of [...levels].toSorted(([a], [b]) => a - b)) {
		let front = ids.filter((id) => !found.has(id));
		for (const id of front) found.set(id, { trust, from: null });
		while (front.length > 0) {
			const next: string[] = [];
			for (const source of front)
				for (const id of derived.get(source) ?? []) {
					if (found.has(id)) continue;
					found.set(id, { trust, from: source });
					next.push(id);
				}
			front = next.toSorted();
		}
	}
	return new Map([...own.keys()].map((id) => [id, { id, trust: found.get(id)!.trust, chain: chainOf(id, found) }]));
}

function chainOf(id: string, found: ReadonlyMap<string, { readonly from: string | null }>): string[] {
	const chain: string[] = [];
	for (let at: string | null = id; at !== null; at = found.get(at)!.from) chain.push(at);
	return chain;
}
