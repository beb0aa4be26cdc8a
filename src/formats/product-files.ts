import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';

/** What stands in the names of files that the product writes beside documents: before the last ending, or as the whole of it. */
export const ownNames = {
	release: '.release',
	privateOriginal: '.private-original',
	reviewed: '.reviewed',
	review: '.rag-assay-review.json',
} as const;

/** What the product writes, and nobody may take for a document: some of it is private, and all of it says what documents say once more. */
export type OwnFile = 'private original' | 'reviewed answer' | 'private answer' | 'review' | 'privacy ledger';

/** In the order in which they count: `a.release.private-original.txt` is an original. A ledger that nobody has named has sixteen digits of a hash in its name. */
const byName: readonly (readonly [RegExp, OwnFile])[] = [
	[/\.private-original\.[^.]+$/i, 'private original'],
	[/\.reviewed\.[^.]+$/i, 'reviewed answer'],
	[/\.rag-assay-review\.json$/i, 'review'],
	[/\.release\./i, 'private answer'],
	[/-[0-9a-f]{16}\.jsonl(?:\.|$)/, 'privacy ledger'],
];

/** By its `schema`, under whatever name it lies. */
const bySchema: Readonly<Record<string, OwnFile>> = {
	release: 'private answer',
	reviewed: 'reviewed answer',
	review: 'review',
	ledger: 'privacy ledger',
};

/** What of the product's own a file is, by its name; `file` is a path or a URI. `null`: it may be a document. */
export function ownFile(file: string): OwnFile | null {
	const name = file.split(/[\\/]/).at(-1) ?? '';
	return byName.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The same by how its text begins. */
export function ownText(text: string): OwnFile | null {
	const schema = /^\uFEFF?\s*\{\s*(?:"kind"\s*:\s*"begin"[^{}]{0,99},\s*)?"schema"\s*:\s*"rag-assay\/([a-z]+)@/.exec(text)?.[1];
	return schema === undefined ? null : (bySchema[schema] ?? null);
}

/** RA918, of what is to be no document. */
export function noDocumentOf(file: string, what: OwnFile): UserError {
	return new UserError(errorNumbers.ownFileAsDocument, `This is a ${what} that RAG Assay has written, and no document to answer from.`, {
		place: { file },
		hint: 'Name the documents themselves; what was made of them may not count as one more of them.',
	});
}
