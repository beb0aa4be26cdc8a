import { ia } from './interrogation.ts';
import { mba } from './mba.ts';
import type { MembershipAttack } from './membership-attack.ts';
import { s2mia } from './s2mia.ts';

/** Every attack, in the paper's order. */
export const membershipAttacks: readonly MembershipAttack[] = [s2mia, mba, ia];
