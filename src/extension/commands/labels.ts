import * as vscode from 'vscode';
import { labelWords } from '../../formats/label-classes.ts';
import { isSameSubject } from '../../formats/subject.ts';
import { GetLabels, SetLabel, type LabelName, type LabeledSentenceRow } from '../../protocol/labels.ts';
import { Row } from '../vscode/list-view.ts';
import { rangeOf } from '../heatmap/painting.ts';
import { allLabeledText } from '../labels/label-text.ts';
import { responseDocument } from '../vscode/documents.ts';
import type { Session } from '../session.ts';
import { activeTrace, type Command } from './command.ts';
import { oneLineOf } from '../../wording/phrases.ts';
import { showInformationMessage } from '../vscode/messages.ts';

/** Milliseconds that the status bar says what was done. */
const messageTime = 4000;

/** Keys and buttons of the queue's view say that its sentence is meant; elsewhere the cursor says which. */
function isAboutQueue(argument: unknown): boolean {
	return argument instanceof Row || (typeof argument === 'object' && argument !== null && 'queue' in argument && argument.queue === true);
}

interface Place {
	readonly uri: string;
	readonly who: string;
	readonly sentence: LabeledSentenceRow;
}

/** The sentence at the cursor, or undefined after saying what to do. */
async function sentenceAtCursor(session: Session): Promise<Place | undefined> {
	const editor = activeTrace(session);
	if (editor === undefined) return undefined;
	const document = responseDocument(editor.document.uri);
	const labels =
		document.toString() === editor.document.uri.toString() ? await session.runner.ask(GetLabels, { uri: document.toString() }) : null;
	const { active } = editor.selection;
	// At a place where two meet, the one that begins there.
	const sentence = labels?.sentences.findLast(({ range }) => rangeOf(range).contains(active));
	if (labels !== null && labels !== undefined && sentence !== undefined) return { uri: labels.uri, who: labels.who, sentence };
	void showInformationMessage('Put the cursor into a sentence of the response first.');
	return undefined;
}

async function label(session: Session, argument: unknown, as: LabelName | null): Promise<void> {
	const { labeling, runner } = session;
	if (isAboutQueue(argument) && as !== null) return labeling.label(as);
	const place = await sentenceAtCursor(session);
	if (place === undefined) return;
	const {
		uri,
		sentence: { subject, textSha256, text, own },
	} = place;
	if (as === null && own === null) {
		await showInformationMessage('You have not labeled this sentence.');
		return;
	}
	await runner.ask(SetLabel, { uri, subject, textSha256, label: as });
	vscode.window.setStatusBarMessage(
		`${as === null ? 'Label removed' : `Marked as ${labelWords(as)}`}: ${oneLineOf(text, 48)}`,
		messageTime,
	);
	const { current } = labeling;
	if (as !== null && current !== null && isSameSubject(current.subject, subject) && current.textSha256 === textSha256)
		await labeling.advance(false);
}

export const labelGrounded: Command = (session, argument) => label(session, argument, 'grounded');
export const labelNotGrounded: Command = (session, argument) => label(session, argument, 'ungrounded');
export const removeLabel: Command = (session, argument) => label(session, argument, null);

/** A word on why, beside the person's own label. */
export const noteOnLabel: Command = async (session) => {
	const place = await sentenceAtCursor(session);
	if (place === undefined) return;
	const {
		uri,
		who,
		sentence: { subject, textSha256, own, labels },
	} = place;
	if (own === null) {
		await showInformationMessage('Label the sentence first. The note belongs to the label.');
		return;
	}
	const note = await vscode.window.showInputBox({
		title: 'Note on the label',
		prompt: 'It is saved in the sidecar, and others can read it there.',
		value: labels.find((said) => said.who === who)?.note ?? '',
	});
	if (note !== undefined) await session.runner.ask(SetLabel, { uri, subject, textSha256, label: own, note });
};

export const undoLabel: Command = async ({ labeling }) => {
	const undone = await labeling.undo();
	if (undone === undefined || undone === null) await showInformationMessage('There is no label to undo.');
	else
		vscode.window.setStatusBarMessage(
			undone.label === null ? 'Label undone' : `Labeled as before: ${labelWords(undone.label)}`,
			messageTime,
		);
};

/** Opens the queue, or shows its sentence again, with the keyboard in its view. */
export const labelNext: Command = async ({ labeling }) => {
	if (vscode.workspace.workspaceFolders === undefined) {
		await showInformationMessage('Open a folder with traces first.');
		return;
	}
	const { current, sentences } = await labeling.start();
	await vscode.commands.executeCommand('ragAssay.labels.focus');
	if (current === null)
		await showInformationMessage(sentences === 0 ? 'There is no response to label in this workspace.' : `${allLabeledText(sentences)}.`);
};

export const skipLabel: Command = ({ labeling }) => labeling.advance(true);
