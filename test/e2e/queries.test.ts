import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { confirmSaveDialog } from './harness/file-dialog.ts';
import { contrastOf } from './harness/contrast.ts';
import { repository } from './harness/installation.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { signal } from './harness/processes.ts';
import { session } from './harness/session.ts';
import { until } from '../support/until.ts';
import { webview } from './harness/webview.ts';
import { screenshots } from './harness/workbench.ts';

mkdirSync(join(screenshots, 'docs'), { recursive: true });

describe('query screening', { timeout: 600_000 }, () => {
	const data = emptyFolder('queries');
	const s = session({
		workspace: join(repository, 'examples/queries'),
		size: { width: 1500, height: 1180 },
		settings: {
			'ragAssay.labels.author': 'Dana',
			'ragAssay.dataDirectory': data,
			'ragAssay.queryStore': 'documents.jsonl',
			'ragAssay.queryLogs': ['log.jsonl'],
			'ragAssay.queries.benign': 'benign.queries.jsonl',
		},
	});
	const frame = (): Promise<Frame> => webview(s.vs.page, '#panel #verdict');
	const textOf = async (selector: string): Promise<string> => {
		const found = (await frame()).locator(selector);
		return (await found.isVisible()) ? (await found.innerText()).replaceAll(/\s+/g, ' ').trim() : '';
	};
	const shows = (selector: string, words: RegExp) => until(async () => words.test(await textOf(selector)), `${selector} to say ${words}`);
	const press = async (id: string): Promise<void> => (await frame()).locator(`#${id}`).click();
	const pick = async (title: string, label: string): Promise<void> => {
		await s.vs.page.getByPlaceholder(title).waitFor();
		await s.vs.quickPickRows().filter({ hasText: label }).first().click();
	};
	const log = (): string => join(s.server.workspace, 'log.jsonl');
	const selectedText = () =>
		s.server.host.run(({ vscode }) => {
			const [editor] = vscode.window.visibleTextEditors;
			return editor === undefined ? '' : `${editor.document.fileName.split('/').at(-1)} ${editor.document.getText(editor.selection)}`;
		});

	test('Problems has the queries of the log that fish, and none of the benign ones', async () => {
		await s.vs.open('benign.queries.jsonl');
		await s.vs.open('log.jsonl');
		const ofQueries = () =>
			s.server.host.run(({ vscode }) =>
				vscode.languages
					.getDiagnostics()
					.flatMap(([uri, found]) =>
						found
							.filter(({ source }) => source === 'RAG Assay')
							.map(({ range }) => `${uri.path.split('/').at(-1)}:${range.start.line + 1}`),
					),
			);
		const found = await until(async () => {
			const all = await ofQueries();
			return all.length > 0 && all;
		}, 'queries in Problems');
		assert.deepEqual([...new Set(found.map((place) => place.split(':')[0]))], ['log.jsonl']);
		assert.equal(new Set(found).size, 13);
		await s.vs.screenshot('queries-problems');
		// An open log is screened whenever it changes, beside what the view does.
		await s.vs.command('View: Close All Editors');
	});

	test('the empty view says what to do; the settings fill it; log, documents and benign queries are picked', async () => {
		await s.vs.command('RAG Assay: Query Screening');
		await shows('#missing', /^Choose a log of queries: JSON Lines/);
		await shows('#store-name', /^documents\.jsonl$/);
		await shows('#benign-name', /^benign\.queries\.jsonl \(from the settings\)$/);
		await s.vs.screenshot('queries-empty');
		await press('pick-log');
		await pick('Which log', 'log.jsonl');
		await shows('#log-name', /^log\.jsonl$/);
		await press('pick-store');
		await pick('Which documents', 'documents.jsonl');
		await press('pick-benign');
		await pick('known to be benign', 'benign.queries.jsonl');
		await shows('#benign-name', /^benign\.queries\.jsonl$/);
		assert.equal(await textOf('#missing'), '');
	});

	test('the verdict comes first, then the flagged queries and why', async () => {
		await press('run');
		await shows('#verdict', /^.?.?13 of 53 queries each fish for one document\.$/);
		await shows('#queries [role=option] >> nth=0', /Fishes for case-50/);
		await shows('#query-verdict', /It fishes for one document: case-50\./);
		await shows('#query-similarity', /the threshold is 0\.\d+ \(empirical\)/);
		await shows('#returned', /case-50 .* Yes Hidden/);
		await shows('#rules', /Empirical \(decides\).*Skew-corrected.*Gumbel.*Exact/);
		await (await frame()).locator('#grounds summary').click();
		await shows('#grounds-list', /Compared with 60 documents of documents\.jsonl/);
		await (await frame()).locator('#grounds summary').click();
		await s.vs.command('View: Toggle Primary Side Bar Visibility');
		for (const [theme, name] of [
			['Light Modern', 'light'],
			['Default High Contrast', 'high-contrast'],
			['Default High Contrast Light', 'high-contrast-light'],
			['Dark Modern', 'dark'],
		] as const) {
			// The picture of the docs is no wider than a page.
			if (name === 'dark') await s.vs.page.setViewportSize({ width: 1120, height: 800 });
			await s.vs.theme(theme);
			await s.vs.page.mouse.move(2, 2);
			await s.vs.page.waitForTimeout(300);
			for (const part of [
				'#verdict',
				'.query.flagged .meta',
				'.query[aria-selected=true] .meta',
				'.query:not(.flagged) .meta',
				'#rules td',
			])
				assert.ok((await contrastOf(await frame(), part)) >= 4.5, `${part} in ${theme}`);
			const editors = await s.vs.page.locator('.part.editor').boundingBox();
			await s.vs.screenshot(name === 'dark' ? 'docs/query-screening-dark' : `queries-${name}`, editors!);
		}
	});

	test('by keyboard: the list, the document, the query in its log', async () => {
		await s.vs.page.setViewportSize({ width: 1500, height: 1180 });
		const { keyboard } = s.vs.page;
		await (await frame()).locator('#queries').focus();
		await keyboard.press('ArrowDown');
		await shows('#query-verdict', /case-42/);
		await keyboard.press('d');
		await until(async () => (await selectedText()).startsWith('documents.jsonl '), 'the document in its file');
		assert.match(
			readFileSync(join(s.server.workspace, 'documents.jsonl'), 'utf8')
				.split('\n')
				.find((line) => line.includes('"case-42"'))!,
			new RegExp((await selectedText()).slice(16, 60)),
		);
		await s.vs.screenshot('queries-document');
		// The editor has the focus now, and gives it back only to a click.
		await (await frame()).locator('#queries [aria-selected=true]').click();
		await s.vs.pressUntil('Enter', async () => (await selectedText()).startsWith('log.jsonl '), 'the query in its log');
		await s.vs.command('View: Close All Editors in Group');
	});

	test('filtered and sorted', async () => {
		const field = (await frame()).locator('#filter input');
		await field.fill('case-42');
		await shows('#count', /^\d of 53 queries$/);
		await field.fill('nothing like it');
		await shows('#queries', /^No query matches the filter/);
		await field.fill('');
		await shows('#count', /^53 queries$/);
	});

	test('marked benign, with a note, and taken back', async () => {
		await (await frame()).locator('#queries [role=option]').first().click();
		await press('mark-benign');
		const box = s.vs.page.locator('.quick-input-widget:visible input[type="text"]');
		await box.fill('a test of ours');
		await box.press('Enter');
		await shows('#verdict', /12 of 53 queries each fish/);
		await shows('#query-verdict', /Marked benign/);
		const sidecar = join(s.server.workspace, 'log.jsonl.rag-assay.json');
		const file = existsSync(sidecar) ? sidecar : join(s.server.workspace, 'log.rag-assay.json');
		assert.match(readFileSync(file, 'utf8'), /a test of ours/);
		await s.vs.screenshot('queries-benign');
		await press('mark-benign');
		await shows('#verdict', /13 of 53 queries each fish/);
	});

	test('exported as JSON Lines', async () => {
		await press('export-jsonl');
		const path = await confirmSaveDialog(s.vs.page, '.jsonl');
		await until(() => existsSync(path) && readFileSync(path, 'utf8').trim().split('\n').length === 53, 'a line a query');
	});

	test('live: an appended query arrives; stopping it keeps what was screened', async () => {
		await press('live');
		await shows('#standing', /^Live: /);
		await shows('#verdict', /13 of 53 queries each fish/);
		appendFileSync(log(), `{"id": "q-new", "query": "Does the practice open on Sundays?", "session": "new"}\n`);
		await shows('#verdict', /of 54 queries each fish/);
		appendFileSync(log(), `{"id": "q-half", "query": "And on Mon`);
		appendFileSync(log(), `days?"}\n[1, 2]\n`);
		await shows('#verdict', /of 55 queries each fish/);
		await shows('#remarks', /^2 remarks on the log, the newest first .*log\.jsonl:56:5: A number is no record of a query\. \(RA116\)/);
		await s.vs.screenshot('queries-live');
		await press('live');
		await shows('#standing', /^No longer live: 55 queries were screened\.$/);
	});

	test('a run that is stopped ends in the runner, too, and can be run again', async (t) => {
		const before = readFileSync(log(), 'utf8');
		const line = before.slice(0, before.indexOf('\n') + 1);
		writeFileSync(
			log(),
			Array.from({ length: 100_000 }, (_, i) => line.replace('"q-01"', `"q-${i}"`).replace('"session"', '"by"')).join(''),
		);
		await press('run');
		await shows('#verdict', /^.?.?So far: /);
		// On a busy machine the runner is through before the window has pressed anything.
		const runners = s.server.programs('runner');
		const all = (name: 'SIGSTOP' | 'SIGCONT'): void => runners.forEach(({ pid }) => signal(pid, name));
		all('SIGSTOP');
		t.after(() => all('SIGCONT'));
		await press('run');
		await shows('#standing', /^Canceled: the rest of the log was not screened\.$/);
		all('SIGCONT');
		// What was on its way still comes.
		const counted = await until(async () => {
			const first = await textOf('#verdict');
			await s.vs.page.waitForTimeout(1500);
			return first === (await textOf('#verdict')) && first;
		}, 'no more queries to be counted');
		assert.doesNotMatch(counted, /100,000/);
		await s.vs.screenshot('queries-stopped');
		writeFileSync(log(), before);
		await press('run');
		await shows('#verdict', /13 of 55 queries each fish/);
		await shows('#standing', /^$/);
	});

	test('a log that is gone says so, and what to do', async () => {
		rmSync(log());
		await press('run');
		await shows('#problem', /log\.jsonl.*RA\d+/);
		await s.vs.screenshot('queries-failed');
	});
});
