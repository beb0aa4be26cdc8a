import { readBank, type Bank } from './bank.ts';

/** The banks that the last phase of the training reads. */
export const trainedBanks: readonly Bank[] = [readBank('alder'), readBank('birch')];
