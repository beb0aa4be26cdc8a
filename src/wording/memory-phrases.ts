import { listInWords, plural } from './phrases.ts';

/** Ways of the command line that messages of a scan name, and the editor's own to the same end. */
const ways: readonly (readonly [RegExp, string])[] = [
	[
		/Name (?:entries that you know are benign|benign entries) with --reference, or calibrate a profile\./g,
		'Calibrate a profile with entries that you know are benign.',
	],
	[/\bwith --reference\b/g, 'in a profile'],
	[/\bwith --embedder\b/g, 'in the setting ragAssay.embedder'],
	[/: rag-assay memory approve .+$/g, ', run RAG Assay: Approve Memory File.'],
	[/: rag-assay memory sign .+$/g, ': RAG Assay: Sign Memory Entries.'],
];

/** A message of a scan with what an editor offers in place of options and commands of the command line. */
export function inEditorWords(message: string): string {
	return ways.reduce((text, [way, own]) => text.replaceAll(way, own), message);
}

/** How many entries were signed, or would be, and how many were not. */
export interface SignedCounts {
	readonly signed: number;
	/** Of those signed: that nobody had signed before. */
	readonly new: number;
	/** Of those signed: whose signature held. */
	readonly unchanged: number;
	/** Of those signed: that were altered, and named all the same. */
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
	return `${plural(flagged, 'entry stays', 'entries stay')} flagged for what ${flagged === 1 ? 'it says' : 'they say'}: approving does not change that.`;
}

/** Whose marks were taken back, behind what says so: ` (marked by Ann and Bo)`, or nothing. */
export function takenBackFrom(by: readonly string[]): string {
	return by.length === 0 ? '' : ` (marked by ${listInWords(by)})`;
}
