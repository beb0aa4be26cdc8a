import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis } from './harness/trace-state.ts';
import { until } from '../support/until.ts';

describe('first contact', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace') });

	const stepsDone = () => s.vs.page.locator('.getting-started-step .codicon-getting-started-step-checked').count();

	test('the walkthrough has at most six steps, and its first button is the sample workspace', async () => {
		await s.server.host.run(({ vscode }) => {
			void vscode.commands.executeCommand('workbench.action.openWalkthrough', 'rag-assay.rag-assay#start', false);
		});
		const steps = s.vs.page.locator('.getting-started-step');
		await steps.first().waitFor();
		const count = await steps.count();
		assert.ok(count >= 1 && count <= 6, `${count} steps`);
		// With room enough VS Code shows a step's picture.
		await s.vs.command('View: Toggle Primary Side Bar Visibility');
		await s.vs.page.waitForTimeout(800);
		await s.vs.screenshot('walkthrough');
		await s.vs.command('View: Toggle Primary Side Bar Visibility');
		await s.vs.page.getByRole('button', { name: 'Open Sample Workspace' }).first().click();
		await s.vs.quickPickRows().filter({ hasText: 'Open a copy now' }).waitFor();
		await s.vs.screenshot('sample-workspace');
		assert.equal(await stepsDone(), 0, 'a list that opened is no workspace yet');
		await s.vs.page.keyboard.press('Escape');
	});

	test('Open Sample Workspace opens a copy of the samples in a window of its own', async () => {
		await s.vs.command('RAG Assay: Open Sample Workspace…');
		const [popup] = await Promise.all([
			s.vs.page.waitForEvent('popup'),
			s.vs.quickPickRows().filter({ hasText: 'Open a copy now' }).click(),
		]);
		const copy = join(s.server.directory, 'user-data/User/globalStorage/rag-assay.rag-assay/rag-assay-examples');
		assert.equal(new URL(popup.url()).searchParams.get('folder'), copy);
		await popup.close();
		const files = (folder: string) => globSync('**/*.*', { cwd: folder }).toSorted();
		assert.deepEqual(
			files(copy),
			files(join(repository, 'examples')).filter((name) => name.endsWith('.md')),
		);
		assert.equal(readFileSync(join(copy, 'README.md'), 'utf8'), readFileSync(join(repository, 'examples/README.md'), 'utf8'));
		await until(async () => (await stepsDone()) === 1, 'the step to be ticked');
	});

	test('Open Settings shows the model where a change counts: in a remote window not on the page of the user', async () => {
		await s.vs.command('RAG Assay: Choose a Model');
		await s.vs.quickPickRows().filter({ hasText: 'Open Settings' }).click();
		const settings = s.vs.page.locator('.settings-editor');
		await settings
			.locator('.setting-item-label', { hasText: /^Model$/ })
			.first()
			.waitFor();
		await s.vs.screenshot('settings-of-model');
		await s.vs.page.keyboard.press('Escape');
		await settings.waitFor({ state: 'detached' });
	});

	test('New Trace opens one with its sections, and Tab goes on to the question', async () => {
		await s.vs.command('RAG Assay: New Trace');
		const text = () => s.server.host.run(({ vscode }) => vscode.window.activeTextEditor?.document.getText() ?? '');
		await until(async () => (await text()).includes('## Response'), 'the sections of a trace');
		await s.vs.page.keyboard.press('Tab');
		await s.vs.page.keyboard.type('Who wrote it?');
		await until(async () => /## Query\s+Who wrote it\?\s+## Context source-1/.test(await text()), 'the question at its place');
		await s.vs.screenshot('new-trace');
		await s.vs.command('View: Revert and Close Editor');
	});

	test('an unreadable trace says what is wrong, and where', async () => {
		const file = 'two-responses.rag.md';
		await s.vs.open(file);
		const [problem] = await until(async () => {
			const rows = (await s.vs.problems()).filter((row) => row.includes('RAG Assay'));
			return rows.length > 0 && rows;
		}, 'a row in Problems');
		assert.match(problem!, /response.*RA\d+.*Ln 17/i);
		await s.vs.screenshot('unreadable');
	});

	test('what an answer says is shown as text in its hovers, whatever it looks like', async () => {
		const file = 'markup.rag.md';
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await s.vs.command('View: Toggle Panel Visibility');
		for (const [text, nth] of [
			['img', 1],
			['bold', 1],
			['link', 1],
			['tick', 0],
		] as const) {
			await s.vs.editor.hover(text, nth);
			// The finding's own line comes first; what the runner says joins it later.
			const html = await until(async () => {
				const shown = await s.vs.editor.hoverHtml();
				return shown.includes('<table') && shown;
			}, "the runner's own Markdown, drawn");
			// Actions are links to commands of ours.
			assert.doesNotMatch(html, /<img\b|<a\b[^>]*(?:command:(?!ragAssay\.)|example\.org)/, "the answer's is not");
			await s.vs.editor.dismissHover();
		}
	});

	test('the language status names model, device and state, and opens the log', async () => {
		const file = 'sample.rag.md';
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await s.vs.page.locator('[id="status.languageStatus"]').hover();
		const hover = s.vs.page.locator('.hover-language-status').first();
		await hover.waitFor();
		assert.match(await hover.innerText(), /demo[\s\S]*cpu/i);
		await s.vs.screenshot('language-status');
		await hover.getByRole('button').first().click();
		await s.vs.page.locator('.panel .output-view-container, .panel .monaco-editor').first().waitFor();
		await s.vs.screenshot('log');
	});
});
