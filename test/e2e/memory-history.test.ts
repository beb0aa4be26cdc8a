import assert from 'node:assert/strict';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { emptyFolder } from './harness/own-folder.ts';
import { session } from './harness/session.ts';
import { until } from '../support/until.ts';
import { screenshots } from './harness/workbench.ts';

const root = join(import.meta.dirname, '../..');

/** The example's memory and what was asked of it. */
function workspaceIn(folder: string): string {
	const workspace = join(folder, 'assistant');
	mkdirSync(workspace);
	cpSync(join(root, 'examples/memory/assistant.jsonl'), join(workspace, 'assistant-memory.jsonl'));
	cpSync(join(root, 'examples/memory/history.jsonl'), join(workspace, 'history.jsonl'));
	return workspace;
}

mkdirSync(join(screenshots, 'docs'), { recursive: true });

describe('memory with a query history', { timeout: 300_000 }, () => {
	const folder = emptyFolder('memory');
	const s = session({
		workspace: workspaceIn(folder),
		size: { width: 1400, height: 900 },
		settings: { 'ragAssay.memory.history': 'history.jsonl', 'ragAssay.dataDirectory': join(folder, 'data') },
	});
	const view = () => s.vs.page.locator('.pane:has(.pane-header[aria-label^="Memory"])');
	const viewRows = async () => (await view().locator('.monaco-list-row').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').trim());

	test('an entry that only nearness tells is flagged; its hover has the score, the threshold and the query', async () => {
		await s.vs.open('assistant-memory.jsonl');
		await until(
			async () => (await s.vs.problems()).some((row) => /Unusually close to what users ask/.test(row)),
			'the finding in Problems',
		);
		const words = await s.vs.editor.hover('What do I owe Velorim', 0, /Unusually close/);
		assert.match(words, /nearest query "What do I owe Velorim this month\?" at 0\.\d\d; score 0\.\d\d, threshold 0\.\d\d/);
		assert.doesNotMatch(words, /Only rules judged/);
		await s.vs.page.waitForTimeout(300); // it fades in
		await s.vs.screenshot('docs/memory-flagged');
		await s.vs.editor.dismissHover();
	});

	test('the view says what judged: the history and its size, drift with a window, and what the embedder cannot see', async () => {
		await s.vs.view('Memory');
		const store = view().locator('.monaco-list-row', { hasText: 'assistant-memory.jsonl' });
		await store.waitFor();
		await store.click();
		await s.vs.page.keyboard.press('ArrowRight');
		const rows = await until(async () => {
			const found = (await viewRows()).join('\n');
			return /History: 49 queries from history\.jsonl/.test(found) && found;
		}, 'the history in the view');
		assert.match(rows, /4 of 44 flagged/);
		assert.match(rows, /[Dd]rift/);
		await s.vs.screenshot('memory-history-view');
		await s.vs.theme('Light Modern');
		await s.vs.screenshot('memory-history-view-light');
		await s.vs.theme('Dark Modern');
	});
});
