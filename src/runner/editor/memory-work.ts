import type { MemoryService } from '../memory/memory-work.ts';


/** What the runner does to memories, as its requests do it: the editor asks for the same, without a connection. All reject with a `UserError`. */
export type EditorMemoryService = Pick<MemoryService, 'scan' | 'quarantine' | 'restore' | 'listQuarantine' | 'approve' | 'approved' | 'sign' | 'benign'>;
