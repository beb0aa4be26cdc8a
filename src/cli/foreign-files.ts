import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describeError, type UserError } from '../errors.ts';
import { fileKinds } from '../files/file-kind.ts';
import { readHead, readText } from '../files/read-file.ts';
import { mayBeForeign } from '../formats/foreign/foreign-names.ts';
import { keptMapping } from '../formats/foreign/kept-mappings.ts';
import { recognizeForeign } from '../formats/foreign/registry.ts';
import type { RowMapping } from '../formats/foreign/row-mapping.ts';
import { plural } from '../wording/phrases.ts';
import { readNamed } from './named-path.ts';

/** Bytes at the beginning of a file by which its format is recognized. */
const headBytes = 2 ** 18;
/** Names of files that a sentence lists. */
const listedNames = 4;

/** What a folder holds of other tools' files. */
export interface ForeignFiles {
	/** Files of known formats in the folder itself. */
	readonly files: readonly string[];
	/** What is not read, and why: a sentence for each reason. */
	readonly passedOver: readonly string[];
}

/**
 * Looks at the JSON and CSV files of a folder. As with data sets, only those in the folder itself are read: thousands of answers further below are
 * analyzed when somebody names them. Hidden folders and `node_modules` are not looked at, links to folders are not followed.
 */
export async function foreignFiles(folder: string, mapping?: RowMapping): Promise<ForeignFiles> {
	const files: string[] = [];
	const below = new Map<string, string[]>();
	const unknown: string[] = [];
	const broken = new Map<string, { readonly why: UserError; readonly isRead: boolean }>();
	for (const { path, direct } of candidates(folder, true)) {
		// oxlint-disable-next-line no-await-in-loop -- a disk is read in order
		const head = await readHead(path, headBytes, fileKinds.named);
		const text = head?.toString('utf8') ?? '';
		// oxlint-disable-next-line no-await-in-loop -- as above
		const { mapping: kept, broken: why } =
			mapping === undefined ? await keptMapping(path, (beside) => readText(beside, fileKinds.mappings)) : { mapping };
		if (why !== undefined) broken.set(dirname(path), { why, isRead: direct });
		const format =
			recognizeForeign({ document: path, text }) ?? (kept === undefined ? null : recognizeForeign({ document: path, text }, kept));
		if (format === null) unknown.push(relative(folder, path));
		else if (direct) files.push(path);
		else below.set(format, [...(below.get(format) ?? []), relative(folder, path)]);
	}
	// Who reads a file of the folder itself says what is wrong with its list.
	const unsaid = [...broken.values()].filter(({ isRead }) => !isRead || files.length === 0);
	return {
		files,
		passedOver: [
			...unsaid.map(({ why }) => describeError(why)),
			...[...below].map(
				([format, names]) =>
					`Not read: ${plural(names.length, 'file')} in subfolders ${names.length === 1 ? 'looks' : 'look'} like ${format} (${listed(names)}). Name a file, or its folder, to analyze it.`,
			),
			...(unknown.length === 0
				? []
				: [`Not read: ${plural(unknown.length, 'file')} of JSON or CSV in no known format of traces (${listed(unknown)}).`]),
		],
	};
}

function listed(names: readonly string[]): string {
	const shown = names.slice(0, listedNames).join(', ');
	return names.length > listedNames ? `${shown} and ${names.length - listedNames} more` : shown;
}

function* candidates(folder: string, direct: boolean): Generator<{ readonly path: string; readonly direct: boolean }> {
	const entries = readNamed(folder, () => readdirSync(folder, { withFileTypes: true }));
	for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
		const path = join(folder, entry.name);
		if (entry.name.startsWith('.')) continue;
		if (entry.isDirectory() && entry.name !== 'node_modules') yield* candidates(path, false);
		else if (entry.isFile() && mayBeForeign(path)) yield { path, direct };
	}
}
