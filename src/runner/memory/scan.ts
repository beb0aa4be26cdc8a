import type * as z from 'zod';
import { copiesFindings } from '../../analysis/memory/copies-findings.ts';
import { judgedEntry, hasComparedWording, type EntryJudging, type FoundInEntry } from '../../analysis/memory/judge-entry.ts';
import {
	hasMoreThanWords,
	lineageFindings,
	maxCompared,
	type FoundLineage,
	type OwnVerdict,
} from '../../analysis/memory/lineage-findings.ts';
import { comparedWith, likenessOf, type Compared } from '../../analysis/memory/compare-entries.ts';
import { judgedPart, lengthProblem, measured, type MeasuredEntry } from '../../analysis/memory/measured-entry.ts';
import { storeThresholds, type BenignScores, type ScanThresholds } from '../../analysis/memory/scan-thresholds.ts';
import { isOfInstructions } from '../../formats/memory/memory-entry.ts';
import { maxForCopies, wordingNotJudged, type MemoryScanRecord, type MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { minAlike } from '../../methods/memsad/length-matched-divergence.ts';
import { driftOf } from '../../methods/memsad/drift.ts';
import { asOnlyWriter } from '../../files/writer-lock.ts';
import type { memoryScanParams } from '../../protocol/memory.ts';
import { UserError } from '../../errors.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { jsonHash } from '../../files/cache-files.ts';
import { Superseded } from '../lsp/cancellation.ts';
import { AskedEntries } from './scan-history.ts';
import { Float64Builder, batchesOf, TextSample } from './store-access.ts';
import { unwritable } from './memory-file.ts';
import type { ScanAdvice } from '../../wording/memory-phrases.ts';
import type { Encoder } from '../../analysis/readers.ts';
import { matrix } from '../../methods/memsad/row-maxima.ts';
import { EntryEmbedder, embedTexts } from './scan-encoder.ts';
import { plural } from '../../wording/phrases.ts';
import { shownStore } from '../../wording/store-names.ts';
import { ScanSpool, sweepScans } from './scan-spool.ts';

/** Entries of which several near queries are told, from the beginning of a store. */
const detailedEntries = 20_000;
/** Records that are handed on at once. */
const recordsAtOnce = 100;

/** Queries that entries are compared with. */
export interface ScanHistory {
	readonly name: string;
	/** As they are compared, oldest first. */
	readonly queries: readonly string[];
	/** Of its file: what could not be read. */
	readonly problems: number;
}

/** What judges entries of one store besides their scores. */
export interface StoreRules extends Pick<EntryJudging, 'rules' | 'provenance'> {
	/** Ids of what an entry was made from, as its signature says. */
	readonly sources: (entry: MeasuredEntry) => readonly string[];
	readonly remarks: MemoryScanSummary['remarks'];
}

/** What a scan is made with, besides the store. */
export interface ScanParts {
	readonly version: string;
	readonly history: ScanHistory | null;
	/** Share of the nearest query in the combined score. */
	readonly alpha: number;
	/** Texts of the probes; `null`: not asked for. */
	readonly probes: readonly string[] | null;
	/** Opens the encoder; `texts`: a sample of the store, for one that learns from it. */
	readonly openEncoder: (texts: readonly string[]) => Promise<Encoder>;
	/** Thresholds that do not come from the store; `null`: they do. */
	readonly thresholds: (given: { readonly encoder: Encoder | null; readonly compared: Compared | null }) => Promise<ScanThresholds | null>;
	/** `entries` reads the store's entries, as often as need be. */
	readonly rules: (store: MemoryStore, entries: () => AsyncIterable<MeasuredEntry>) => Promise<StoreRules>;
	/** Entries that a person has taken out of the store. */
	readonly taken: readonly { readonly id: string; readonly text: string }[];
	readonly isBenign: EntryJudging['isBenign'];
	/** Where it is kept what was read. */
	readonly folder: string;
	/** What messages tell people to do. */
	readonly advice: ScanAdvice;
}

export interface ScanHooks {
	readonly signal: AbortSignal;
	readonly onProgress: (message: string, done: number, total: number) => void;
	/** Waited for, so that nothing piles up. */
	readonly onRecords: (records: readonly MemoryScanRecord[], done: number, of: number) => Promise<void> | void;
}

/**
 * Scans a store: its entries are read and measured into a spool on the disk, thresholds are found, and then each is judged, in the store's order. A scan that was
 * broken off goes on in its spool, and says what an uninterrupted one says.
 */
export async function scanMemory(
	store: MemoryStore,
	target: string,
	{ resume, trigger, proactive, copies }: Pick<z.infer<typeof memoryScanParams>, 'resume' | 'trigger' | 'proactive' | 'copies'>,
	parts: ScanParts,
	hooks: ScanHooks,
): Promise<MemoryScanSummary> {
	const { signal, onProgress } = hooks;
	const { history } = parts;
	const asked = history === null ? null : new AskedEntries(history, trigger);
	const began = await stateOf(store);
	const { texts: sample, entries: total } = await sampleOf(store, asked, hooks);
	const encoder = history === null && !copies ? null : await parts.openEncoder(sample);
	const compared = encoder === null || history === null ? null : await comparison(encoder, parts, signal);
	const key = jsonHash([
		parts.version,
		store.kind,
		shownStore(target),
		began.state,
		history?.queries ?? null,
		trigger ?? null,
		proactive,
		encoder?.identity ?? null,
		parts.alpha,
	]);
	return asOnlyWriter(
		parts.folder,
		{
			signal,
			name: `${key.slice(0, 32)}.lock`,
			onWait: () => onProgress('Waiting for another scan of this store', 0, 0),
			notWritable: (folder, cause) => unwritable(folder, cause),
		},
		async () => {
			await sweepScans(parts.folder, key.slice(0, 32), Date.now());
			await using spool = await ScanSpool.open(parts.folder, key.slice(0, 32), { resume, isKept: () => canGoOn(signal) });
			const embedder = encoder === null || compared === null ? null : new EntryEmbedder(encoder, signal);
			await fill(spool, store, total, { embedder, compared, hooks });
			const scores = await scoresIn(spool, sample, store, proactive);
			const thresholds =
				(await parts.thresholds({ encoder: compared === null ? null : encoder, compared })) ??
				storeThresholds(scores, { entries: spool.state.entries, queries: history?.queries.length ?? 0 }, parts.advice);
			const { rules, provenance, sources, remarks: ofRules } = await parts.rules(store, () => spool.entries());
			const alike = copies ? await copiesIn(spool, encoder!, hooks) : noCopies;
			const judging: EntryJudging = {
				store: store.name,
				queries: history?.queries ?? [],
				thresholds,
				rules: (entry) => [...rules(entry), ...(alike.findings.get(entry.id) ?? [])],
				provenance,
				isBenign: parts.isBenign,
			};
			const lineage = await lineageIn(spool, judging, { sources, taken: parts.taken, signal });
			const { unjudged, ...counts } = await judge(spool, judging, lineage, hooks);
			const remarks = [
				...(await store.remarks()),
				...(await changedRemarks(store, began)),
				...ofRules,
				...alike.remarks,
				...lineage.remarks,
				...unjudgedRemarks(unjudged, spool.state.entries),
			];
			const { problems, doubts, told, entries } = spool.state;
			return {
				store: store.name,
				kind: store.kind,
				entries,
				...counts,
				history: history === null ? null : { queries: history.queries.length, name: history.name },
				encoder:
					encoder === null
						? null
						: {
								name: encoder.identity.name,
								sha256: encoder.identity.sha256,
								dimensions: encoder.dimensions,
								cannotSee: encoder.cannotSee ?? null,
							},
				calibration: thresholds.calibration,
				drift: compared === null ? null : driftOf(compared.directions.queries, thresholds.likeness?.deviation ?? 0),
				remarks: [...remarks, ...(asked?.remarks() ?? []), ...storedRemarks(store, embedder, parts.advice)],
				problems,
				doubts,
				told: [...told],
			};
		},
	);
}

interface StoreState {
	readonly state: string | null;
	/** Of a store that cannot tell its state. */
	readonly count: number | null;
}

async function stateOf(store: MemoryStore): Promise<StoreState> {
	const state = await store.state();
	return { state, count: state === null ? await store.count() : null };
}

/** What is said where other programs have changed the store since the scan began. */
async function changedRemarks(store: MemoryStore, began: StoreState): Promise<MemoryScanSummary['remarks']> {
	let now: StoreState | null = null;
	try {
		now = await stateOf(store);
	} catch (error) {
		// A file that is gone, or a server: what was read of it is judged.
		if (!(error instanceof UserError)) throw error;
	}
	if (now?.state === began.state && now.count === began.count) return [];
	return [
		{
			message: 'The store changed during the scan. Entries may be missing, or judged in their earlier form.',
			hint: 'Scan it again while no program writes to it.',
		},
	];
}

/** A person who stops a scan may go on with it; what an edit has ended is of a text that is gone. */
function canGoOn({ aborted, reason }: AbortSignal): boolean {
	return aborted && !(reason instanceof Superseded);
}

/** Texts of the store, for what learns from it, and how many entries there are. */
async function sampleOf(
	store: MemoryStore,
	asked: AskedEntries | null,
	{ signal, onProgress }: ScanHooks,
): Promise<{ texts: string[]; entries: number }> {
	const sample = new TextSample();
	const total = (await store.count()) ?? 0;
	let done = 0;
	for await (const { entries } of batchesOf(store, signal)) {
		for (const { text, kind } of entries.map(judgedPart)) {
			asked?.add(text);
			if (hasComparedWording({ kind })) sample.add(text);
		}
		done += entries.length;
		onProgress('Reading the store', Math.min(done, total), total);
	}
	return { texts: sample.texts(), entries: done };
}

/** Embeds what entries are compared with. */
export async function comparison(
	encoder: Encoder,
	{ history, probes, alpha }: Pick<ScanParts, 'history' | 'probes' | 'alpha'>,
	signal: AbortSignal,
): Promise<Compared> {
	const queries = history!.queries;
	const embedded = await embedTexts(encoder, queries, 'query', signal);
	const probed = probes === null ? null : await embedTexts(encoder, probes, 'query', signal);
	return comparedWith(queries, { embeddings: embedded, probes: probed, width: encoder.dimensions, alpha });
}

/** Reads and measures what is not in the spool yet. @param total entries of the store, as it was read before */
async function fill(
	spool: ScanSpool,
	store: MemoryStore,
	total: number,
	{
		embedder,
		compared,
		hooks: { signal, onProgress },
	}: { readonly embedder: EntryEmbedder | null; readonly compared: Compared | null; readonly hooks: ScanHooks },
): Promise<void> {
	for await (const { entries: whole, problems, cursor } of batchesOf(store, signal, spool.state.cursor)) {
		const entries = whole.map(judgedPart);
		const cut = entries.flatMap((entry) => lengthProblem(entry, store.name) ?? []);
		const likeness =
			embedder === null || entries.length === 0
				? null
				: likenessOf(await embedder.embed(entries), compared!, spool.state.entries < detailedEntries);
		await spool.add(
			entries.map((entry, i) => measured(entry, likeness?.[i] ?? null)),
			cursor,
			[...problems, ...cut],
		);
		onProgress('Measuring entries', Math.min(spool.state.entries, total), total);
	}
}

async function scoresIn(spool: ScanSpool, sample: readonly string[], store: MemoryStore, proactive: boolean): Promise<BenignScores> {
	const combined = new Float64Builder();
	const probed = new Float64Builder();
	for await (const { likeness } of spool.entries()) {
		if (likeness === null) continue;
		combined.push(likeness.combined);
		if (likeness.proactive !== null) probed.push(likeness.proactive);
	}
	return { likeness: combined.values, proactive: proactive ? probed.values : null, texts: store.kind === 'instructions' ? [] : sample };
}

async function judge(
	spool: ScanSpool,
	judging: EntryJudging,
	{ findings, sources, judged }: JudgedLineage,
	{ signal, onProgress, onRecords }: ScanHooks,
): Promise<{ flagged: number; ignored: number; unjudged: number }> {
	const total = spool.state.entries;
	let [flagged, ignored, unjudged, done] = [0, 0, 0, 0];
	let records: MemoryScanRecord[] = [];
	const handOn = async (): Promise<void> => {
		if (records.length > 0) await onRecords(records, done, total);
		onProgress('Judging entries', done, total);
		records = [];
	};
	for await (const entry of spool.entries()) {
		signal.throwIfAborted();
		const madeFrom = sources(entry);
		const further = findings.get(entry.id);
		const whole = madeFrom.length === entry.madeFrom.length ? entry : { ...entry, madeFrom: [...madeFrom] };
		const before = whole === entry && further === undefined ? judged[done] : undefined;
		const record = before ?? judgedEntry(whole, judging, further);
		if (record.flagged) flagged++;
		else if (record.findings.some((one) => one.ignored && one.severity !== 'info')) ignored++;
		if (record.findings.some(({ code }) => code === wordingNotJudged)) unjudged++;
		records.push(record);
		done++;
		if (records.length === recordsAtOnce) await handOn();
	}
	await handOn();
	return { flagged, ignored, unjudged };
}

/** @param unjudged entries whose wording too few others are long enough to compare with */
function unjudgedRemarks(unjudged: number, entries: number): MemoryScanSummary['remarks'] {
	if (unjudged === 0) return [];
	return [
		{
			message: `The wording of ${unjudged.toLocaleString('en')} of ${plural(entries, 'entry', 'entries')} cannot be judged: fewer than ${minAlike} benign entries are about as long.`,
			hint: 'Everything else was judged. To judge their wording, too, name benign entries of similar length.',
		},
	];
}

/** Findings of one detector, and why there are none. */
interface FoundCopies {
	readonly findings: ReadonlyMap<string, readonly FoundInEntry[]>;
	readonly remarks: MemoryScanSummary['remarks'];
}

const noCopies: FoundCopies = { findings: new Map(), remarks: [] };

/** Near copies among sentences; of a large store nothing, because that takes the square of its size. */
async function copiesIn(spool: ScanSpool, encoder: Encoder, { signal, onProgress }: ScanHooks): Promise<FoundCopies> {
	const { entries } = spool.state;
	if (entries > maxForCopies)
		return {
			findings: new Map(),
			remarks: [
				{
					message: `Near copies were not looked for. Each of ${entries.toLocaleString('en')} entries would have to be compared with every other one. A scan does that for stores of up to ${maxForCopies.toLocaleString('en')}.`,
					hint: 'Scan a part of the store, such as the entries of one user.',
				},
			],
		};
	const some: { id: string; text: string }[] = [];
	for await (const { id, text, kind } of spool.entries()) if (hasComparedWording({ kind })) some.push({ id, text });
	const rows = await embedTexts(
		encoder,
		some.map(({ text }) => text),
		'document',
		signal,
	);
	const findings = await copiesFindings(
		some.map(({ id }) => id),
		matrix(rows, encoder.dimensions),
		{ signal, onProgress: (done) => onProgress('Looking for copies', done, some.length) },
	);
	return { findings, remarks: [] };
}

/** What lineage adds, and what was judged for it. */
interface JudgedLineage extends Pick<FoundLineage, 'findings'> {
	/** Of an entry all that it was made from, as far as is known: by its store, by its signature, by likeness. */
	readonly sources: (entry: MeasuredEntry) => readonly string[];
	/** Of a small store all entries, in their order; of a larger one none. */
	readonly judged: readonly MemoryScanRecord[];
	readonly remarks: MemoryScanSummary['remarks'];
}

/** Which entries were made from flagged ones. Of a large store only what its history and signatures tell is looked at. */
async function lineageIn(
	spool: ScanSpool,
	judging: EntryJudging,
	{ sources, taken, signal }: Pick<StoreRules, 'sources'> & Pick<ScanParts, 'taken'> & { readonly signal: AbortSignal },
): Promise<JudgedLineage> {
	const isSmall = spool.state.entries <= maxCompared;
	const statedSources = (entry: MeasuredEntry): string[] => [...new Set([...entry.madeFrom, ...sources(entry)])];
	const remarks = isSmall
		? []
		: [
				{
					message: `The scan did not check whether entries repeat what flagged ones say. This compares entries with each other, which a scan does in stores of up to ${maxCompared.toLocaleString('en')}.`,
					hint: 'Origins that the store or a signature states still count.',
				},
			];
	let hasLines = isSmall;
	if (!isSmall)
		for await (const entry of spool.entries()) {
			hasLines ||= statedSources(entry).length > 0;
			if (hasLines) break;
		}
	if (!hasLines) return { findings: new Map(), sources: statedSources, judged: [], remarks };
	const verdicts: OwnVerdict[] = [];
	const judged: MemoryScanRecord[] = [];
	for await (const entry of spool.entries()) {
		signal.throwIfAborted();
		const { id, text, content } = entry;
		const madeFrom = statedSources(entry);
		const record = judgedEntry(entry, judging);
		if (isSmall) judged.push(record);
		if (isSmall || record.flagged || madeFrom.length > 0)
			verdicts.push({
				id,
				text,
				isCompared: !isOfInstructions(entry),
				madeFrom,
				flagged: record.flagged,
				isFlaggedByMore: record.flagged && hasMoreThanWords(record.findings),
				isVouched: record.provenance === 'signed' || judging.isBenign(content),
			});
	}
	const { findings, likely } = lineageFindings(verdicts, taken);
	return { findings, sources: (entry) => [...new Set([...statedSources(entry), ...(likely.get(entry.id) ?? [])])], judged, remarks };
}

function storedRemarks({ embeddings }: MemoryStore, embedder: EntryEmbedder | null, advice: ScanAdvice): MemoryScanSummary['remarks'] {
	if (embeddings === null || embedder === null || embedder.usesStored !== false) return [];
	return [
		{
			message: `The store keeps embeddings of ${embeddings.dimensions} numbers${embeddings.encoder === null ? '' : ` by '${embeddings.encoder}'`}, which are not from this embedder, so the entries were embedded again.`,
			hint: `To use them, name the embedder that made them ${advice.embedder}.`,
		},
	];
}
