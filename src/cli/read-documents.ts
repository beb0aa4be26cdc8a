import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { fileKinds } from '../files/file-kind.ts';
import { requireText } from '../files/read-file.ts';
import { readJsonLines } from '../formats/json-lines.ts';
import { problemError, readNamedTraces } from '../formats/read-traces.ts';

/** A document to answer from. */
export interface NamedDocument {
	readonly id: string;
	readonly text: string;
}

/** A line of JSON Lines: `text`, or `page_content` as LangChain has it. */
const documentLine = z.union([
	z.looseObject({ text: z.string(), id: z.string().optional() }),
	z.looseObject({ page_content: z.string(), id: z.string().optional() }),
]);

const ends = ['.md', '.txt', '.jsonl'] as const;

/**
 * The documents that arguments name, in the order of the arguments and, in a folder, of the names: a `*.md` or `*.txt` is one, a line
 * of a `*.jsonl` is one, the contexts of a `*.rag.md` are one each.
 * @throws UserError RA701 for a path that is not there, RA915 for what holds no document, and the errors of the formats.
 */
export async function readDocuments(paths: readonly string[]): Promise<NamedDocument[]> {
	const documents: NamedDocument[] = [];
	const known = new Set<string>();
	for (const file of paths.flatMap(filesOf)) {
		// However it is named, through a link say, it is read once.
		const real = realpathSync(file);
		if (known.has(real)) continue;
		known.add(real);
		documents.push(...(await documentsOf(file)));
	}
	return documents;
}

/** Lines of a file that are not blank: a public list or vocabulary. */
export async function readLines(file: string): Promise<string[]> {
	const text = await requireText(file, fileKinds.documents);
	return [
		...new Set(
			text
				.replace(/^\uFEFF/, '')
				.split(/\r?\n/)
				.map((line) => line.trim()),
		),
	].filter((line) => line !== '');
}

/** The folder that holds all that was named: the corpus, unless another is named. */
export function corpusOf(paths: readonly string[]): string {
	const folders = paths.map((path) => {
		const absolute = resolve(path);
		return statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true ? absolute : dirname(absolute);
	});
	let common = folders[0] ?? resolve('.');
	const holds = (folder: string): boolean => folders.every((one) => one === folder || one.startsWith(join(folder, '/')));
	while (!holds(common) && dirname(common) !== common) common = dirname(common);
	return common;
}

function filesOf(path: string): string[] {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined)
		throw new UserError(errorNumbers.pathNotFound, 'No such file or folder.', {
			place: { file: path },
			hint: 'Check the path; quotes keep the shell from splitting a name with spaces.',
		});
	if (!stats.isDirectory()) return [path];
	const found = readdirSync(path, { withFileTypes: true })
		.filter((entry) => entry.isFile() && ends.some((end) => entry.name.endsWith(end)))
		.map(({ name }) => join(path, name))
		.toSorted();
	if (found.length === 0) throw noDocument(path);
	return found;
}

async function documentsOf(file: string): Promise<NamedDocument[]> {
	const text = await requireText(file, fileKinds.documents);
	if (file.endsWith('.jsonl')) return linesOf(file, text);
	if (!file.endsWith('.rag.md')) return [{ id: basename(file), text: text.replace(/^\uFEFF/, '') }];
	const { traces, problems } = await readNamedTraces(file, text, () => Promise.resolve(undefined));
	const [problem] = problems.filter(({ severity }) => severity !== 'hint');
	const contexts = traces.flatMap((trace) => trace.contexts);
	if (contexts.length === 0) throw problem === undefined ? noDocument(file) : problemError(problem, text);
	return contexts.map((context) => ({ id: context.id, text: context.text.text }));
}

function linesOf(file: string, text: string): NamedDocument[] {
	const { lines, problems } = readJsonLines({ document: file, text }, { schema: documentLine, example: '{"text": "…"}' });
	const [problem] = problems.list();
	if (problem !== undefined) throw problemError(problem, text);
	if (lines.length === 0) throw noDocument(file);
	return lines.map(({ value }, i) => ({
		id: value.id ?? `${basename(file)}:${i + 1}`,
		text: 'text' in value && typeof value.text === 'string' ? value.text : String(value['page_content']),
	}));
}

function noDocument(file: string): UserError {
	return new UserError(errorNumbers.noDocumentInFile, 'There is no document in it.', {
		place: { file },
		hint: 'Expected *.md or *.txt files, JSON Lines with `text` or `page_content`, or a *.rag.md with contexts.',
	});
}
