import * as vscode from 'vscode';
import { privateOriginalFile } from '../../review/review-file.ts';
import { reviewFormats, type ReviewFormat } from '../../review/export.ts';
import { responseDocument } from '../vscode/documents.ts';
import { activeTrace, type Command } from './command.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** Reviews the answer of the active trace, or of the one that a view hands over. */
export const reviewRedactions: Command = async (session, given) => {
	const uri = uriOf(given) ?? activeTrace(session)?.document.uri;
	if (uri !== undefined) await session.review.show({ kind: 'trace', uri: responseDocument(uri).toString() });
};

/** Reviews a private answer; a second argument is the file of its private original, `null` for none. */
export const reviewRelease: Command = async ({ review }, given, original) => {
	const uri = uriOf(given) ?? (await pickRelease());
	if (uri === undefined) return;
	const beside = original === null ? null : (uriOf(original) ?? (await askForOriginal(uri)));
	if (beside !== undefined) await review.show({ kind: 'release', file: uri.fsPath, original: beside?.fsPath ?? null });
};

/** Exports what the panel shows. */
export const exportReview: Command = async ({ review }, given) => {
	if (!review.isOpen) {
		await showInformationMessage('Open a redaction review first: "RAG Assay: Review Redactions".');
		return;
	}
	const format = reviewFormats.find((one) => one === given) ?? (await pickFormat());
	if (format !== undefined) await review.export(format);
};

const formatNames: Readonly<Record<ReviewFormat, string>> = { text: 'Text', markdown: 'Markdown', json: 'JSON' };

async function pickFormat(): Promise<ReviewFormat | undefined> {
	const picked = await vscode.window.showQuickPick(
		reviewFormats.map((format) => ({ label: formatNames[format], format })),
		{ placeHolder: 'How should the reviewed text be written?' },
	);
	return picked?.format;
}

async function pickRelease(): Promise<vscode.Uri | undefined> {
	const picked = await vscode.window.showOpenDialog({ title: 'Review a Release', openLabel: 'Review', filters: { Release: ['json'] } });
	return picked?.[0];
}

/** Where a private original lies beside the release, whether it is to be shown: that costs what edits are worth. `undefined`: the question was left. */
async function askForOriginal(release: vscode.Uri): Promise<vscode.Uri | null | undefined> {
	const file = vscode.Uri.file(privateOriginalFile(release.fsPath));
	const isThere = await vscode.workspace.fs.stat(file).then(
		() => true,
		() => false,
	);
	if (!isThere) return null;
	const picked = await vscode.window.showQuickPick(
		[
			{
				label: 'Without the private original',
				detail: 'You can edit and redact the release, and it keeps its guarantee.',
				original: null,
			},
			{
				label: 'With the private original beside it',
				detail: 'The guarantee then covers only the text as it was released. Any edit ends it.',
				original: file,
			},
		],
		{ placeHolder: 'There is a private original beside this release. Show it?' },
	);
	return picked?.original;
}

function uriOf(given: unknown): vscode.Uri | undefined {
	if (given instanceof vscode.Uri) return given;
	return typeof given === 'object' && given !== null && 'uri' in given && given.uri instanceof vscode.Uri ? given.uri : undefined;
}
