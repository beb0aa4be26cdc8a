import * as z from 'zod';
import { labeledTextsKind } from '../../formats/labeled-texts.ts';
import { isBenignQueriesFile } from '../../formats/queries/logged-query.ts';

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
	benign: (file: string) => labeledTextsKind(file) === 'query' || /benign.*\.jsonl$/i.test(nameOf(file)),
	store: (file: string) => /\.jsonl$/i.test(file) && labeledTextsKind(file) === null && !/\blog\b|quer/i.test(nameOf(file)),
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

/** What this workspace screens, kept between two runs of VS Code. Paths and addresses. */
const kept = z.object({ log: z.string().nullable(), store: z.string().nullable(), benign: z.string().nullable() });
export type ScreeningChoice = z.infer<typeof kept>;

const key = 'ragAssay.queryScreening.choice';

/** VS Code's memory of a workspace, as far as it is needed. */
interface Memory {
	get(key: string): unknown;
	update(key: string, value: unknown): PromiseLike<void>;
}

/** The log, the store and the benign queries that were chosen last in this workspace. */
export class KnownChoice {
	readonly #memory: Memory;
	#kept: ScreeningChoice;

	constructor(memory: Memory) {
		this.#memory = memory;
		// Another version may have left it.
		this.#kept = kept.safeParse(memory.get(key)).data ?? { log: null, store: null, benign: null };
	}

	get choice(): ScreeningChoice {
		return this.#kept;
	}

	async choose(choice: Partial<ScreeningChoice>): Promise<void> {
		this.#kept = { ...this.#kept, ...choice };
		await this.#memory.update(key, this.#kept);
	}
}

/** Documents that may be query logs, for VS Code to hand to the runner, which knows them by their whole paths. @param logs files of the settings */
export function queryLogGlobs(logs: readonly string[]): string[] {
	const names = new Set(logs.map((log) => log.split(/[\\/]/).at(-1) ?? ''));
	return ['**/*.queries.jsonl', ...[...names].map((name) => `**/${name.replaceAll(/[*?[{]/g, '[$&]')}`)];
}
