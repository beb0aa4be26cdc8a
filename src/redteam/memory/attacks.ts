import { agentPoison } from './agent-poison.ts';
import type { MemoryAttack } from './attack.ts';
import { injecmem } from './injecmem.ts';
import { minja } from './minja.ts';

/** Every attack that plants entries, in the order of the paper's tables. */
export const memoryAttacks: readonly MemoryAttack[] = [agentPoison(), minja, injecmem];
