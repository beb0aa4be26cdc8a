import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Host, HostTest } from './host-test.ts';

/** The Markdown of the hovers on the first appearance of `text` after the response's head. */
async function hoverOn({ vscode: { commands, MarkdownString } }: Host, document: vscode.TextDocument, text: string): Promise<string> {
	const offset = document.getText().indexOf(text, document.getText().indexOf('## Response'));
	const hovers = await commands.executeCommand<vscode.Hover[]>(
		'vscode.executeHoverProvider',
		document.uri,
		document.positionAt(offset + 1),
	);
	return hovers
		.flatMap(({ contents }) => contents)
		.map((content) => (content instanceof MarkdownString ? content.value : typeof content === 'string' ? content : content.value))
		.join('\n');
}

export const hoverTests: readonly HostTest[] = [
	{
		name: "a token's hover has its numbers and the alternatives on both paths",
		async run(host) {
			const { open } = host;
			const { document } = await open('sample.rag.md');
			const text = await hoverOn(host, document, '39.7');
			for (const part of [
				/probability/i,
				/rank/i,
				/entropy/i,
				/CG [+−][\d.]+ nats/,
				/KL [\d.]+ nats/,
				/with context/,
				/without context/,
				/read by/,
			])
				assert.match(text, part);
			assert.ok(text.split('\n').filter((line) => line.startsWith('|')).length >= 7, `a table with alternatives:\n${text}`);
		},
	},
	{
		name: 'what the model wrote cannot be Markdown, HTML or a link in the hover',
		async run(host) {
			const { open, vscode } = host;
			const { document } = await open('markup.rag.md');
			const response = document.getText().indexOf('The page says');
			const end = document.getText().trimEnd().length;
			const texts = new Set<string>();
			for (let offset = response; offset < end; offset++) {
				const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
					'vscode.executeHoverProvider',
					document.uri,
					document.positionAt(offset),
				);
				for (const content of hovers.flatMap(({ contents }) => contents)) {
					assert.ok(content instanceof vscode.MarkdownString);
					// Our own links may run some of our commands. No text of a model is in them.
					if (typeof content.isTrusted === 'object') {
						assert.ok(content.isTrusted.enabledCommands.every((command) => command.startsWith('ragAssay.')));
						assert.doesNotMatch(content.value, /img|bold|tick|quit/);
						continue;
					}
					assert.ok(!content.isTrusted, "a hover that holds a model's text must not be trusted to run commands");
					assert.ok(!content.supportHtml, 'nor to have HTML');
					texts.add(content.value);
				}
			}
			assert.ok(texts.size > 5, `only ${texts.size} different hovers`);
		},
	},
];
