import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';

const file = 'cut.rag.md';
const contexts = Array.from(
	{ length: 40 },
	(_, i) => `## Context note-${i}\n\nOtto Crovda handled the case of Clara Cohen, and note ${i} says so.`,
).join('\n\n');
/** Longer than what the contexts leave of the demo model's window. */
const response = Array.from({ length: 30 }, (_, i) => `Sentence ${i} of the answer names Clara Cohen and Otto Crovda.`).join(' ');

describe('a trace that is too long for the model', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(import.meta.dirname, 'workspace') });
	/** Lines in view with the words that stand beside their text; the editor draws spaces of another kind. */
	const lines = async (): Promise<string[]> =>
		(await s.vs.page.locator('.view-line').allInnerTexts()).map((line) => line.replaceAll('\u00a0', ' '));

	test('says so in the status bar, at the heads of contexts that were not read, and in hovers', async () => {
		writeFileSync(
			join(s.server.workspace, file),
			`---\nid: cut\n---\n\n## Query\n\nWho handled the case of Clara Cohen?\n\n## Response\n\n${response}\n\n${contexts}\n`,
		);
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await heatmapOf(s.server, file, 'suspicion');
		await until(async () => (await s.vs.editor.marks()).some(({ content }) => content.includes('of the response')), 'what contexts gave');
		await until(async () => (await s.vs.status('analysis')).endsWith(', trace cut'), 'the status bar to say so');
		const hover = await s.vs.editor.hover('Sentence');
		assert.match(hover, /Read without \d+ of 40 contexts.*: there was no room for more in the model’s context window of \d+ tokens\./);
		await s.vs.editor.dismissHover();
		await until(
			async () => (await lines()).some((line) => line.includes('not scored from here: context window full')),
			'the place where scoring ends',
		);
		assert.ok((await s.vs.page.locator('.view-line .squiggly-inline-unnecessary').count()) > 0, 'what was not scored is faded');
		await s.vs.screenshot('cut-response');
		await s.vs.editor.click('## Response');
		await s.vs.page.keyboard.press('Control+End');
		await until(async () => {
			const found = (await lines()).filter((line) => line.includes('Context'));
			return found.length > 3 && found.every((line) => /not read: context window full/.test(line));
		}, 'the heads of contexts that were not read');
		assert.deepEqual(
			(await s.vs.editor.marks()).filter(({ wholeLine, content }) => wholeLine || /●|of the response/.test(content)),
			[],
			'they have no tint, no dot and no part',
		);
		await s.vs.screenshot('cut-contexts');
	});

	test('with the cursor in what was not scored, the status bar says that', async () => {
		await s.server.host.run(({ vscode }) => {
			const editor = vscode.window.activeTextEditor!;
			const place = editor.document.positionAt(editor.document.getText().indexOf('Sentence 29'));
			editor.selection = new vscode.Selection(place, place);
		});
		await until(async () => (await s.vs.status('origin')).includes('Not scored'), 'the word in the status bar');
	});
});
