import * as vscode from 'vscode';
import { plural } from '../../wording/phrases.ts';
import type { LearnFromLabels, QueuedSentence } from '../../protocol/labels.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { Origins, WireError } from '../../protocol/requests.ts';
import { Row } from '../vscode/list-view.ts';
import { sentenceOf } from '../vscode/failure.ts';
import { rangeOf } from '../heatmap/painting.ts';
import { adviceText, failureText, leftOutText, withPlainSpaces, contextText } from './label-text.ts';

/** Contexts that are shown. */
const maxContexts = 5;

/** What menus know the row by. */
const queueRowKind = 'ragAssay.labelSentence';

/** The sentence, and below it the contexts that fed it with the words that did. */
export async function queueRows({ uri, range, text, score, subject }: QueuedSentence, origins: Result<typeof Origins>): Promise<Row[]> {
	const file = vscode.Uri.parse(uri);
	const row = new Row(withPlainSpaces(text).trim(), file, await contextRows(origins));
	row.contextValue = queueRowKind;
	row.description = score === null ? subject.id : `${subject.id} · mean entropy ${score.toFixed(2)}`;
	row.tooltip = text;
	row.iconPath = new vscode.ThemeIcon('comment-unresolved');
	row.command = goTo(file, range);
	return [row];
}

/** What could not be read, or why sentences come without scores. */
export function noteRow(note: string): Row {
	const row = new Row(withPlainSpaces(note));
	row.tooltip = note;
	row.iconPath = new vscode.ThemeIcon('warning');
	return row;
}

/** What the labels have brought, and which of them are not in it. */
export function adviceRows(learned: Result<typeof LearnFromLabels>): Row[] {
	return [adviceRow(learned), ...(learned.failures.length === 0 ? [] : [leftOutRow(learned.failures)])];
}

/** Why nothing can be told of what the labels have brought. */
export function noAdviceRow(error: unknown): Row {
	const name = 'RAG Assay cannot say how much the labels help';
	const row = new Row(name);
	warn(row, name, sentenceOf(error));
	return row;
}

/** With the learning curve's own words as its tooltip. */
function adviceRow(learned: Result<typeof LearnFromLabels>): Row {
	const row = new Row(adviceText(learned));
	row.tooltip = learned.advice;
	row.iconPath = new vscode.ThemeIcon('mortar-board');
	row.accessibilityInformation = { label: learned.advice };
	return row;
}

function leftOutRow(failures: readonly WireError[]): Row {
	const row = new Row(leftOutText(failures.length), undefined, failures.map(failureRow));
	row.iconPath = new vscode.ThemeIcon('warning');
	return row;
}

function failureRow(error: WireError): Row {
	const { name, words } = failureText(error);
	const { place } = error;
	const file = place === undefined ? undefined : vscode.Uri.file(place.file);
	const row = new Row(name, file);
	warn(row, name, words);
	const [line, column] = [(place?.line ?? 1) - 1, (place?.column ?? 1) - 1];
	if (file !== undefined) row.command = goTo(file, [line, column, line, column]);
	return row;
}

function warn(row: Row, name: string, words: string): void {
	row.description = words;
	row.tooltip = words;
	row.iconPath = new vscode.ThemeIcon('warning');
	row.accessibilityInformation = { label: `${name}: ${words}` };
}

async function contextRows(origins: Result<typeof Origins>): Promise<Row[]> {
	const named = (origins?.contexts ?? []).filter(({ words }) => words > 0).slice(0, maxContexts);
	return Promise.all(
		named.map(async ({ id, uri, range, words, index }) => {
			const file = vscode.Uri.parse(uri);
			const document = await vscode.workspace.openTextDocument(file);
			const place = rangeOf(range);
			const begin = document.offsetAt(place.start);
			const lit = (origins?.lit ?? [])
				.filter((word) => word.index === index)
				.map((word): [number, number] => {
					const { start, end } = rangeOf(word.range);
					return [document.offsetAt(start) - begin, document.offsetAt(end) - begin];
				});
			const { label, highlights } = contextText(document.getText(place), lit);
			const row = new Row(label, file);
			row.label = { label, highlights };
			row.description = `${id} · ${plural(words, 'word')} from here`;
			row.tooltip = document.getText(place);
			row.iconPath = new vscode.ThemeIcon('quote');
			row.command = goTo(file, range);
			return row;
		}),
	);
}

/** A click shows the place and leaves the keyboard where it is. */
function goTo(file: vscode.Uri, range: QueuedSentence['range']): vscode.Command {
	return {
		title: 'Show',
		command: 'vscode.open',
		arguments: [file, { selection: rangeOf(range), preserveFocus: true, preview: true } satisfies vscode.TextDocumentShowOptions],
	};
}
