import { commandToPaste, pathWord } from './command-line.ts';
import { listInWords, plural } from './phrases.ts';

/**
 * What messages of a scan tell people to do, as their client offers it: a terminal has options and commands, an editor has settings and its
 * own commands.
 */
export interface ScanAdvice {
	/** A sentence. @param entries such as 'benign entries' */
	readonly nameBenign: (entries: string) => string;
	/** How to choose an embedder, as in 'Name the embedder with --embedder'. */
	readonly embedder: string;
	/** What to do when a file of instructions is right. */
	readonly approve: (file: string) => string;
	/** What follows 'Sign it if it is right: '. */
	readonly sign: (store: string) => string;
}

export const terminalAdvice: ScanAdvice = {
	nameBenign: (entries) => `Name ${entries} with --reference, or calibrate a profile.`,
	embedder: 'with --embedder',
	approve: (file) => `Once it is correct: ${commandToPaste(['rag-assay memory approve', pathWord(file, 'FILE')])}`,
	sign: (store) => commandToPaste(['rag-assay memory sign', pathWord(store, 'STORE'), '--write']),
};

export const editorAdvice: ScanAdvice = {
	nameBenign: () => 'Calibrate a profile with entries that you know are benign.',
	embedder: 'in the setting ragAssay.embedder',
	approve: () => 'Once it is correct, run RAG Assay: Approve Memory File.',
	sign: () => 'RAG Assay: Sign Memory Entries.',
};

/** How many entries were signed, or would be, and how many were not. */
export interface SignedCounts {
	readonly signed: number;
	/** Of those signed: that nobody had signed before. */
	readonly new: number;
	/** Of those signed: whose signature held. */
	readonly unchanged: number;
	/** Of those signed: that were altered, and named anyway. */
	readonly renewed: number;
	/** Not named by anybody, and not signed. */
	readonly left: {
		/** What was signed under their ids is something else, or their signature does not hold. */
		readonly altered: number;
		/** They were made from a flagged entry. */
		readonly lineage: number;
		/** Their words speak against them. */
		readonly wording: number;
	};
	/** Signed entries that the store has no longer, and that no earlier signing has seen gone. */
	readonly gone: number;
}

/** What was signed, as in `3 new, 38 unchanged`; empty where nothing was. */
export function signedWords({ new: added, unchanged, renewed }: SignedCounts): string {
	return [...counted(added, 'new'), ...counted(unchanged, 'unchanged'), ...counted(renewed, 'altered')].join(', ');
}

/** What was left out and why, and what is gone, a sentence each. */
export function leftOutWords({ left: { altered, lineage, wording }, gone }: SignedCounts): string[] {
	const left = (count: number, why: string): string[] => (count === 0 ? [] : [`Left out ${plural(count, 'entry', 'entries')} ${why}.`]);
	return [
		...left(altered, `altered since ${altered === 1 ? 'it was' : 'they were'} signed`),
		...left(lineage, 'made from a flagged one'),
		...left(wording, `for what ${wording === 1 ? 'it says' : 'they say'}`),
		...(gone === 0 ? [] : [`${plural(gone, 'signed entry is', 'signed entries are')} gone from the store.`]),
	];
}

function counted(count: number, what: string): string[] {
	return count === 0 ? [] : [`${count.toLocaleString('en')} ${what}`];
}

/** What approving does not do. @param flagged entries that were approved, and that scans flag */
export function stillFlaggedWords(flagged: number): string {
	return `${plural(flagged, 'entry stays', 'entries stay')} flagged for what ${flagged === 1 ? 'it says' : 'they say'}. Approval does not change that.`;
}

/** Whose marks were taken back, behind what says so: ` (marked by Ann and Bo)`, or nothing. */
export function takenBackFrom(by: readonly string[]): string {
	return by.length === 0 ? '' : ` (marked by ${listInWords(by)})`;
}

/** What a test of drift says, as in `permutation test, p = 0.001, level 0.01`. */
export function driftTestWords({ p, level }: { readonly p: number; readonly level: number }): string {
	return `permutation test, p = ${p < 1e-4 ? p.toExponential(0) : Number(p.toPrecision(2))}, level ${level}`;
}
