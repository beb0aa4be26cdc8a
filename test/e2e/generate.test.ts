import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from './harness/until.ts';

const file = 'no-response.rag.md';

describe('generating a response', { timeout: 120_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace') });
	const text = () => s.server.host.run(({ vscode }) => vscode.window.activeTextEditor!.document.getText());

	test('it is streamed into the editor, analysed, and undone in one step', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'no-response');
		await s.vs.page.waitForTimeout(300);
		await s.vs.screenshot('no-response');
		const before = await text();
		// Counts the edits from here on: an answer that is streamed comes in several.
		await s.server.host.run(({ vscode }) => {
			const counted = { edits: 0 };
			Object.assign(globalThis, { ragAssayE2eEdits: counted });
			vscode.workspace.onDidChangeTextDocument(({ contentChanges }) => { if (contentChanges.length > 0) counted.edits++; });
		});
		await s.vs.editor.click('Query');
		await s.vs.command('RAG Assay: Generate Response');
		await analysis(s.server, file, 'done', 60_000);
		const after = await text();
		const edits = await s.server.host.run(() => (globalThis as unknown as { ragAssayE2eEdits: { edits: number } }).ragAssayE2eEdits.edits);
		assert.ok(edits >= 2, `${edits} edits`);
		assert.match(after, /\n## Response\n\n\S/);
		assert.ok(after.startsWith(before.trimEnd()), 'what was there has stayed');
		assert.match(after, /Carmen Yilmaz/);
		await heatmapOf(s.server, file);
		await s.vs.screenshot('generated');
		await s.vs.editor.click('Query');
		await s.vs.page.keyboard.press('Control+Z');
		await until(async () => (await text()) === before, 'one undo to take it all back');
	});
});
