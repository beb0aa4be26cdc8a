import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { isFlaggedSentence } from '../../formats/sentence-verdict.ts';
import { isSameSubject } from '../../formats/subject.ts';
import { commands, findingArguments, type FindingArguments } from '../../protocol/commands.ts';
import { isAboutSentence, Sentences } from '../../protocol/requests.ts';
import { DisposableList } from '../vscode/disposables.ts';
import { rangeOf } from '../heatmap/painting.ts';
import type { Session } from '../session.ts';
import {
	sentenceNumbers,
	strongestReason,
	verdictWordsOf,
	whyMarkdown,
	worstTokens,
	boldMarkdown,
	whyResponseMarkdown,
	type Sentence,
} from '../explain-text.ts';
import { responseDocument } from '../vscode/documents.ts';
import { activeTrace, editorOn, type Command } from './command.ts';
import { showInformationMessage } from '../vscode/messages.ts';

const notAnalyzed = 'There are no sentences to show: this response has not been analyzed. Run "RAG Assay: Analyze File" first.';

async function sentencesOf({ runner }: Session, uri: vscode.Uri): Promise<readonly Sentence[]> {
	const sentences = await runner.ask(Sentences, { uri: uri.toString() });
	if (sentences.length === 0) await showInformationMessage(notAnalyzed);
	return sentences;
}

/**
 * What the colors say, as a list: the response's sentences, the worst first. Moving in the list shows the sentence; choosing one goes there.
 * `named`: the document's URI as a string, where a lens names it.
 */
export const listSentences: Command = async (session, named) => {
	const trace = typeof named === 'string' ? vscode.Uri.parse(named) : activeTrace(session)?.document.uri;
	if (trace === undefined) return;
	const uri = responseDocument(trace);
	const sentences = await sentencesOf(session, uri);
	if (sentences.length === 0) return;
	const editor = await editorOn(uri);
	const before = { selection: editor.selection, visible: editor.visibleRanges[0] };
	const held = new DisposableList();
	const pick = held.add(vscode.window.createQuickPick<vscode.QuickPickItem & { sentence: Sentence }>());
	pick.title = 'Sentences of the response, least supported first';
	pick.placeholder = 'Type to filter; Enter goes to the sentence';
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	pick.items = sentences.map((sentence) => ({
		sentence,
		label: `${isFlaggedSentence(sentence.verdict) || sentence.verdict.kind === 'value' ? '$(warning) ' : ''}${sentence.text.replaceAll(/\s+/g, ' ').trim()}`,
		description: verdictWordsOf(sentence),
		detail: [sentenceNumbers(sentence), strongestReason(sentence), worstTokens(sentence)].filter((part) => part !== '').join(' · '),
		buttons: [{ iconPath: new vscode.ThemeIcon('question'), tooltip: 'Show Why' }],
	}));
	const go = (sentence: Sentence): vscode.Range => {
		const range = rangeOf(sentence.range);
		editor.selection = new vscode.Selection(range.start, range.end);
		editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		return range;
	};
	await new Promise<void>((resolve) => {
		let chosen = false;
		const accept = (sentence: Sentence | undefined, why: boolean): void => {
			if (sentence === undefined) return;
			chosen = true;
			const range = go(sentence);
			editor.selection = new vscode.Selection(range.start, range.start);
			pick.hide();
			if (why)
				explain(session, editor, sentence).catch((error: unknown) => {
					session.log.error(`show why: ${String(error)}`);
				});
		};
		held.add(
			pick.onDidChangeActive(([item]) => {
				if (item !== undefined) go(item.sentence);
			}),
		);
		held.add(
			pick.onDidTriggerItemButton(({ item }) => {
				accept(item.sentence, true);
			}),
		);
		held.add(
			pick.onDidAccept(() => {
				accept(pick.activeItems[0]?.sentence, false);
			}),
		);
		held.add(
			pick.onDidHide(() => {
				if (!chosen) {
					editor.selection = before.selection;
					if (before.visible !== undefined) editor.revealRange(before.visible);
				}
				resolve();
			}),
		);
		pick.show();
	});
	held.dispose();
	if (vscode.window.activeTextEditor !== editor) await vscode.window.showTextDocument(editor.document, editor.viewColumn);
};

/** Explains a finding, given as the code action's argument: its sentence, or the response, memory entry or query as a whole; or the sentence at the cursor. */
export const showWhy: Command = async (session, argument) => {
	const finding = findingArguments.safeParse(argument);
	if (finding.success && !isAboutSentence(finding.data)) return explainWhole(session, finding.data);
	const place = finding.success
		? { uri: vscode.Uri.parse(finding.data.uri), position: rangeOf(finding.data.range).start }
		: atCursor(session);
	if (place === undefined) return;
	const document = responseDocument(place.uri);
	const sentences = await sentencesOf(session, document);
	if (sentences.length === 0) return;
	const own = finding.success ? sentences.filter(({ subject }) => isSameSubject(subject, finding.data.subject)) : sentences;
	const sentence = sentenceAt(own, place.position);
	if (sentence === undefined) {
		await showInformationMessage('Put the cursor into a sentence of the response first.');
		return;
	}
	await explain(session, await editorOn(document), sentence);
};

/** A range's end belongs to the next sentence, where one begins there. */
function sentenceAt(sentences: readonly Sentence[], position: vscode.Position): Sentence | undefined {
	const touching = sentences.filter(({ range }) => rangeOf(range).contains(position));
	return touching.find(({ range }) => !rangeOf(range).end.isEqual(position)) ?? touching[0];
}

async function explain({ why }: Session, editor: vscode.TextEditor, sentence: Sentence): Promise<void> {
	await vscode.window.showTextDocument(editor.document, editor.viewColumn);
	await why.show(editor, rangeOf(sentence.range), whyMarkdown(sentence));
}

/** The finding's words are in Problems already. */
async function explainWhole({ why }: Session, { uri: of, subject, code, range: at }: FindingArguments): Promise<void> {
	const editor = await editorOn(vscode.Uri.parse(of));
	const range = rangeOf(at);
	const shown = vscode.languages
		.getDiagnostics(editor.document.uri)
		.find((diagnostic) => diagnostic.code === code && diagnostic.range.isEqual(range));
	if (shown === undefined) {
		await showInformationMessage('This finding is out of date.');
		return;
	}
	await vscode.window.showTextDocument(editor.document, editor.viewColumn);
	await why.show(editor, range, subject.kind === 'trace' ? whyResponseMarkdown(shown.message) : boldMarkdown(shown.message));
}

function atCursor(session: Session): { uri: vscode.Uri; position: vscode.Position } | undefined {
	const trace = activeTrace(session);
	return trace === undefined ? undefined : { uri: trace.document.uri, position: trace.selection.active };
}

type ExecuteCommand = NonNullable<Middleware['executeCommand']>;

/** Says that a finding is ignored, and offers the way back: VS Code cannot undo a change of the sidecar. */
export const executeFindingCommand: ExecuteCommand = async (command, args, next) => {
	const done: unknown = await next(command, args);
	if (command === commands.ignoreFinding) void offerUndo(args);
	return done;
};

async function offerUndo(args: readonly unknown[]): Promise<void> {
	const undo = 'Undo';
	const answer = await showInformationMessage('The finding is ignored. This is recorded beside the trace.', undo);
	if (answer === undo) await vscode.commands.executeCommand(commands.unignoreFinding, ...args);
}
