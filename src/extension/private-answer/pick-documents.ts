import * as vscode from 'vscode';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { readPromptResponse } from '../../formats/prompt-response.ts';
import { readRagMarkdown } from '../../formats/rag-md.ts';
import { noDocumentOf, ownFile, ownText } from '../../formats/product-files.ts';
import { traceName } from '../../formats/file-names.ts';
import type { Trace } from '../../formats/trace.ts';
import { plural } from '../../wording/phrases.ts';
import { traceFileAt } from '../vscode/workspace-text.ts';
import { isKnownForeign } from '../foreign/foreign-documents.ts';
import { mayBeOurs, siblingOf } from '../vscode/documents.ts';

/** What a private answer is made from. */
export interface PickedDocuments {
	readonly query: string | undefined;
	readonly system: string | undefined;
	readonly documents: readonly { readonly id: string; readonly text: string }[];
	/** Folder that the documents lie in, where they are files of one. */
	readonly folder: string | undefined;
}

/** Most documents of one answer, and most bytes of one of them: what a retriever hands on, and no archive. */
const maxDocuments = 64;
const maxBytes = 2 ** 20;

const source = { trace: 'trace', files: 'files', folder: 'folder' } as const;
type Source = keyof typeof source;

/** Asks where the documents come from, and reads them; `undefined` when the person thinks better of it. @throws {UserError} RA918, RA926, RA927. */
export async function pickDocuments(editor: vscode.TextEditor | undefined): Promise<PickedDocuments | undefined> {
	const trace = editor === undefined ? undefined : await openTrace(editor.document);
	const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { readonly source: Source }>(
		[
			...(trace === undefined || trace.contexts.length === 0
				? []
				: [
						{
							source: source.trace,
							label: `The open trace: ${trace.id}`,
							detail: `Its query and its ${plural(trace.contexts.length, 'context')}.`,
						},
					]),
			{ source: source.files, label: 'Files…', detail: 'Each file is one document: text or Markdown.' },
			{ source: source.folder, label: 'A folder…', detail: 'Each .md and .txt file in it is one document.' },
		],
		{ title: 'Generate Private Answer: documents', placeHolder: 'Which documents should the answer come from?' },
	);
	switch (picked?.source) {
		case undefined:
			return undefined;
		case 'trace':
			return trace === undefined ? undefined : ofTrace(trace, editor?.document.uri);
		case 'files':
			return pickFiles();
		case 'folder':
			return pickFolder();
	}
}

function ofTrace(trace: Trace, uri: vscode.Uri | undefined): PickedDocuments {
	return {
		query: trace.query.text,
		system: trace.system?.text,
		documents: trace.contexts.map(({ id, text }) => ({ id, text: text.text })),
		folder: uri?.scheme === 'file' ? vscode.Uri.joinPath(uri, '..').fsPath : undefined,
	};
}

async function openTrace(document: vscode.TextDocument): Promise<Trace | undefined> {
	if (!mayBeOurs(document) || isKnownForeign(document)) return undefined;
	const kind = traceFileAt(document.uri.path)?.kind;
	const name = traceName(document.uri.path);
	const of = (one: vscode.TextDocument) => ({ document: one.uri.toString(), text: one.getText() });
	if (kind !== 'prompt' && kind !== 'response') return readRagMarkdown(document.uri.toString(), document.getText(), name).traces[0];
	const uri = siblingOf(document.uri);
	if (uri === undefined) return undefined;
	const sibling = await vscode.workspace.openTextDocument(uri);
	const [prompt, response] = kind === 'prompt' ? [document, sibling] : [sibling, document];
	return readPromptResponse(of(prompt), of(response), name).traces[0];
}

async function pickFiles(): Promise<PickedDocuments | undefined> {
	const uris = await vscode.window.showOpenDialog({
		title: 'Documents to answer from',
		openLabel: 'Answer from These',
		canSelectMany: true,
		filters: { Text: ['md', 'txt'], 'All files': ['*'] },
	});
	const [first] = uris ?? [];
	if (uris === undefined || first === undefined) return undefined;
	return read(uris, vscode.Uri.joinPath(first, '..'));
}

async function pickFolder(): Promise<PickedDocuments | undefined> {
	const [folder] =
		(await vscode.window.showOpenDialog({
			title: 'Folder of documents to answer from',
			openLabel: 'Answer from These',
			canSelectFiles: false,
			canSelectFolders: true,
		})) ?? [];
	if (folder === undefined) return undefined;
	const names = (await vscode.workspace.fs.readDirectory(folder)).flatMap(([name, type]) =>
		type === vscode.FileType.File && /\.(?:md|txt)$/i.test(name) && ownFile(name) === null ? [name] : [],
	);
	return read(
		names.toSorted().map((name) => vscode.Uri.joinPath(folder, name)),
		folder,
	);
}

async function read(uris: readonly vscode.Uri[], folder: vscode.Uri): Promise<PickedDocuments> {
	if (uris.length === 0 || uris.length > maxDocuments)
		throw new UserError(
			errorNumbers.documentCount,
			`There ${uris.length === 1 ? 'is' : 'are'} ${plural(uris.length, 'document')} there, and an answer takes from 1 to ${maxDocuments}.`,
			{ place: { file: folder.fsPath }, hint: 'Pick the documents that a retriever would return for the question.' },
		);
	const documents = await Promise.all(uris.map(async (uri) => ({ id: vscode.workspace.asRelativePath(uri), text: await textOf(uri) })));
	return { query: undefined, system: undefined, documents, folder: folder.fsPath };
}

async function textOf(uri: vscode.Uri): Promise<string> {
	const unusable = (why: string, cause?: unknown): UserError =>
		new UserError(errorNumbers.unusableDocument, `This document cannot be used: ${why}.`, {
			place: { file: uri.fsPath },
			hint: 'Pick text or Markdown files in UTF-8 of at most 1 MiB.',
			...(cause === undefined ? {} : { cause }),
		});
	const named = ownFile(uri.path);
	if (named !== null) throw noDocumentOf(uri.fsPath, named);
	const { type, size } = await vscode.workspace.fs.stat(uri);
	if ((type & vscode.FileType.File) === 0) throw unusable('it is not a file');
	if (size > maxBytes) throw unusable('it is larger than 1 MiB');
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(await vscode.workspace.fs.readFile(uri));
	} catch (cause) {
		if (cause instanceof TypeError) throw unusable('it is not UTF-8 text', cause);
		throw cause;
	}
	const own = ownText(text);
	if (own !== null) throw noDocumentOf(uri.fsPath, own);
	return text;
}
