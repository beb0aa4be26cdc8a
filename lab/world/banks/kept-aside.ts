import { readBank, type Bank } from './bank.ts';

/** The bank that nothing is trained on or chosen by: for figures alone. */
export const keptAside: Bank = readBank('cedar');
