import { databaseOpeners } from './databases.ts';
import { instructions } from './instructions-opener.ts';
import { letta } from './letta-opener.ts';
import { jsonLines, mcpMemory } from './line-openers.ts';
import type { StoreOpener } from './memory-store.ts';

/**
 * Every kind of store that a person can name, asked in this order: what is known by a sure sign comes first, plain lines of JSON behind what else is in
 * lines, and instructions last, since any folder may hold some.
 */
export const memoryStoreOpeners: readonly StoreOpener[] = [mcpMemory, letta, ...databaseOpeners, jsonLines, instructions];
