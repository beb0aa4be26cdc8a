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
