import { likelySources } from '../../methods/memsad/likely-sources.ts';
import { lineageOf, trustLevels, type Lineage } from '../../methods/memsad/lineage.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';
import { quotedShort } from './scan-words.ts';

/** An entry, with what is thought of it by itself. */
export interface OwnVerdict {
	readonly id: string;
	readonly text: string;
	/** Whether what it repeats of others says what it was made from: files of instructions share headings and commands. */
	readonly isCompared: boolean;
	/** Ids that its store's history tells. */
	readonly madeFrom: readonly string[];
	readonly flagged: boolean;
	/** Signed, or marked benign. */
	readonly isVouched: boolean;
}

/** Entries of a store up to which sources are looked for by likeness as well. */
export const maxCompared = 5_000;

/** What lineage adds. */
export interface FoundLineage {
	/** By id of the entry. */
	readonly findings: ReadonlyMap<string, FoundInEntry[]>;
	/** Of each entry what it was probably made from, besides what its store tells. */
	readonly likely: ReadonlyMap<string, readonly string[]>;
}

/**
 * An entry that was made from a flagged one is trusted no more than that: by the store's history, and in a small store by the words that a later entry shares with
 * an earlier one; not so among instructions.
 * @param taken texts that a person has taken out of the store, by id: what was made from them before is still there
 */
export function lineageFindings(
	verdicts: readonly OwnVerdict[],
	taken: readonly { readonly id: string; readonly text: string }[] = [],
): FoundLineage {
	const earlier = taken.map(({ id, text }) => ({ id: takenId(id), text, embedding: null }));
	const likely = new Map<string, string[]>();
	if (verdicts.length <= maxCompared)
		for (const { id, source } of likelySources([
			...earlier,
			...verdicts.filter((one) => one.isCompared).map((one) => ({ id: one.id, text: one.text, embedding: null })),
		]))
			likely.set(id, [...(likely.get(id) ?? []), source]);
	const [here, gone] = [new Set(verdicts.map(({ id }) => id)), new Set(taken.map(({ id }) => id))];
	// Earlier versions of an entry have ids of their own, which nothing is known of.
	const known = (source: string): string[] => (here.has(source) ? [source] : gone.has(source) ? [takenId(source)] : []);
	const lineage = lineageOf([
		...earlier.map(({ id }) => ({ id, trust: trustLevels.flagged, madeFrom: [] })),
		...verdicts.map(({ id, madeFrom, flagged, isVouched }) => ({
			id,
			trust: flagged ? trustLevels.flagged : isVouched ? trustLevels.vouched : trustLevels.unknown,
			madeFrom: [...madeFrom.flatMap(known), ...(likely.get(id) ?? [])],
		})),
	]);
	const findings = new Map<string, FoundInEntry[]>();
	const texts = new Map([...earlier, ...verdicts].map(({ id, text }) => [id, text]));
	for (const { id, flagged, madeFrom } of verdicts) {
		const derivedFrom = madeFrom.flatMap(known);
		const from = flagged ? sourceOf(id, derivedFrom, lineage) : lineage.get(id)!;
		if (from === null || from.trust > trustLevels.flagged) continue;
		const source = from.chain.at(-1)!;
		const isStated = flagged || derivedFrom.includes(from.chain[1]!);
		findings.set(id, [
			finding('lineage', 'rag-assay/memory-derived', {
				message: `${isStated ? 'Made' : 'Probably made'} from ${source.startsWith(takenMark) ? 'an entry that was taken out' : `'${source}', which is flagged`}: ${quotedShort(texts.get(source)!)}. It is trusted no more than that.`,
			}),
		]);
	}
	return { findings, likely };
}

/** Of an entry that is flagged by itself as well: the flagged source that its history tells, if there is one. Likeness would tell of every copy of a plant. */
function sourceOf(id: string, derivedFrom: readonly string[], lineage: ReadonlyMap<string, Lineage>): Lineage | null {
	const sources = derivedFrom.flatMap((source) => (source === id ? [] : (lineage.get(source) ?? [])));
	return sources.find(({ trust, chain }) => trust <= trustLevels.flagged && chain.at(-1) !== id) ?? null;
}

const takenMark = 'in quarantine: ';
const takenId = (id: string): string => `${takenMark}${id}`;
