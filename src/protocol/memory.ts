import * as z from 'zod';
import { memoryCheck, memoryScanRecord, memoryScanSummary } from '../formats/memory-scan-record.ts';
import { wireError } from './requests.ts';
import { notification, request } from './rpc.ts';

/** What the scores of entries and their thresholds are computed with. Absent: as in the paper, or as the profile says. */
export const memsadSettings = {
	/** Share of the nearest query in an entry's score. The rest is the mean over all queries. */
	alpha: z.number().min(0).max(1).optional(),
	/** Deviations above the mean, if the rule is mean plus deviations. */
	kappa: z.number().min(0).max(100).optional(),
	/** False-positive rate that all detectors together may have, if the rule is conformal. */
	rate: z.number().min(1e-4).max(0.5).optional(),
	/** How many of the last queries count. */
	historyLength: z.number().int().min(1).max(10_000).optional(),
};

/** Which memory to scan, and what it is judged by. Files are absolute paths. */
export const memoryScanParams = z.object({
	token: z.string(),
	/** A path, or an address such as `chroma+http://host:8000/collection`. */
	store: z.string().min(1),
	/** File of queries: JSON Lines, or traces. Absent: only methods that need no history judge. */
	history: z.string().optional(),
	/** File of benign entries. Absent: thresholds come from the profile, or robustly from the store itself. */
	reference: z.string().optional(),
	/** How a reference determines thresholds: by split conformal prediction, or as in the paper, which promises no rate. */
	rule: z.enum(['conformal', 'mean-plus-deviations']).default('conformal'),
	...memsadSettings,
	/** Suspected trigger. The history then contains it joined to each query. */
	trigger: z.string().optional(),
	/** Whether to use methods in addition to the default ones. */
	proactive: z.boolean().default(false),
	/** Whether to look for near copies within the store. */
	copies: z.boolean().default(false),
	/** Whether to continue where a scan of the same store with the same settings ended. */
	resume: z.boolean().default(false),
});

/**
 * Number of days for which an interrupted scan can be continued. The limit exists because what a scan has read contains entries word for
 * word.
 */
export const scansKept = 7;

/** Scans a store. Records arrive as `MemoryScanned`, flagged or not, in the store's order. A scan never changes files. */
export const ScanMemory = request('ragAssay/memory/scan', memoryScanParams, memoryScanSummary);

/** One text, the store that it shall go into, and what it is judged by. */
export const checkEntryParams = memoryScanParams.omit({ copies: true, resume: true }).extend({ text: z.string().min(1) });

/** Judges one text before it is stored. Never writes the store. */
export const CheckEntry = request('ragAssay/memory/check', checkEntryParams, memoryCheck);

/** Delivers records of a running scan. */
export const MemoryScanned = notification(
	'ragAssay/memory/scanned',
	z.object({ token: z.string(), records: z.array(memoryScanRecord), done: z.number().int(), of: z.number().int().nullable() }),
);

/** Name of the person. Absent: as in sidecars, the name in the settings, git's or the system's. */
const who = z.string().min(1).optional();
/** Entries of a store, by ID. */
const entries = { store: z.string().min(1), ids: z.array(z.string()).min(1) };

/** An entry that was removed from a store's file and is kept beside it. */
export const quarantined = z.object({
	id: z.string(),
	text: z.string(),
	content: z.string(),
	reason: z.string(),
	who: z.string(),
	/** ISO 8601 with an offset. */
	when: z.string(),
});
export type Quarantined = z.infer<typeof quarantined>;

/** Moves entries from the file into its quarantine (`NAME.rag-assay-quarantine.json`). `write: false` only says what would be done. */
export const QuarantineEntries = request(
	'ragAssay/memory/quarantine',
	z.object({ ...entries, reason: z.string(), who, write: z.boolean() }),
	z.object({ moved: z.array(quarantined), file: z.string(), says: z.array(z.string()) }),
);

/**
 * Puts entries back. The file is byte for byte what it was if nothing else has changed since and nothing is left in quarantine (`identical`). `already`: entries that were in
 * the file again and only leave the quarantine.
 */
export const RestoreEntries = request(
	'ragAssay/memory/restore',
	z.object({ ...entries, who, write: z.boolean() }),
	z.object({
		restored: z.array(quarantined),
		already: z.array(quarantined),
		identical: z.boolean(),
		file: z.string(),
		says: z.array(z.string()),
	}),
);

/** Asks what a store's quarantine contains. */
export const ListQuarantine = request('ragAssay/memory/listQuarantine', z.object({ store: z.string().min(1) }), z.array(quarantined));

/** Records entries of an instruction file as approved, and by whom (`NAME.rag-assay-approved.json`). Without `ids`, it records every entry. */
export const ApproveMemory = request(
	'ragAssay/memory/approve',
	z.object({ store: z.string().min(1), ids: z.array(z.string()).optional(), who, write: z.boolean() }),
	z.object({
		approved: z.number().int(),
		added: z.number().int(),
		gone: z.number().int(),
		/** Number of approved entries that stay flagged, because of what they contain. */
		flagged: z.number().int(),
		/** At least one. */
		files: z.array(z.string()),
	}),
);

const count = z.number().int().nonnegative();

/** What signing does to a store. The members are those of `SignedCounts`. */
export const signedCounts = z.object({
	signed: count,
	new: count,
	unchanged: count,
	renewed: count,
	left: z.object({ altered: count, lineage: count, wording: count }),
	gone: count,
});

/** Signs entries with a key outside of the workspace. The signatures are outside of the records, too. */
export const SignEntries = request(
	'ragAssay/memory/sign',
	z.object({ store: z.string().min(1), ids: z.array(z.string()).optional(), who, write: z.boolean(), rotate: z.boolean().default(false) }),
	z.object({ ...signedCounts.shape, key: z.string(), file: z.string(), says: z.array(z.string()) }),
);

/** Marks entries benign, or takes that back. The mark is in the sidecar with a note, and applies to the hash of the entry's text. */
export const MarkEntriesBenign = request(
	'ragAssay/memory/benign',
	z.object({ ...entries, who, note: z.string(), benign: z.boolean() }),
	/** `by`: the people whose marks were taken back. */
	z.object({ file: z.string(), changed: z.number().int(), by: z.array(z.string()) }),
);

const store = z.string().min(1);
const entryCount = z.number().int().nonnegative();

/** Largest number of flagged entries of a store that an editor gets. `more` is the number of further ones. */
export const maxFlagged = 500;

/** State of the scan of a store. */
const scanStanding = z.discriminatedUnion('kind', [
	/** Nobody has scanned the store. */
	z.object({ kind: z.literal('idle') }),
	z.object({ kind: z.literal('scanning'), done: entryCount, of: entryCount.nullable() }),
	z.object({ kind: z.literal('done') }),
	/** The scan failed. A new scan with `resume` can continue where it ended. */
	z.object({ kind: z.literal('failed'), error: wireError }),
	z.object({ kind: z.literal('cancelled') }),
]);

/** A store as the runner keeps it for editors. The results of the last complete scan stay while another scan runs. */
const memoryStoreState = z.object({
	/** A path, or an address without its password. */
	store,
	scan: scanStanding,
	/** End of the last complete scan, ISO 8601. `null` if there is none. */
	at: z.string().nullable(),
	summary: memoryScanSummary.nullable(),
	/** Flagged entries, in the store's order. */
	flagged: z.array(memoryScanRecord),
	more: entryCount,
	/** Entries that were removed from the file and are kept beside it. */
	quarantined: z.array(quarantined),
	/** Why the last complete scan had no query history although the settings name one. Only the rules judged. */
	historyError: wireError.nullable(),
	/** Changes since the scan before, comparing entries by their texts. `null` if there was no scan before. */
	changed: z.object({ added: entryCount, gone: entryCount }).nullable(),
});
export type MemoryStoreState = z.infer<typeof memoryStoreState>;

/**
 * Scans a store for the editor, with the query history of the settings. Answers when the scan ends. `resume`: continue where an earlier
 * scan ended.
 */
export const ScanStore = request(
	'ragAssay/memory/scanStore',
	z.object({ store, proactive: z.boolean().default(false), resume: z.boolean().default(false) }),
	memoryStoreState,
);
export const CancelScan = request('ragAssay/memory/cancelScan', z.object({ store }), z.null());
export const GetMemoryStores = request('ragAssay/memory/stores', z.null(), z.array(memoryStoreState));
export const MemoryStoreChanged = notification('ragAssay/memory/storeChanged', memoryStoreState);

/** Asks for a memory as it was, to compare it with the present one. `null` if nothing is known about it. */
export const GetMemoryBefore = request(
	'ragAssay/memory/before',
	z.object({ store, since: z.enum(['scan', 'approval']) }),
	z
		.object({
			/**
			 * Earlier text. `after` is the present text. For a text file it is the whole file. For any other store it is its entries, one
			 * paragraph each.
			 */
			before: z.string(),
			after: z.string(),
			/** Time of the earlier text. `who` is the person who approved it, or `null` if nobody has. */
			when: z.string(),
			who: z.string().nullable(),
		})
		.nullable(),
);

/**
 * Commands of the runner's code actions about memories, each with `memoryArguments`. Every client may send them. A client that can ask a
 * person for a note adds the note.
 */
export const memoryCommands = {
	quarantine: 'ragAssay.memory.quarantine',
	restore: 'ragAssay.memory.restore',
	benign: 'ragAssay.memory.benign',
	notBenign: 'ragAssay.memory.notBenign',
	sign: 'ragAssay.memory.sign',
	approve: 'ragAssay.memory.approve',
} as const;
export type MemoryCommand = (typeof memoryCommands)[keyof typeof memoryCommands];

export const memoryArguments = z.object({
	store,
	/** Entries. Empty if the whole store is meant. */
	ids: z.array(z.string()),
	/** Reason for a quarantine, or why an entry is benign. */
	note: z.string().optional(),
});
export type MemoryArguments = z.infer<typeof memoryArguments>;

/** What a command did, in sentences for a person. */
export const memoryCommandResult = z.object({ says: z.string(), file: z.string() });
