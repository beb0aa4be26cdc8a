import type { MemoryWork as Work } from '../memory/memory-work.ts';

/** What the runner does to memories, as its requests do it: the editor asks for the same, without a connection. All reject with a `UserError`. */
export type MemoryWork = Pick<Work, 'scan' | 'quarantine' | 'restore' | 'listQuarantine' | 'approve' | 'approved' | 'sign' | 'benign'>;
