import { memoryReasons, wordingNotJudged, type MemoryFinding, type MemoryScanRecord } from '../../formats/memory-scan-record.ts';
import { divergenceOf, type Divergence } from '../../methods/memsad/length-matched-divergence.ts';
import { certificateOf } from '../../methods/memsad/thresholds.ts';
import type { MeasuredEntry } from './measured-entry.ts';
import type { ScanThresholds } from './scan-thresholds.ts';
import { nearQueriesWords, notComparedWords, probesWords, unusualWordingWords } from './scan-words.ts';

/** A finding before it is known whether somebody has marked its entry benign. */
export type FoundInEntry = Omit<MemoryFinding, 'ignored'>;

/** By what entries of a store are judged. */
export interface EntryJudging {
	readonly store: string;
	/** Of the history, oldest first. */
	readonly queries: readonly string[];
	readonly thresholds: ScanThresholds;
	/** What an entry's own words, or what else is known of it, speak against it. */
	readonly rules: (entry: MeasuredEntry) => readonly FoundInEntry[];
	readonly provenance: (entry: MeasuredEntry) => MemoryScanRecord['provenance'];
	/** Whether a person has marked a text benign, by its hash. */
	readonly isBenign: (content: string) => boolean;
}

/** What all that was measured and is known of an entry says of it. @param further findings that other entries give rise to */
export function judgedEntry(entry: MeasuredEntry, judging: EntryJudging, further: readonly FoundInEntry[] = []): MemoryScanRecord {
	const { thresholds, queries } = judging;
	const { likeness } = entry;
	const near = likeness === null || thresholds.likeness === null ? null : certificateOf(likeness.combined, thresholds.likeness);
	const divergence = divergenceIn(entry, thresholds);
	const found: FoundInEntry[] = [
		...(near !== null && near.margin > 0 ? [nearFinding(likeness!, queries, thresholds.likeness!.threshold)] : []),
		...wordingFinding(divergence, thresholds),
		...probed(entry, thresholds),
		...judging.rules(entry),
		...further,
	];
	const ignored = judging.isBenign(entry.content);
	const findings = found.map((one): MemoryFinding => ({ ...one, ignored }));
	return {
		schema: 'rag-assay/memory-scan@1',
		store: judging.store,
		subject: { kind: 'entry', id: entry.id },
		id: entry.id,
		text: entry.text,
		content: entry.content,
		place: entry.place,
		score: likeness?.combined ?? null,
		max: likeness?.max ?? null,
		mean: likeness?.mean ?? null,
		threshold: likeness === null ? null : (thresholds.likeness?.threshold ?? null),
		margin: near?.margin ?? null,
		radius: near === null || near.margin <= 0 ? null : near.radius,
		divergence: divergence?.kind === 'judged' ? { score: divergence.score, threshold: thresholds.divergence!.threshold.threshold } : null,
		proactive:
			likeness === null || likeness.proactive === null
				? null
				: { score: likeness.proactive, threshold: thresholds.proactive?.threshold ?? null },
		nearest: (likeness?.nearest ?? []).map(({ query, similarity }) => ({ query: queries[query]!, similarity })),
		provenance: judging.provenance(entry),
		madeFrom: [...entry.madeFrom],
		reasons: memoryReasons.filter((reason) => findings.some((one) => one.reason === reason)),
		findings,
		flagged: !ignored && findings.some(({ severity }) => severity !== 'info'),
	};
}

/** Whether an entry is one whose wording is compared: instructions have headings and code, and edges are no sentences. */
export function hasComparedWording({ kind }: Pick<MeasuredEntry, 'kind'>): boolean {
	return kind === 'text' || kind === 'observation';
}

/** A finding about an entry as a whole, a warning unless said otherwise. */
export function finding(
	reason: MemoryFinding['reason'],
	code: string,
	what: Pick<MemoryFinding, 'message'> & Partial<FoundInEntry>,
): FoundInEntry {
	return { reason, code, severity: 'warning', score: null, threshold: null, place: null, ...what };
}

function scored(score: number, threshold: number): { score: number; threshold: number } {
	return { score, threshold };
}

function nearFinding(
	{ combined, nearest }: NonNullable<MeasuredEntry['likeness']>,
	queries: readonly string[],
	threshold: number,
): FoundInEntry {
	const [first] = nearest;
	return finding('memsad', 'rag-assay/memory-near-queries', {
		message: nearQueriesWords(queries[first!.query]!, first!.similarity, combined, threshold),
		...scored(combined, threshold),
	});
}

function divergenceIn(entry: MeasuredEntry, { divergence }: ScanThresholds): Divergence | null {
	return divergence === null || !hasComparedWording(entry) ? null : divergenceOf(divergence.baseline, entry.text);
}

/** Of an entry whose wording cannot be judged the finding says so, and flags nothing. */
function wordingFinding(found: Divergence | null, { divergence }: ScanThresholds): FoundInEntry[] {
	if (found === null || divergence === null) return [];
	if (found.kind !== 'judged') return [finding('memsad+', wordingNotJudged, { severity: 'info', message: notComparedWords })];
	const { threshold } = divergence.threshold;
	if (found.score <= threshold) return [];
	return [
		finding('memsad+', 'rag-assay/memory-unusual-wording', {
			message: unusualWordingWords(found.score, threshold),
			...scored(found.score, threshold),
		}),
	];
}

function probed({ likeness }: MeasuredEntry, { proactive }: ScanThresholds): FoundInEntry[] {
	const score = likeness?.proactive ?? null;
	if (score === null || proactive === null || score <= proactive.threshold) return [];
	return [
		finding('proactive', 'rag-assay/memory-near-probes', {
			message: probesWords(score, proactive.threshold),
			...scored(score, proactive.threshold),
		}),
	];
}
