import * as vscode from 'vscode';
import { commands } from '../protocol/commands.ts';
import type { HoverActions } from '../protocol/requests.ts';
import type { Result } from '../protocol/rpc.ts';
import { markdownText } from './explain-text.ts';

type Action = Result<typeof HoverActions>[number];

/** Commands that a link in a hover may run. */
const enabledCommands = [
	commands.ignoreFinding,
	commands.unignoreFinding,
	commands.setLabel,
	commands.showWhy,
	commands.openTokenInspector,
] as const;

/** What can be done about a place, as one line of links. No text of a model is in it, and only our own commands run. */
function actionLinks(actions: readonly Action[]): vscode.MarkdownString {
	const links = new vscode.MarkdownString(actions.map((action) => `[${markdownText(action.title)}](${targetOf(action)})`).join(' \u00b7 '));
	links.isTrusted = { enabledCommands };
	return links;
}

function targetOf(action: Action): string {
	if (action.kind === 'command') return `command:${action.command}?${encodeURIComponent(JSON.stringify([action.argument]))}`;
	const [line, character, lastLine, lastCharacter] = action.range;
	return vscode.Uri.parse(action.uri)
		.with({ fragment: `L${line + 1},${character + 1}-L${lastLine + 1},${lastCharacter + 1}` })
		.toString();
}

/** Puts links between what a hover says and its numbers. */
export function withActions({ contents, range }: vscode.Hover, actions: readonly Action[]): vscode.Hover {
	if (actions.length === 0) return new vscode.Hover(contents, range);
	const [verdict, ...numbers] = contents;
	return new vscode.Hover([...(verdict === undefined ? [] : [verdict]), actionLinks(actions), ...numbers], range);
}
