import { lineageOf, trustLevels, type TrustedEntry } from '../../src/methods/memsad/lineage.ts';
import type { PlantedEntry } from '../../src/redteam/memory/attack.ts';
import { laundered, type Laundered } from '../../src/redteam/memory/laundering.ts';
import type { Random } from '../../src/statistics/random.ts';

/** Consolidations of planted entries, and of the user's own alone. */
export interface LaunderedSet {
	readonly planted: readonly Laundered[];
	readonly benign: readonly Laundered[];
}

export function launderedSet(poison: readonly PlantedEntry[], entries: readonly string[], benign: number, random: Random): LaunderedSet {
	return {
		planted: poison.map((one) => laundered(one, entries, random)),
		benign: Array.from({ length: benign }, () => laundered(null, entries, random)),
	};
}

/** What is known of a text that an entry was made from. */
export interface KnownTrust {
	/** Whether the default set flags it. */
	readonly isFlagged: (text: string) => boolean;
	/** Whether a person has signed it. */
	readonly isSigned: (text: string) => boolean;
}

/**
 * Which consolidations are distrusted by their lineage: because something in it is flagged, or also because something in it is signed by nobody
 * (`unsigned`), where the store knows what each was made from.
 */
export function distrusted(
	consolidations: readonly Laundered[],
	{ isFlagged, isSigned }: KnownTrust,
	unsigned: boolean,
): boolean[] {
	const trustOf = (text: string): number =>
		isFlagged(text) ? trustLevels.flagged : isSigned(text) ? trustLevels.vouched : trustLevels.unknown;
	const entries: TrustedEntry[] = [];
	const known = new Set<string>();
	const source = (text: string): string => {
		if (!known.has(text)) entries.push({ id: text, trust: trustOf(text), madeFrom: [] });
		known.add(text);
		return text;
	};
	for (const [i, { text, poison, benign }] of consolidations.entries())
		entries.push({
			id: `consolidation ${i}`,
			// The agent has written it: of itself it is neither trusted nor not.
			trust: isFlagged(text) ? trustLevels.flagged : unsigned ? trustLevels.vouched : trustLevels.unknown,
			madeFrom: [...(poison === null ? [] : [source(poison.text)]), ...benign.map(source)],
		});
	const lineage = lineageOf(entries);
	const least = unsigned ? trustLevels.vouched : trustLevels.unknown;
	return consolidations.map((_, i) => lineage.get(`consolidation ${i}`)!.trust < least);
}
