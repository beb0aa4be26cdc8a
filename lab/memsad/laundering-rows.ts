import { fittedThresholds, likelySources, type LikenessEntry } from '../../src/methods/memsad/likely-sources.ts';
import { lineageOf, trustLevels, type TrustedEntry } from '../../src/methods/memsad/lineage.ts';
import type { PlantedEntry } from '../../src/redteam/memory/attack.ts';
import { laundered, type Laundered } from '../../src/redteam/memory/laundering.ts';
import type { Random } from '../../src/statistics/random.ts';
import type { Material } from './material.ts';

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

/** Texts that each consolidation was made from, as far as somebody knows, in the order of the consolidations. */
export type Derivation = readonly (readonly string[])[];

/** What the store's own history tells. */
export function knownDerivation(consolidations: readonly Laundered[]): Derivation {
	return consolidations.map(({ poison, benign }) => [...(poison === null ? [] : [poison.text]), ...benign]);
}

/** What likeness to earlier entries tells. @param earlier and the consolidations with their embeddings */
export function likelyDerivation(consolidations: Material, earlier: Material, benign: Material): Derivation {
	const entry = ({ texts, embeddings }: Material, i: number, id: string): LikenessEntry => ({
		id,
		text: texts[i]!,
		embedding: embeddings.values.subarray(i * embeddings.width, (i + 1) * embeddings.width),
	});
	const thresholds = fittedThresholds(benign.texts.map((text, i) => entry(benign, i, text)));
	const before = earlier.texts.map((text, i) => entry(earlier, i, text));
	const sources = new Map<string, string[]>(consolidations.texts.map((_, i) => [`${i}`, []]));
	// Each among the earlier entries alone, because they were not written one after another.
	const found = likelySources([...before, ...consolidations.texts.map((_, i) => entry(consolidations, i, `${i}`))], thresholds);
	for (const { id, source } of found) if (!sources.has(source)) sources.get(id)?.push(source);
	return consolidations.texts.map((_, i) => sources.get(`${i}`)!);
}

/**
 * Which consolidations are distrusted by their lineage: because something in it is flagged, or also because something in it is signed by nobody (`unsigned`).
 */
export function distrusted(
	texts: readonly string[],
	derivation: Derivation,
	{ isFlagged, isSigned }: KnownTrust,
	unsigned: boolean,
): boolean[] {
	const trustOf = (text: string): number =>
		isFlagged(text) ? trustLevels.flagged : isSigned(text) ? trustLevels.vouched : trustLevels.unknown;
	const sources = new Set(derivation.flat());
	// The agent has written the consolidation: of itself it is neither trusted nor not.
	const itself = unsigned ? trustLevels.vouched : trustLevels.unknown;
	const lineage = lineageOf([
		...[...sources].map((text): TrustedEntry => ({ id: `from ${text}`, trust: trustOf(text), madeFrom: [] })),
		...texts.map(
			(text, i): TrustedEntry => ({
				id: `consolidation ${i}`,
				trust: isFlagged(text) ? trustLevels.flagged : itself,
				madeFrom: derivation[i]!.map((source) => `from ${source}`),
			}),
		),
	]);
	return texts.map((_, i) => lineage.get(`consolidation ${i}`)!.trust < itself);
}
