import type * as z from 'zod';
import { likenessOf, type Compared } from '../../analysis/memory/compare-entries.ts';
import { hasComparedWording, judgedEntry } from '../../analysis/memory/judge-entry.ts';
import { wordingFindings } from '../../analysis/memory/wording-findings.ts';
import { lineageFindings } from '../../analysis/memory/lineage-findings.ts';
import { judgedPart, measured } from '../../analysis/memory/measured-entry.ts';
import { gateThresholds } from '../../analysis/memory/scan-thresholds.ts';
import type { Encoder } from '../../analysis/readers.ts';
import type { MemoryCheck } from '../../formats/memory-scan-record.ts';
import { isOfInstructions, type MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { bareEntry } from '../../formats/memory/read-entries.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import type { checkEntryParams } from '../../protocol/memory.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { languageFindings, lengthFindings } from './scan-rules.ts';
import { EntryEmbedder } from './scan-encoder.ts';
import { comparison, type ScanHooks, type ScanParts } from './scan.ts';
import { Float64Builder, batchesOf, TextSample } from './store-access.ts';

/** ID of an entry that is in no store yet. */
const candidateId = 'candidate';

/**
 * Judges one text before it is stored, as a scan of this store would judge it (MEMSAD, algorithm 1). The store is read for its thresholds and never written. The
 * candidate has no part in them, but in the fit of an embedder that learns from the store: one that had not seen it would place it elsewhere than the store's own
 * entries, nearer to everything. What a scan knows of stored entries alone (signatures, approvals, edges of a graph) does not judge it; what a person has taken
 * out of the store does: nothing comes back by another door.
 */
export async function checkEntry(
	store: MemoryStore,
	{ text, proactive }: Pick<z.infer<typeof checkEntryParams>, 'text' | 'proactive'>,
	parts: ScanParts,
	{ signal, onProgress }: Pick<ScanHooks, 'signal' | 'onProgress'>,
): Promise<MemoryCheck> {
	const candidate = judgedPart(candidateOf(text, store));
	const sample = new TextSample();
	for await (const { entries } of batchesOf(store, signal))
		for (const one of entries.map(judgedPart)) if (hasComparedWording(one)) sample.add(one.text);
	const own = hasComparedWording(candidate) ? [candidate.text] : [];
	const encoder = parts.history === null ? null : await parts.openEncoder([...sample.texts(), ...own]);
	const compared = encoder === null ? null : await comparison(encoder, parts, signal);
	const thresholds =
		(await parts.thresholds({ encoder, compared })) ??
		(await ofStore(store, { sample, encoder, compared, proactive }, parts, { signal, onProgress }));
	const embedder = encoder === null ? null : new EntryEmbedder(encoder, signal);
	const likeness = embedder === null ? null : likenessOf(await embedder.embed([candidate]), compared!, true)[0]!;
	const entry = measured(candidate, likeness);
	const judging = {
		store: store.name,
		queries: parts.history?.queries ?? [],
		thresholds,
		rules: () => [...wordingFindings(entry), ...lengthFindings(entry), ...languageFindings(entry)],
		provenance: () => 'not-checked' as const,
		isBenign: parts.isBenign,
	};
	const alone = judgedEntry(entry, judging);
	const { findings } = lineageFindings(
		[
			{
				id: entry.id,
				text: entry.text,
				isCompared: !isOfInstructions(entry),
				madeFrom: [],
				flagged: alone.flagged,
				isFlaggedByMore: false,
				isVouched: parts.isBenign(entry.content),
			},
		],
		parts.taken,
	);
	return {
		record: judgedEntry(entry, judging, findings.get(entry.id)),
		history: parts.history === null ? null : { queries: parts.history.queries.length, name: parts.history.name },
		calibration: thresholds.calibration,
		cannotSee: encoder?.cannotSee ?? null,
	};
}

function candidateOf(text: string, store: MemoryStore): MemoryEntry {
	return {
		...bareEntry,
		id: candidateId,
		kind: store.kind === 'instructions' ? 'instruction' : 'text',
		text,
		content: textSha256(text),
		place: null,
		whole: null,
	};
}

/** Thresholds of the store's own entries. */
async function ofStore(
	store: MemoryStore,
	{
		sample,
		encoder,
		compared,
		proactive,
	}: { readonly sample: TextSample; readonly encoder: Encoder | null; readonly compared: Compared | null; readonly proactive: boolean },
	{ advice, history }: Pick<ScanParts, 'advice' | 'history'>,
	{ signal, onProgress }: Pick<ScanHooks, 'signal' | 'onProgress'>,
) {
	const [combined, probed] = [new Float64Builder(), new Float64Builder()];
	const embedder = encoder === null ? null : new EntryEmbedder(encoder, signal);
	let count = 0;
	for await (const { entries } of batchesOf(store, signal)) {
		count += entries.length;
		if (embedder === null || entries.length === 0) continue;
		for (const one of likenessOf(await embedder.embed(entries.map(judgedPart)), compared!, false)) {
			combined.push(one.combined);
			if (one.proactive !== null) probed.push(one.proactive);
		}
		onProgress('Measuring entries', count, 0);
	}
	const texts = store.kind === 'instructions' ? [] : sample.texts();
	const scores = { likeness: combined.values, proactive: proactive ? probed.values : null, texts };
	return gateThresholds(scores, { entries: count, queries: history?.queries.length ?? 0 }, advice);
}
