import { z } from 'zod';
import { memoryScanRecord, memoryScanSummary } from '../formats/memory-scan-record.ts';
import { quarantined } from './memory.ts';
import { notification, request } from './message.ts';
import { wireError } from './requests.ts';

const store = z.string().min(1);
const entryCount = z.number().int().nonnegative();

/** Flagged entries of a store that are handed to an editor; `more` says how many there are beyond. */
export const mostFlagged = 500;

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
