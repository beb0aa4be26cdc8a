import { plural } from '../wording/phrases.ts';

/**
 * Of documents with the same text (white space around it aside) the first. Each would say the same to the same question, so that the person
 * whom one text is about would have several votes. Blank ones are all kept: they say nothing, and a document whose text is taken away leaves
 * its place empty, so that the number of documents stays.
 */
export function distinctDocuments<T extends { readonly text: string }>(documents: readonly T[]): T[] {
	const known = new Set<string>();
	return documents.filter(({ text }) => {
		const said = text.trim();
		return said === '' || (!known.has(said) && known.add(said));
	});
}

/** That some of the documents that were named repeat others: a sentence, or none. */
export function copiesNote(named: number, distinct: number): string[] {
	return named === distinct ? [] : [`${plural(named, 'document')} were named, ${distinct} of them different: the same text counts once.`];
}
