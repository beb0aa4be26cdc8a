import { z } from 'zod';
import { memoryScanRecord, memoryScanSummary } from '../formats/memory-scan-record.ts';
import { wireError } from './requests.ts';
import { notification, request } from './rpc.ts';

/** Which memory, and what it is judged by. Files are absolute paths. */
export const memoryScanParams = z.object({
	token: z.string(),
	/** A path, or an address such as `chroma+http://host:8000/collection`. */
	store: z.string().min(1),
	/** Of queries: JSON Lines, or traces; absent: only what needs no history judges. */
	history: z.string().optional(),
	/** Of benign entries; absent: the profile's thresholds, or the store's own, robustly. */
	reference: z.string().optional(),
	/** How a reference makes thresholds: by split conformal prediction, or as the paper does, which promises no rate. */
	rule: z.enum(['conformal', 'mean-plus-deviations']).default('conformal'),
	/** Suspected trigger: the history holds it joined to each query. */
	trigger: z.string().optional(),
	/** Methods beside the default ones. */
	proactive: z.boolean().default(false),
	/** Whether near copies within the store are looked for. */
	copies: z.boolean().default(false),
	/** Whether to go on where a scan of the same store by the same settings ended. */
	resume: z.boolean().default(false),
});

/** How long a scan that was broken off can be gone on with, days: what it has read holds entries word for word. */
export const scansKept = 7;

/** Scans a store: records come as `MemoryScanned`, flagged or not, in the store's order. Files are never changed by it. */
export const ScanMemory = request('ragAssay/memory/scan', memoryScanParams, memoryScanSummary);

/** Records of a scan that goes on. */
export const MemoryScanned = notification(
	'ragAssay/memory/scanned',
	z.object({ token: z.string(), records: z.array(memoryScanRecord), done: z.number().int(), of: z.number().int().nullable() }),
);

/** Absent: as in sidecars, the name of the settings, git's or the system's. */
const who = z.string().min(1).optional();
/** Entries of a store by id. */
const entries = { store: z.string().min(1), ids: z.array(z.string()).min(1) };

/** An entry that was taken out of a store's file, and is kept beside it. */
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

/** Moves entries from the file into its quarantine (`NAME.rag-assay-quarantine.json`); `write: false` says what would be done. */
export const QuarantineEntries = request(
	'ragAssay/memory/quarantine',
	z.object({ ...entries, reason: z.string(), who, write: z.boolean() }),
	z.object({ moved: z.array(quarantined), file: z.string(), says: z.array(z.string()) }),
);

/** Puts them back: byte by byte where nothing else has changed since (`identical`). `already`: those that were in the file again, and only leave the quarantine. */
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

/** What lies in a store's quarantine. */
export const ListQuarantine = request('ragAssay/memory/listQuarantine', z.object({ store: z.string().min(1) }), z.array(quarantined));

/** Remembers every entry of an instruction file as approved, by whom (`NAME.rag-assay-approved.json`). */
export const ApproveMemory = request(
	'ragAssay/memory/approve',
	z.object({ store: z.string().min(1), ids: z.array(z.string()).optional(), who, write: z.boolean() }),
	z.object({
		approved: z.number().int(),
		added: z.number().int(),
		gone: z.number().int(),
		/** Of those that were approved now: how many stay flagged, because of what stands in them. */
		flagged: z.number().int(),
		file: z.string(),
	}),
);

const count = z.number().int().nonnegative();

/** What signing does to a store, as `SignedCounts` has it. */
export const signedCounts = z.object({
	signed: count,
	new: count,
	unchanged: count,
	renewed: count,
	left: z.object({ altered: count, lineage: count, wording: count }),
	gone: count,
});

/** Signs entries with a key that lies outside the workspace; signatures lie outside the records, too. */
export const SignEntries = request(
	'ragAssay/memory/sign',
	z.object({ store: z.string().min(1), ids: z.array(z.string()).optional(), who, write: z.boolean(), rotate: z.boolean().default(false) }),
	z.object({ ...signedCounts.shape, key: z.string(), file: z.string(), says: z.array(z.string()) }),
);

/** Marks entries benign: by the hash of their text, in the sidecar, with a note; or takes that back. */
export const MarkEntriesBenign = request(
	'ragAssay/memory/benign',
	z.object({ ...entries, who, note: z.string(), benign: z.boolean() }),
	/** `by`: whose marks were taken back. */
	z.object({ file: z.string(), changed: z.number().int(), by: z.array(z.string()) }),
);

const store = z.string().min(1);
const entryCount = z.number().int().nonnegative();

/** Flagged entries of a store that are handed to an editor; `more` says how many there are beyond. */
export const maxFlagged = 500;

/** How the scan of a store stands. */
const scanStanding = z.discriminatedUnion('kind', [
	/** Nobody has scanned it. */
	z.object({ kind: z.literal('idle') }),
	z.object({ kind: z.literal('scanning'), done: entryCount, of: entryCount.nullable() }),
	z.object({ kind: z.literal('done') }),
	/** `resume`: a scan of it can go on where it ended. */
	z.object({ kind: z.literal('failed'), error: wireError }),
	z.object({ kind: z.literal('cancelled') }),
]);

/** A store as the runner holds it for editors. What the last whole scan found stays while another one runs. */
export const memoryStoreState = z.object({
	/** A path, or an address without its password. */
	store,
	scan: scanStanding,
	/** End of the last whole scan, ISO 8601; `null`: there is none. */
	at: z.string().nullable(),
	summary: memoryScanSummary.nullable(),
	/** Flagged entries, in the store's order. */
	flagged: z.array(memoryScanRecord),
	more: entryCount,
	/** Taken out of the file, and kept beside it. */
	quarantined: z.array(quarantined),
	/** Why the last whole scan had no query history though the settings name one: rules judged alone. */
	historyError: wireError.nullable(),
	/** Against the scan before: entries by their texts; `null`: there was none. */
	changed: z.object({ added: entryCount, gone: entryCount }).nullable(),
});
export type MemoryStoreState = z.infer<typeof memoryStoreState>;

/** Scans a store for the editor, with the settings' query history; answers when it ends. `resume`: where an earlier one ended. */
export const ScanStore = request(
	'ragAssay/memory/scanStore',
	z.object({ store, proactive: z.boolean().default(false), resume: z.boolean().default(false) }),
	memoryStoreState,
);
export const CancelScan = request('ragAssay/memory/cancelScan', z.object({ store }), z.null());
export const GetMemoryStores = request('ragAssay/memory/stores', z.null(), z.array(memoryStoreState));
export const MemoryStoreChanged = notification('ragAssay/memory/storeChanged', memoryStoreState);

/** A memory as it was, to be shown beside what it is now. `null`: nothing is known of it. */
export const GetMemoryBefore = request(
	'ragAssay/memory/before',
	z.object({ store, since: z.enum(['scan', 'approval']) }),
	z
		.object({
			/** What it was, and is: a text file whole, of any other store its entries, a paragraph each. */
			before: z.string(),
			after: z.string(),
			/** When that was, and by whose word; `null`: nobody has approved it. */
			when: z.string(),
			who: z.string().nullable(),
		})
		.nullable(),
);

/**
 * Commands of the runner's code actions about memories, each with `memoryArguments`. Every client may send them; one that can ask a person for a note
 * adds it.
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
	/** Entries; none where the whole store is meant. */
	ids: z.array(z.string()),
	/** Reason of a quarantine, or why an entry is benign. */
	note: z.string().optional(),
});
export type MemoryArguments = z.infer<typeof memoryArguments>;

/** What a command did, in sentences for a person. */
export const memoryCommandResult = z.object({ says: z.string(), file: z.string() });
