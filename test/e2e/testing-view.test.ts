/** VS Code's Testing view: the traces of a workspace as tests. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { repository } from './harness/installation.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { session } from './harness/session.ts';

const folder = emptyFolder('testing-view');
const own = 'wrong.rag.md';
const samples = 'ragas-samples.jsonl';
cpSync(join(repository, 'test/unit/formats/foreign/fixtures', samples), join(folder, samples));
const trace = (answer: string): string =>
	`---\nid: wrong\n---\n\n## Query\n\nWhen was it paid?\n\n## Context note-1\n\nThe invoice was paid on 14 March 2024.\n\n## Response\n\n${answer}\n`;
writeFileSync(join(folder, own), trace('The invoice was paid on 15 March 2024.'));
writeFileSync(join(folder, 'waits.rag.md'), trace('').replace(/## Response\n\n\n/, ''));

const contradicted = /\u201c15 March 2024\u201d differs from the contexts, which say \u201c14 March 2024\u201d/;

describe('the Testing view', { timeout: 600_000 }, () => {
	const s = session({ workspace: folder, builtIns: 'all', size: { width: 1280, height: 900 } });
	const rows = () => s.vs.page.locator('.test-explorer .monaco-list-row');
	const row = (text: string | RegExp) => rows().filter({ hasText: text });
	const labels = async (): Promise<string[]> => (await rows().allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
	const state = async (text: string | RegExp): Promise<string> => (await row(text).first().getAttribute('aria-label')) ?? '';

	test('lists the files of the workspace, and the traces of a file of many once it is expanded', async () => {
		await s.vs.command('Testing: Focus on Test Explorer View');
		await row(samples).waitFor();
		assert.deepEqual(
			(await labels()).map((text) => text.replace(/^RAG Assay /, '')),
			[samples, 'waits.rag.md', own],
		);
		await row(samples).click();
		await s.vs.page.keyboard.press('ArrowRight');
		await row('line 1').waitFor();
		await s.vs.screenshot('testing-listed');
	});

	test('a run marks what has findings as failed, and says why the others were skipped', async () => {
		await s.vs.command('Test: Run All Tests');
		await until(async () => /[Ff]ailed/.test(await state(own)), 'the failed trace');
		await until(async () => /[Ss]kipped/.test(await state('waits.rag.md')), 'the skipped trace');
		await until(async () => /[Ff]ailed/.test(await state(samples)), 'the failed file');
		await s.vs.screenshot('testing-ran');
	});

	test('the finding is shown at its line, in the words of Problems', async () => {
		await s.vs.open(own);
		const message = s.vs.page.locator('.monaco-editor .test-error-content-widget').filter({ hasText: contradicted });
		await message.waitFor();
		await s.vs.screenshot('testing-message');
		const rowsOfProblems = await until(async () => {
			const shown = (await s.vs.problems()).filter((line) => contradicted.test(line));
			return shown.some((line) => line.includes('Ln 15')) && shown;
		}, 'the finding in Problems');
		assert.ok(
			rowsOfProblems.some((line) => /\[Ln 15, Col \d+\]/.test(line)),
			rowsOfProblems.join('\n'),
		);
	});

	test('runs again when a file changes, if that is turned on', async () => {
		await s.vs.command('Test: Start Continuous Run');
		const path = join(s.server.workspace, own);
		writeFileSync(path, readFileSync(path, 'utf8').replace('15 March', '14 March'));
		await until(async () => !/[Ff]ailed/.test(await state(own)), 'the trace to be judged again');
		await s.vs.screenshot('testing-again');
		await s.vs.command('Test: Stop Continuous Run');
	});

	test('without traces, the view says what to do', async () => {
		// An open document is listed as long as the editor has it.
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		});
		for (const name of [own, 'waits.rag.md', samples]) rmSync(join(s.server.workspace, name));
		const welcome = s.vs.page.locator('.welcome-view-content', { hasText: 'There are no traces in this folder' });
		await welcome.waitFor();
		await welcome.getByRole('button', { name: 'New Trace' }).waitFor();
		await s.vs.screenshot('testing-empty');
	});
});
