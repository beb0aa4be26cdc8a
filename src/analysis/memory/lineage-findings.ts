import { carriedOrder } from '../../methods/memsad/carried-order.ts';
import { contentWords, likelySources, unquotedWords } from '../../methods/memsad/likely-sources.ts';
import { lineageOf, trustLevels, type Lineage } from '../../methods/memsad/lineage.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';
import { quotedShort } from './scan-words.ts';

/** An entry, with what is thought of it by itself. */
export interface OwnVerdict {
	readonly id: string;
	readonly text: string;
	/** Whether what it repeats of others says what it was made from: files of instructions share headings and commands. */
	readonly isCompared: boolean;
	/** Whether more than its words speaks against it. What only words speak against makes no other entry a suspect by its words. */
	readonly isFlaggedByMore: boolean;
	/** Ids that its store's history tells. */
	readonly madeFrom: readonly string[];
	readonly flagged: boolean;
	/** Signed, or marked benign. */
	readonly isVouched: boolean;
}

/** What speaks against an entry by its words alone. */
const ofWords: ReadonlySet<FoundInEntry['reason']> = new Set(['validation', 'memsad+']);

/** Whether more than its words speaks against an entry. */
export function hasMoreThanWords(findings: readonly Pick<FoundInEntry, 'reason' | 'severity'>[]): boolean {
	return findings.some(({ reason, severity }) => severity !== 'info' && !ofWords.has(reason));
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
 * the order of an earlier one, which more than its words speaks against; not so among instructions.
 * @param taken texts that a person has taken out of the store, by id: what was made from them before is still there
 */
export function lineageFindings(
	verdicts: readonly OwnVerdict[],
	taken: readonly { readonly id: string; readonly text: string }[] = [],
): FoundLineage {
	const earlier = taken.map(({ id, text }) => ({ id: takenId(id), text }));
	const likely = verdicts.length > maxCompared ? new Map<string, string[]>() : likelyFrom(earlier, verdicts);
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
				message: `${isStated ? 'Made' : 'Probably made'} from ${source.startsWith(takenMark) ? 'an entry that was taken out' : `'${source}', which is flagged`}: ${quotedShort(texts.get(source)!)}. So it is no more trustworthy.`,
			}),
		]);
	}
	return { findings, likely };
}

/** By id what an entry was probably made from: of originals that are flagged by more than words, or were taken out. */
function likelyFrom(
	earlier: readonly { readonly id: string; readonly text: string }[],
	verdicts: readonly OwnVerdict[],
): Map<string, string[]> {
	const compared = verdicts.filter(({ isCompared }) => isCompared);
	const originals = [...earlier, ...compared.filter(({ isFlaggedByMore }) => isFlaggedByMore)];
	const likely = new Map<string, string[]>();
	if (originals.length === 0) return likely;
	const isOriginal = new Set(originals.map(({ id }) => id));
	const all = [...earlier.map((one) => ({ ...one, flagged: true })), ...compared];
	const orders = all.map(({ id, text }) => (isOriginal.has(id) ? carriedOrder(text) : null));
	const unquoted = unquotedWords(
		all.map(({ id, text, flagged }, at) => ({
			text,
			role: flagged ? (isOriginal.has(id) && orders[at] === null ? 'original' : 'other') : 'honest',
		})),
	);
	const entries = all.map(({ id, text }, at) => {
		const order = orders[at] ?? null;
		return { id, text, embedding: null, carried: order === null ? (unquoted.get(at) ?? new Set<string>()) : contentWords(order) };
	});
	for (const { id, source } of likelySources(entries)) likely.set(id, [...(likely.get(id) ?? []), source]);
	return likely;
}

/** Of an entry that is flagged by itself as well: the flagged source that its history tells, if there is one. Likeness would tell of every copy of a plant. */
function sourceOf(id: string, derivedFrom: readonly string[], lineage: ReadonlyMap<string, Lineage>): Lineage | null {
	const sources = derivedFrom.flatMap((source) => (source === id ? [] : (lineage.get(source) ?? [])));
	return sources.find(({ trust, chain }) => trust <= trustLevels.flagged && chain.at(-1) !== id) ?? null;
}

const takenMark = 'in quarantine: ';
const takenId = (id: string): string => `${takenMark}${id}`;
