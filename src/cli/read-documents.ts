import { readdirSync, realpathSync, type Dirent } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { fileKinds } from '../files/file-kind.ts';
import { requireText } from '../files/read-file.ts';
import { readJsonLines } from '../formats/json-lines.ts';
import { noDocumentOf, ownFile, ownText } from '../formats/product-files.ts';
import { problemError, readNamedTraces } from '../formats/read-traces.ts';
import { listInWords, plural } from '../wording/phrases.ts';
import { readNamed, statNamed } from './named-path.ts';

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
 * What the product itself has written is no document: in a folder its names are passed over.
 * @throws UserError RA701 for a path that is not there or a link that leads nowhere, RA506 for one that cannot be read, RA915 for what holds no document, RA918 for what the product has written, and the errors of the formats.
 */
export async function readDocuments(paths: readonly string[]): Promise<NamedDocument[]> {
	const documents: NamedDocument[] = [];
	const known = new Set<string>();
	for (const file of paths.flatMap(filesOf)) {
		// However it is named, through a link say, it is read once.
		const real = readNamed(file, () => realpathSync(file));
		if (known.has(real)) continue;
		known.add(real);
		documents.push(...(await documentsOf(file)));
	}
	return documents;
}

/**
 * The first `wanted` of the documents that `--docs` names; `undefined`: all of them.
 * @throws UserError RA709 where there are fewer: who asked for so many would pay for something else.
 */
export function firstOf(documents: readonly NamedDocument[], wanted: number | undefined): NamedDocument[] {
	if (wanted !== undefined && wanted > documents.length)
		throw new UserError(
			errorNumbers.tooFewDocumentsNamed,
			`--documents asks for ${plural(wanted, 'document')}, and --docs names ${documents.length.toLocaleString('en')}.`,
			{ hint: 'Name more with --docs, or ask for fewer.' },
		);
	return documents.slice(0, wanted);
}

/** What lies in the folders that arguments name and is no document: a sentence for each folder that has some. Hidden entries are nobody's documents. */
export function passedOver(paths: readonly string[]): string[] {
	return [...new Set(paths)].flatMap((path) => {
		if (!statNamed(path).isDirectory()) return [];
		const others = entriesOf(path).filter((entry) => !isDocument(entry) && !entry.name.startsWith('.'));
		const folders = others.filter((entry) => entry.isDirectory()).length;
		const own = others.filter((entry) => !entry.isDirectory() && ownFile(entry.name) !== null).length;
		const links = others.filter((entry) => entry.isSymbolicLink() && ownFile(entry.name) === null).length;
		const files = others.length - folders - own - links;
		if (others.length === 0) return [];
		const what = [
			...(folders === 0 ? [] : [plural(folders, 'subfolder')]),
			...(own === 0 ? [] : [plural(own, 'file that RAG Assay has written', 'files that RAG Assay has written')]),
			...(links === 0 ? [] : [plural(links, 'link')]),
			...(files === 0 ? [] : [plural(files, 'file of another kind', 'files of other kinds')]),
		];
		const advice = [
			...(folders === 0 ? [] : [' To read files in subfolders, name the subfolders, too.']),
			...(links === 0 ? [] : [` ${linkAdvice}`]),
		];
		return [`Not read of ${path}: ${listInWords(what)}.${advice.join('')}`];
	});
}

/** A folder's links may lead into the documents of another corpus, whose budget would not pay. */
const linkAdvice = 'RAG Assay does not read a link in a folder. Name the file or folder that it leads to.';

function entriesOf(folder: string): Dirent[] {
	return readNamed(folder, () => readdirSync(folder, { withFileTypes: true }));
}

function isDocument(entry: Dirent): boolean {
	return entry.isFile() && ends.some((end) => entry.name.endsWith(end)) && ownFile(entry.name) === null;
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

/**
 * The folder that holds all that was named: the corpus, unless another is named. A file or folder lies where its links lead, so that links to documents are no new
 * corpus, with another budget. @throws UserError RA701 for a path that is not there or a link that leads nowhere, RA506 for one that cannot be read.
 */
export function corpusOf(paths: readonly string[]): string {
	const folders = paths.map((path) => {
		const isFolder = statNamed(path).isDirectory();
		const real = readNamed(path, () => realpathSync(path));
		return isFolder ? real : dirname(real);
	});
	let common = folders[0] ?? resolve('.');
	const holds = (folder: string): boolean => folders.every((one) => one === folder || one.startsWith(join(folder, '/')));
	while (!holds(common) && dirname(common) !== common) common = dirname(common);
	return common;
}

function filesOf(path: string): string[] {
	if (!statNamed(path).isDirectory()) return [path];
	const entries = entriesOf(path);
	const found = entries
		.filter(isDocument)
		.map(({ name }) => join(path, name))
		.toSorted();
	if (found.length === 0) throw noDocument(path, entries.filter((entry) => entry.isSymbolicLink()).length);
	return found;
}

async function documentsOf(file: string): Promise<NamedDocument[]> {
	const named = ownFile(file) ?? ownFile(readNamed(file, () => realpathSync(file)));
	if (named !== null) throw noDocumentOf(file, named);
	const text = await requireText(file, fileKinds.documents);
	const own = ownText(text);
	if (own !== null) throw noDocumentOf(file, own);
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

function noDocument(file: string, links = 0): UserError {
	if (links > 0)
		return new UserError(errorNumbers.noDocumentInFile, `There is no document in it, only ${plural(links, 'link')}.`, {
			place: { file },
			hint: linkAdvice,
		});
	return new UserError(errorNumbers.noDocumentInFile, 'There is no document in it.', {
		place: { file },
		hint: 'Expected *.md or *.txt files, JSON Lines with `text` or `page_content`, or a *.rag.md with contexts.',
	});
}
