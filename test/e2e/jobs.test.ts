import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { signal } from './harness/processes.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';

describe('jobs in a workspace of two folders', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'examples'), roots: ['traces/hospital', 'traces/bank'] });
	/** A stopped model process is in the middle of its job for as long as we like. */
	const model = (name: NodeJS.Signals) => {
		for (const { pid } of s.server.programs('model-process')) signal(pid, name);
	};
	const invented = 'invented-amount.rag.md';
	const ungrounded = async () => (await s.vs.problems()).filter((row) => row.includes('Not supported by the contexts'));

	test('traces of both folders are analyzed by one runner', async () => {
		for (const file of ['temperature.rag.md', '../bank/case-number.rag.md']) {
			await s.vs.open(file);
			await analysis(s.server, file, 'done');
			await heatmapOf(s.server, file);
		}
		assert.equal(s.server.programs('runner').length, 1);
	});

	test('Cancel Analysis ends what runs; a click analyses again', async () => {
		const file = 'two-questions.rag.md';
		model('SIGSTOP');
		await s.vs.open(file);
		await analysis(s.server, file, ['queued', 'running']);
		await s.vs.command('RAG Assay: Cancel Analysis');
		await analysis(s.server, file, 'cancelled');
		await until(async () => (await s.vs.status('analysis')).includes('Canceled'), 'the status bar to say so');
		await s.vs.screenshot('cancelled');
		model('SIGCONT');
		assert.deepEqual(await s.vs.editor.tokenMarks(), []);
		await s.vs.statusItem('analysis').click();
		await analysis(s.server, file, 'done');
		await heatmapOf(s.server, file);
	});

	test('Analyze Workspace shows its progress, and what it finds in files that are not open', async () => {
		assert.deepEqual(await ungrounded(), [], 'nothing that is open has findings');
		model('SIGSTOP');
		await s.vs.command('RAG Assay: Analyze Workspace');
		await until(
			async () => (await s.vs.page.locator('.statusbar-item').allInnerTexts()).some((words) => /RAG Assay.*\d+ of \d+: \S/.test(words)),
			'the progress',
		);
		await s.vs.screenshot('workspace-progress');
		model('SIGCONT');
		const message = await s.vs.message(/traces analyzed/);
		const [, traces, findings] = /^(\d+) traces analyzed: (\d+) findings?\.$/.exec(message) ?? [];
		assert.deepEqual([traces, Number(findings) > 0], ['7', true], message);
		await until(
			async () => (await s.vs.problems()).filter((row) => row.includes('rag-assay/')).length === Number(findings),
			`${findings} findings in Problems`,
		);
		assert.ok(
			(await s.vs.problems()).some((row) => row.startsWith(invented)),
			'a file that is not open has a finding',
		);
		await s.vs.screenshot('workspace-findings');
		const open = await s.server.host.run(({ vscode }) => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label));
		assert.ok(!open.includes(invented), open.join());
	});

	test('a file with findings that is opened has each of them once', async () => {
		const before = (await ungrounded()).length;
		await s.vs.command('View: Toggle Panel Visibility');
		await s.vs.open(`../bank/${invented}`);
		await analysis(s.server, `../bank/${invented}`, 'done');
		await s.vs.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
		await until(async () => (await ungrounded()).length === before, 'as many findings in Problems as before');
	});

	test('the list of traces knows those that are not open, the worst first if you like, and a key goes to the next finding', async () => {
		await s.vs.command('View: Close All Editors');
		await s.vs.command('RAG Assay: Focus on Traces View');
		const rows = s.vs.page.locator('.pane:has(.pane-header[aria-label^="Traces"]) .monaco-list-row');
		const texts = async (): Promise<string[]> => (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
		await until(async () => (await texts()).filter((text) => text.endsWith('no findings')).length > 2, 'clean traces with their verdict');
		await s.vs.screenshot('traces-by-folder');
		await s.vs.command('RAG Assay: Sort Traces\u2026');
		await s.vs.quickPickRows().filter({ hasText: 'Worst First' }).click();
		await until(async () => / not supported| value /.test((await texts())[0] ?? ''), 'the worst trace first');
		await s.vs.screenshot('traces-worst-first');
		await s.vs.command('RAG Assay: Go to Next Finding');
		await s.vs.page.locator('.tab.active', { hasText: /\.rag\.md/ }).waitFor();
		const place = () =>
			s.server.host.run(({ vscode }) => {
				const { document, selection } = vscode.window.activeTextEditor!;
				return `${document.uri.path} ${selection.active.line}`;
			});
		const first = await place();
		await s.vs.page.locator('.monaco-editor.focused').waitFor();
		await s.vs.pressKeysUntil('ragAssay.nextFinding', async () => (await place()) !== first, 'the next finding');
	});

	test('a second run says which verdicts changed, and lists them with what they were', async () => {
		const path = join(s.server.workspace, 'traces/bank', invented);
		const text = readFileSync(path, 'utf8');
		const [head, answer] = text.split('## Response\n') as [string, string];
		writeFileSync(
			path,
			`${head}## Response\n\n${
				head
					.split(/## Context [^\n]*\n/)[1]!
					.trim()
					.split('\n')[0]
			}\n`,
		);
		assert.notEqual(answer.trim(), '');
		await s.vs.command('RAG Assay: Analyze Workspace');
		await s.vs.message(/1 verdict changed since the last run\./);
		await s.vs.command('RAG Assay: Show Changed Verdicts');
		const rows = s.vs.page.locator('.pane:has(.pane-header[aria-label^="Traces"]) .monaco-list-row');
		await until(
			async () =>
				/^Filter: changed since the last run ?Click to show all traces invented-amount ?not judged \(before: 1 [^)]+\)$/.test(
					(await rows.allInnerTexts()).join('\n').replaceAll(/\s+/g, ' ').trim(),
				),
			'the changed trace alone',
		);
		await s.vs.screenshot('traces-changed');
		await rows.first().click();
		await until(async () => (await rows.count()) > 5, 'all traces');
	});
});
