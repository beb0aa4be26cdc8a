import type { MemoryScanRecord, MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import type {
	ApproveMemory,
	ListQuarantine,
	MarkEntriesBenign,
	memoryScanParams,
	QuarantineEntries,
	RestoreEntries,
	SignEntries,
} from '../../protocol/memory.ts';
import type { z } from 'zod';
import type { Params, RequestKind, Result } from '../../protocol/message.ts';

type Answer<K extends RequestKind<z.ZodType, z.ZodType>> = (params: Params<K>) => Promise<Result<K>>;

/** What the runner does to memories, as its requests do it: the editor asks for the same, without a connection. All reject with a `UserError`. */
export interface MemoryWork {
	readonly scan: (
		params: z.infer<typeof memoryScanParams>,
		on: {
			readonly signal: AbortSignal;
			readonly onRecords: (records: readonly MemoryScanRecord[], done: number, of: number | null) => Promise<void> | void;
		},
	) => Promise<MemoryScanSummary>;
	readonly quarantine: Answer<typeof QuarantineEntries>;
	readonly restore: Answer<typeof RestoreEntries>;
	readonly listQuarantine: Answer<typeof ListQuarantine>;
	readonly approve: Answer<typeof ApproveMemory>;
	readonly sign: Answer<typeof SignEntries>;
	readonly benign: Answer<typeof MarkEntriesBenign>;
}
