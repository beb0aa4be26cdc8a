import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Release } from '../../formats/release.ts';
import { privateOriginalFile } from '../../review/review-file.ts';
import { asReleaseFile, releaseFileName, takenChoices, takenQuestion, unsavedQuestion } from './release-text.ts';
import { showErrorMessage, showWarningMessage } from '../vscode/messages.ts';

export interface SaveOptions {
	/** Whether the private original is written beside it next (`savePrivateOriginal`): what is there in its place is asked about, too. */
	readonly withOriginal: boolean;
	/** Asked when the dialog was closed: whether it opens once more. */
	readonly again?: () => Promise<boolean>;
}

/**
 * Asks where a release goes until it is written there. Whoever names no place has it as an unsaved document: it has been paid for, and nothing
 * brings it back. What is there already is replaced only where somebody has said so.
 */
export async function saveRelease(
	release: Release,
	folder: string | undefined,
	{ withOriginal, again = async () => false }: SaveOptions,
): Promise<vscode.Uri | undefined> {
	const content = `${JSON.stringify(release, null, '\t')}\n`;
	let target: vscode.Uri | undefined;
	try {
		target = await writtenWhereAsked(release, content, folder, { withOriginal, again });
	} finally {
		if (target === undefined) await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'json', content }));
	}
	return target;
}

/** `undefined`: nobody names a place, or another one after the first could not be written. */
async function writtenWhereAsked(
	release: Release,
	content: string,
	folder: string | undefined,
	{ withOriginal, again }: Required<SaveOptions>,
): Promise<vscode.Uri | undefined> {
	const beside = folder === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.file(folder);
	for (;;) {
		const chosen = await vscode.window.showSaveDialog({
			title: 'Save the Private Answer',
			saveLabel: 'Save',
			filters: { 'Private answer': ['json'] },
			...(beside === undefined ? {} : { defaultUri: vscode.Uri.joinPath(beside, releaseFileName(release.query)) }),
		});
		if (chosen === undefined) {
			if (await again()) continue;
			return undefined;
		}
		const target = chosen.with({ path: asReleaseFile(chosen.path) });
		// The dialog has asked about the name that was written, and about no other.
		const asked = target.path === chosen.path ? [] : [target];
		const taken = await there(withOriginal ? [...asked, vscode.Uri.file(privateOriginalFile(target.fsPath))] : asked);
		if (taken.length > 0) {
			const { message, detail } = takenQuestion(taken);
			const { replace, another } = takenChoices;
			const answer = await showWarningMessage(message, { modal: true, detail }, replace, another);
			if (answer === another) continue;
			if (answer === undefined) {
				if (await again()) continue;
				return undefined;
			}
		}
		try {
			await vscode.workspace.fs.writeFile(target, Buffer.from(content, 'utf8'));
			return target;
		} catch (cause) {
			const { message, detail } = unsavedQuestion(target.fsPath, cause);
			const another = 'Choose Another Place…';
			if ((await showErrorMessage(message, { modal: true, detail }, another)) !== another) return undefined;
		}
	}
}

/** Which of these files are there, as paths. */
async function there(files: readonly vscode.Uri[]): Promise<string[]> {
	const found = await Promise.all(
		files.map((file) =>
			vscode.workspace.fs.stat(file).then(
				() => [file.fsPath],
				// What cannot be looked at cannot be replaced either, which writing says.
				() => [],
			),
		),
	);
	return found.flat();
}

/**
 * Writes what the model says without privacy beside a release, where a review looks for it, for its owner alone; `saveRelease` has asked about what is
 * there. Rejects with RA803.
 */
export async function savePrivateOriginal(original: string, release: vscode.Uri): Promise<vscode.Uri> {
	const file = privateOriginalFile(release.fsPath);
	try {
		// A new file: one that was there may be open to others.
		await rm(file, { force: true });
		await writeFile(file, `${original}\n`, { mode: 0o600, flag: 'wx' });
	} catch (cause) {
		throw new UserError(errorNumbers.unwritableExport, 'This file cannot be written.', {
			place: { file },
			hint: 'Make its folder writable. The private answer itself is saved, and can be reviewed without its private original.',
			cause,
		});
	}
	return vscode.Uri.file(file);
}

/** Says what closing the save dialog costs whoever wanted a review, and offers the dialog again. */
export async function wantsToSaveAfterAll(): Promise<boolean> {
	const save: vscode.MessageItem = { title: 'Save…' };
	const detail =
		'A review needs the private answer as a file. If you do not save it, the answer opens as an unsaved document, and its private original is deleted.';
	return (await showWarningMessage('Save the private answer to review it?', { modal: true, detail }, save)) === save;
}
