import { labelledTextsKind } from '../../formats/labelled-texts.ts';
import { isBenignQueriesFile } from '../../formats/queries/benign-queries-file.ts';

/** Files that lists are made of. */
export const candidateGlob = '**/*.{jsonl,json}';

/** What of a workspace's files may be a log, benign queries or the documents of a store, the likeliest first; `near`: a file whose folder comes first. */
export function candidatesFor(what: 'log' | 'benign' | 'store', files: readonly string[], near: string | null = null): string[] {
	return files
		.filter((file) => isCandidate[what](file))
		.toSorted(
			(a, b) =>
				Number(folderOf(b) === folderOf(near ?? '')) - Number(folderOf(a) === folderOf(near ?? '')) ||
				likelihood(what, b) - likelihood(what, a) ||
				(a < b ? -1 : 1),
		);
}

const isCandidate = {
	log: (file: string) => !isOurOwn(file) && !isBenignQueriesFile(file) && /quer|question|log|history|trace|run|span/i.test(nameOf(file)),
	benign: (file: string) => labelledTextsKind(file) === 'query' || /benign.*\.jsonl$/i.test(nameOf(file)),
	store: (file: string) => /\.jsonl$/i.test(file) && labelledTextsKind(file) === null && !/\blog\b|quer/i.test(nameOf(file)),
} as const;

/** Sidecars, profiles and other files that the product writes beside a user's. */
function isOurOwn(file: string): boolean {
	return /\.rag-assay|package(-lock)?\.json$|tsconfig|settings\.json$/i.test(file);
}

function likelihood(what: 'log' | 'benign' | 'store', file: string): number {
	const name = nameOf(file);
	switch (what) {
		case 'log':
			return (/log/i.test(name) ? 2 : 0) + (/\.jsonl$/i.test(name) ? 1 : 0) - (/benign/i.test(name) ? 2 : 0);
		case 'benign':
			return (isBenignQueriesFile(file) ? 1 : 0) + (/benign/i.test(name) ? 1 : 0);
		case 'store':
			return /doc|corpus|memor|knowledge|chunk/i.test(name) ? 1 : 0;
	}
}

function nameOf(file: string): string {
	return file.slice(folderOf(file).length + 1);
}

function folderOf(file: string): string {
	return file.slice(0, Math.max(0, file.lastIndexOf('/'), file.lastIndexOf('\\')));
}
