import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { formatSidecar, readSidecar } from '../../src/formats/sidecar-file.ts';
import { emptySidecar, textSha256, type Label } from '../../src/formats/sidecar.ts';
import { addLabel } from '../../src/formats/sidecar-labels.ts';
import { exampleText } from './harness/example.ts';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis } from './harness/trace-state.ts';
import { until } from '../support/until.ts';

const file = 'traces/bank/invented-amount.rag.md';
const { sentence } = exampleText(file);

describe('labels', { timeout: 600_000 }, () => {
	const s = session({
		workspace: join(repository, 'examples'),
		size: { width: 1400, height: 900 },
		settings: { 'ragAssay.labels.author': 'Dana' },
	});
	const sidecar = () => join(s.server.workspace, file.replace('.rag.md', '.rag-assay.json'));
	const labels = (): readonly Label[] => (existsSync(sidecar()) ? readSidecar(readFileSync(sidecar(), 'utf8'), sidecar()).labels : []);
	const hints = async (): Promise<string> =>
		(await s.vs.page.locator('.editor-group-container.active .monaco-editor .view-lines').first().innerText()).replaceAll('\u00a0', ' ');
	const shows = (words: RegExp): Promise<unknown> => until(async () => words.test(await hints()), `the hint ${words.source}`);
	const view = () => s.vs.page.locator('.pane:has(.pane-header[aria-label^="Labels"])');
	const rows = () => view().locator('.monaco-list-row');
	const message = async (): Promise<string> => (await view().locator('.message').allInnerTexts()).join(' ');

	test('a key marks the sentence at the cursor; the label stands behind it and in the sidecar', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await s.vs.editor.click(sentence);
		await s.vs.pressKeysUntil('ragAssay.labelNotGrounded', async () => labels().length === 1, 'a label in the sidecar');
		assert.deepEqual(
			labels().map(({ label, who }) => [label, who]),
			[['ungrounded', 'Dana']],
		);
		await shows(/✗ not supported · Dana/);
		await s.vs.screenshot('label-dark');
		await s.vs.theme('Default High Contrast Light');
		await s.vs.screenshot('label-high-contrast-light');
		await s.vs.theme('Dark Modern');
	});

	test('code actions change and remove it, and undo takes that back step by step', async () => {
		await (await s.vs.quickFixes(sentence, 'Mark as supported')).click();
		await shows(/✓ supported · Dana/);
		await (await s.vs.quickFixes(sentence, 'Remove label')).click();
		await until(() => !existsSync(sidecar()), 'the empty sidecar to go');
		await until(async () => !/supported · Dana/.test(await hints()), 'the hint to go');
		await s.vs.command('RAG Assay: Undo Label');
		await until(() => labels()[0]?.label === 'grounded', 'the label to be back');
		await s.vs.command('RAG Assay: Undo Label');
		await until(() => labels()[0]?.label === 'ungrounded', 'the label before it');
		await shows(/✗ not supported · Dana/);
	});

	test('a sentence that changes makes its label stale', async () => {
		await s.vs.editor.click(sentence);
		await s.vs.page.keyboard.type('s');
		await shows(/1 label is stale/);
		await s.vs.screenshot('label-stale');
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.files.revert');
		});
		await shows(/✗ not supported · Dana/);
	});

	test('the queue shows one sentence with its passages; keys label it and bring the next; undo brings it back', async () => {
		// One that is labeled, and that no model reads: its question alone fills the window.
		const endless = join(s.server.workspace, 'traces/bank/endless.rag.md');
		writeFileSync(endless, `## Query\n\nWhat${' is it'.repeat(20_000)}?\n\n## Context a\n\nIt is so.\n\n## Response\n\nIt is so.\n`);
		writeFileSync(
			endless.replace('.rag.md', '.rag-assay.json'),
			formatSidecar(
				addLabel(emptySidecar, {
					label: 'grounded',
					subject: { kind: 'trace', id: 'endless' },
					textSha256: textSha256('It is so.'),
					who: 'Eli',
					when: '2026-01-31T10:00:00Z',
					note: '',
				}),
			),
		);
		await s.vs.command('RAG Assay: Label Next Sentence');
		await until(
			async () => /^2 of \d+ sentences are labeled, 1 of them not supported/.test(await message()),
			'the progress above the queue',
		);
		assert.match(await message(), /G supported · N not supported · S skip · U undo/);
		const current = async (): Promise<string> => (await rows().first().locator('.label-name').first().innerText()).trim();
		await until(async () => (await rows().count()) > 1, 'the passages that fed the sentence');
		const first = await current();
		await s.vs.screenshot('label-queue-dark');
		await s.vs.theme('Light Modern');
		await s.vs.screenshot('label-queue-light');
		await s.vs.theme('Default High Contrast');
		await s.vs.screenshot('label-queue-high-contrast');
		await s.vs.theme('Dark Modern');

		const press = async (key: string): Promise<void> => {
			await s.server.host.run(async ({ vscode }) => {
				await vscode.commands.executeCommand('ragAssay.labels.focus');
			});
			await s.vs.page.keyboard.press(key);
		};
		// Below the passages: rows that are out of sight are not drawn.
		await press('End');
		await until(
			async () =>
				/1 labeled trace could not be read, so the classifier did not learn from them[^]*endless\.rag\.md:11[^]*RA407/.test(
					(await rows().allInnerTexts()).join('\n'),
				),
			'what labels have brought, without the trace that cannot be read',
		);
		await s.vs.screenshot('label-left-out');
		await press('Home');
		await until(async () => (await current()) === first, 'the sentence in sight again');
		await press('g');
		await until(async () => (await message()).startsWith('3 of ') && (await current()) !== first, 'the next sentence');
		const second = await current();
		await press('s');
		await until(async () => (await current()) !== second, 'another sentence after skipping');
		assert.match(await message(), /^3 of /);
		await press('u');
		await until(async () => (await current()) === first, 'the first sentence to be back');
		assert.match(await message(), /^2 of /);
		assert.match(await s.vs.status('labels'), /2\/\d+/);
	});
});
