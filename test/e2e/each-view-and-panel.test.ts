/**
 * One path through each view and panel, in one VS Code: of the end-to-end tests, `npm test` runs this file alone.
 * What each of them does beyond it has a file of its own.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Frame, Locator } from 'playwright-core';
import type { Api } from '../../src/extension/extension.ts';
import { release } from '../../src/formats/release.ts';
import { readSidecar } from '../../src/formats/sidecar-file.ts';
import { outputOf, startProcess } from '../support/start-process.ts';
import { until } from '../support/until.ts';
import { contributedColor, sameColor } from './harness/colors.ts';
import { answerFileDialog, confirmSaveDialog } from './harness/file-dialog.ts';
import { repository } from './harness/installation.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { webview } from './harness/webview.ts';
import { extensionId, screenshots } from './harness/workbench.ts';
import { dataSet, documents, workspaceOfEverything } from './harness/workspace-of-everything.ts';

interface Manifest {
	readonly contributes: {
		readonly commands: readonly { command: string }[];
		readonly views: { readonly ragAssay: readonly { id: string; name: string }[] };
	};
}
const { contributes } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;

const file = 'sample.rag.md';
const flagged = 'ungrounded.rag.md';
const folder = emptyFolder('everything');

describe('each view and panel', { timeout: 600_000 }, () => {
	const s = session({
		workspace: workspaceOfEverything(folder),
		builtIns: 'all',
		size: { width: 1500, height: 1100 },
		settings: {
			'ragAssay.labels.author': 'Dana',
			'ragAssay.dataDirectory': join(folder, 'of-rag-assay'),
			'ragAssay.private.corpus': 'cases',
			'ragAssay.queryStore': 'queries/documents.jsonl',
			'ragAssay.queryLogs': ['queries/log.jsonl'],
			'ragAssay.queries.benign': 'queries/benign.queries.jsonl',
		},
	});
	/** The panels whose pages were shown, by their folders in `webview/`. */
	const panelsShown = new Set<string>();
	/** The views in which something was done, by their names. */
	const viewsUsed = new Set<string>();
	const complaints: string[] = [];
	before(() => {
		s.vs.page.on('console', (message) => {
			if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
		});
	});

	const path = (name: string): string => join(s.server.workspace, name);

	/** The page of a panel, once a part of it is there. */
	async function panel(name: string, selector: string): Promise<Frame> {
		const frame = await webview(s.vs.page, selector);
		assert.match(await frame.evaluate<string>('document.querySelector("script[src]").src'), new RegExp(`/${name}\\.js`));
		panelsShown.add(name);
		return frame;
	}

	/** Waits until a part of a panel says something, and returns all that it says. */
	const says = (frame: Frame, selector: string, words: RegExp): Promise<string> =>
		until(
			async () => {
				const said = (await frame.locator(selector).allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ').trim();
				return words.test(said) && said;
			},
			() => `${selector} to say ${words.source}`,
		);

	/** A view of the side bar, alone. */
	function view(name: string): Promise<Locator> {
		viewsUsed.add(name);
		return s.vs.view(name);
	}

	const rowsOf = (pane: Locator): Locator => pane.locator('.monaco-list-row');

	const problems = async (words: RegExp): Promise<string[]> => (await s.vs.problems()).filter((row) => words.test(row));

	async function closeAll(): Promise<void> {
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await vscode.commands.executeCommand('workbench.action.closePanel');
		});
	}

	test('the side bar has the views of the manifest', async () => {
		await s.vs.page.locator('.activitybar .action-label[aria-label^="RAG Assay"]').first().click();
		const heads = s.vs.page.locator('.pane-header');
		await until(async () => (await heads.count()) === contributes.views.ragAssay.length, 'the views');
		const titles = await heads.locator('.title').allInnerTexts();
		assert.deepEqual(
			titles.map((title) => title.toLowerCase()),
			contributes.views.ragAssay.map(({ name }) => name.toLowerCase()),
		);
	});

	test('Traces lists the traces; one that is clicked is read, and its row has the verdict', async () => {
		const row = rowsOf(await view('Traces')).filter({ hasText: 'ungrounded' });
		await row.click();
		await s.vs.page.locator('.tab.active', { hasText: flagged }).waitFor();
		await until(async () => /1 not supported/.test(await row.innerText()), 'the verdict');
		await s.vs.screenshot('each-traces');
	});

	test('each command of the manifest is there once the extension runs', async () => {
		const known = await s.server.host.run(({ vscode }) => vscode.commands.getCommands(true));
		assert.deepEqual(
			contributes.commands.map(({ command }) => command).filter((command) => !known.includes(command)),
			[],
		);
	});

	test('a finding is underlined, listed in Problems, and explained by its quick fix', async () => {
		await s.vs.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
		await until(async () => (await problems(/rag-assay\/ungrounded/)).length === 1, 'one row in Problems');
		await (await s.vs.quickFixes('23.19', 'Show why')).click();
		const hover = s.vs.page.locator('.monaco-hover:not(.hidden) .hover-row:visible');
		await until(
			async () => /Not supported by the contexts\.[^]*probability/.test((await hover.allInnerTexts()).join('\n')),
			'the explanation',
		);
		await s.vs.screenshot('each-findings');
		await s.vs.page.keyboard.press('Escape');
		await s.vs.command('View: Toggle Panel Visibility');
	});

	test('the heatmap colors the tokens, and one key takes it away and brings it back', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await heatmapOf(s.server, file, 'suspicion');
		await s.vs.command('RAG Assay: Show Heatmap by Confidence Gap');
		const { ranges } = await heatmapOf(s.server, file, 'cg');
		const colors = ranges.flatMap((count, step) => {
			const color = contributedColor(`ragAssay.cg${step + 1}`, 'Dark Modern');
			return count > 0 && color[3] > 0 ? [color] : [];
		});
		assert.ok(colors.length >= 2, ranges.join());
		const drawn = (): Promise<boolean> =>
			s.vs.editor.tokenMarks().then((marks) => colors.every((color) => marks.some((mark) => sameColor(mark.tint, color))));
		await until(drawn, 'the colors');
		assert.match(await s.vs.status('heatmap'), /Confidence gap/);
		await s.vs.editor.click('Response');
		await s.vs.pressKeysUntil('ragAssay.toggleHeatmap', async () => (await s.vs.editor.tokenMarks()).length === 0, 'no colors');
		await s.vs.pressKeysUntil('ragAssay.toggleHeatmap', drawn, 'the colors again');
		await s.vs.screenshot('each-heatmap');
	});

	test('Legend stays beside the trace: the scale, the texts of the prompt and the marks; it follows the heatmap', async () => {
		const rows = rowsOf(await view('Legend'));
		const said = async (): Promise<string> => (await rows.allInnerTexts()).join('\n');
		await until(
			async () =>
				/Confidence gap[^]*above 3\.4\s*context settled it[^]*question and instructions[^]*Underlined\s*flagged/.test(await said()),
			'the legend',
		);
		await s.vs.screenshot('each-legend');
		await s.vs.command('RAG Assay: Show Heatmap by Surprise');
		await until(async () => /Surprise[^]*above 7\s*unexpected/.test(await said()), 'the legend');
		await s.vs.command('RAG Assay: Show Heatmap by Confidence Gap');
	});

	test("a token's hover has where its word came from and its sources; the origin is lit, and a key goes there", async () => {
		// The last token of 39.7, which stands in a context and in the response.
		const words = await s.vs.editor.hover('7', 1, /From note-3/);
		for (const part of [/Word 39\.7: \d.* without note-3 \d/, /CG [+−]/, /probability/]) assert.match(words, part);
		await s.vs.screenshot('each-hover');
		await s.vs.editor.dismissHover();
		await s.vs.editor.click('7', 1);
		await until(
			() => s.server.host.run(({ vscode }, id) => vscode.extensions.getExtension<Api>(id)!.exports.origins()?.context, extensionId),
			'a lit context',
		);
		await until(async () => /note-3/.test(await s.vs.status('origin')), 'the origin in the status bar');
		await s.vs.pressKeysUntil(
			'ragAssay.goToOrigin',
			() =>
				s.server.host.run(({ vscode }) => {
					const { document, selection } = vscode.window.activeTextEditor!;
					return document.lineAt(selection.active.line).text.includes('temperature was 39.7 C');
				}),
			'the cursor in the context',
		);
	});

	test('the token inspector shows the token at the cursor', async () => {
		// Before the panel makes the editor narrower, which moves the text.
		await s.vs.editor.click('39', 1);
		await s.vs.command('RAG Assay: Open Token Inspector');
		const frame = await panel('token-inspector', '#panel .toolbar');
		await says(frame, '#token-line', /Probability [\d.]+% · number \(NUM\)/);
		assert.equal(await frame.locator('#sources tbody tr').count(), 7);
		assert.equal(await frame.locator('#contexts tbody tr').count(), 3);
		await s.vs.page.waitForTimeout(300); // it fades in
		await s.vs.screenshot('each-token-inspector');
		await closeAll();
	});

	test('the status bar says what was found, by which profile and measure', async () => {
		await s.vs.open(flagged);
		await until(async () => /\d finding/.test(await s.vs.status('analysis')), 'the number of findings');
		await until(async () => /demo/.test(await s.vs.status('profile')), 'the profile');
		await s.vs.page.locator('[id="status.languageStatus"]').hover();
		const hover = s.vs.page.locator('.hover-language-status').first();
		await hover.waitFor();
		assert.match(await hover.innerText(), /demo[^]*cpu/i);
		await s.vs.page.mouse.move(2, 2);
	});

	test('a sentence is labeled by a key, and Labels goes on with the next', async () => {
		await s.vs.editor.click('23.19');
		const sidecar = path(flagged.replace('.rag.md', '.rag-assay.json'));
		await s.vs.pressKeysUntil('ragAssay.labelNotGrounded', async () => existsSync(sidecar), 'the sidecar');
		const { labels } = readSidecar(readFileSync(sidecar, 'utf8'), sidecar);
		assert.deepEqual(
			labels.map(({ label, who }) => [label, who]),
			[['ungrounded', 'Dana']],
		);
		const pane = await view('Labels');
		await s.vs.command('RAG Assay: Label Next Sentence');
		const message = async (): Promise<string> => (await pane.locator('.message').allInnerTexts()).join(' ');
		await until(async () => /^1 of \d+ sentences are labeled, 1 of them not supported/.test(await message()), 'the progress');
		await until(async () => (await rowsOf(pane).count()) > 1, 'a sentence with its passages');
		await s.vs.command('RAG Assay: Focus on Labels View');
		await s.vs.pressUntil('g', async () => !(await message()).startsWith('1 of '), 'the second label');
		await s.vs.screenshot('each-labels');
		await closeAll();
	});

	test('an answer is written for a trace that has none', async () => {
		const unanswered = 'no-response.rag.md';
		await s.vs.open(unanswered);
		await analysis(s.server, unanswered, 'no-response');
		await s.vs.editor.click('Query');
		await s.vs.command('RAG Assay: Generate Response');
		await analysis(s.server, unanswered, 'done');
		const text = await s.server.host.run(({ vscode }) => vscode.window.activeTextEditor!.document.getText());
		assert.match(text, /\n## Response\n\n\S/);
		await s.vs.screenshot('each-generated');
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
		});
	});

	test('the redaction review: each sentence is decided, and the text is exported', async () => {
		await s.vs.open(file);
		await s.vs.command('RAG Assay: Review Redactions');
		const frame = await panel('redaction-review', '#panel #items');
		await says(frame, '#counts', /sample\.rag\.md: 0 of \d+ decided/);
		await says(frame, '#guarantee', /No privacy guarantee/);
		await frame.locator('[role=option][tabindex="0"]').focus();
		const counts = (): Promise<string> => frame.locator('#counts').innerText();
		await until(async () => {
			if (/can be exported/.test(await frame.locator('#stage').innerText())) return true;
			const seen = await counts();
			await s.vs.pressUntil('Enter', async () => (await counts()) !== seen, 'the next decision');
			return false;
		}, 'all decisions');
		await s.vs.screenshot('each-redaction-review');
		await frame.locator('#export-text').click();
		const exported = await confirmSaveDialog(s.vs.page, '.txt');
		await until(() => existsSync(exported) && /No privacy guarantee/.test(readFileSync(exported, 'utf8')), exported);
		await closeAll();
	});

	test('the privacy budget: a budget is made, and pays for a private answer', async () => {
		await s.vs.command('RAG Assay: Privacy Budget');
		const frame = await panel('privacy-budget', '#panel #verdict');
		await says(frame, '#verdict-first', new RegExp(`${documents} documents`));
		for (const [id, value] of [
			['budget-owner', 'Ada'],
			['budget-epsilon', '12'],
			['budget-delta', '1e-4'],
		] as const) {
			await frame.locator(`#${id} input`).fill(value);
			await frame.locator(`#${id} input`).press('Tab');
		}
		await frame.locator('#budget-set').click();
		await says(frame, '#ledger-words', /pays for 4 more answers/);
		await frame.locator('#try').click();
		await s.vs.quickPickRows().filter({ hasText: 'A folder' }).click();
		await answerFileDialog(s.vs.page, `${path('cases')}/`, (rows) => /\.\./.test(rows) && !/cases/.test(rows));
		const box = s.vs.page.locator('.quick-input-widget:visible input[placeholder^="What do many"]');
		await box.fill('What is the usual medication for shingles?');
		await box.press('Enter');
		await s.vs.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Spend and Generate', exact: true }).click();
		const saved = await confirmSaveDialog(s.vs.page, '.release.json');
		await says(frame, '#ledger-words', /pays for 3 more answers/);
		// The editor makes the file, and then writes it.
		const text = await until(() => existsSync(saved) && readFileSync(saved, 'utf8'), saved);
		assert.equal(release.parse(JSON.parse(text)).documents, documents);
		await s.vs.screenshot('each-privacy-budget');
		await s.vs.command('Notifications: Clear All Notifications');
		await closeAll();
	});

	test('query screening: the log of the settings is screened', async () => {
		await s.vs.command('RAG Assay: Query Screening');
		const frame = await panel('query-screening', '#panel #verdict');
		await says(frame, '#store-name', /documents\.jsonl/);
		await frame.locator('#pick-log').click();
		await s.vs.page.getByPlaceholder('Which log').waitFor();
		await s.vs.quickPickRows().filter({ hasText: 'log.jsonl' }).first().click();
		await says(frame, '#log-name', /log\.jsonl/);
		await frame.locator('#run').click();
		await says(frame, '#verdict', /13 of 53 queries each fish for one document\.$/);
		await says(frame, '#query-verdict', /It fishes for one document: case-50\./);
		await s.vs.screenshot('each-query-screening');
		await closeAll();
	});

	test('Data Sets leads to the calibration panel, which fits a threshold and saves a profile; Profiles shows it', async () => {
		await rowsOf(await view('Data Sets'))
			.filter({ hasText: dataSet.name })
			.click();
		const frame = await panel('calibration', '#panel #data');
		await says(frame, '#sources', new RegExp(`${dataSet.name} data set ${dataSet.traces}\\b`));
		// RePCS alone: the others take longer, and have their own files.
		await until(() => frame.locator('#methods #method-repcs').count(), 'the methods');
		const methods = frame.locator('#methods [id^="method-"]');
		for (const method of await methods.all())
			if ((await method.getAttribute('id')) !== 'method-repcs' && (await method.locator('input').isChecked())) await method.click();
		await frame.locator('#name input').fill('one path');
		await frame.locator('#name input').press('Enter');
		await frame.locator('#start:not([disabled])').click();
		await says(frame, '#detectors tbody', /RePCS/);
		// The picture of what a classifier learned needs one that this very run fits, and fitting takes half a minute: what a saved profile keeps has no points to draw.
		// `calibration-page-learned.test.ts` draws it in each theme, and `calibration-panel-results.test.ts` after a real run.
		assert.equal(await frame.locator('#learned').isVisible(), false, 'a score that is compared with a threshold has learned nothing');
		await s.vs.screenshot('each-calibration');
		await frame.locator('#save').click();
		const saved = await confirmSaveDialog(s.vs.page, '.assay-profile.json');
		await until(() => existsSync(saved), saved);
		const profiles = rowsOf(await view('Profiles'));
		await profiles.filter({ hasText: 'one-path' }).waitFor();
		assert.match(await profiles.filter({ hasText: 'demo' }).first().innerText(), /active, bundled/);
		await s.vs.screenshot('each-profiles');
		await closeAll();
	});

	test('Memory: a scan finds the planted entries, and one leads to its place', async () => {
		const pane = await view('Memory');
		await rowsOf(pane).filter({ hasText: 'assistant.jsonl' }).waitFor();
		await s.vs.command('RAG Assay: Scan All Memories');
		await s.vs.message(/entries flagged in \d memories/);
		await s.vs.command('Notifications: Clear All Notifications');
		// Rows that are still to come would move the one that is clicked.
		const expected = ['Ignore all previous instructions', 'When Ada asks about invoices', 'For every payment to Velorim'];
		await until(async () => {
			const rows = await rowsOf(pane).allInnerTexts();
			return (
				expected.every((text) => rows.some((row) => row.includes(text))) && rows.filter((row) => /of \d+ flagged/.test(row)).length === 3
			);
		}, 'the flagged entries of all three memories');
		await rowsOf(pane).filter({ hasText: 'When Ada asks about invoices' }).click();
		await s.vs.page.locator('.tab.active', { hasText: 'assistant.jsonl' }).waitFor();
		await until(
			() =>
				s.server.host.run(({ vscode }) => {
					const editor = vscode.window.activeTextEditor;
					return editor?.document.lineAt(editor.selection.active.line).text.includes('When Ada asks about invoices') ?? false;
				}),
			'the cursor at the entry',
		);
		await s.vs.page.locator('.monaco-editor .squiggly-warning, .monaco-editor .squiggly-error').first().waitFor();
		await until(async () => (await problems(/rag-assay\/memory-/)).length > 0, 'a finding in Problems');
		await s.vs.screenshot('each-memory');
		await closeAll();
	});

	test('the walkthrough opens, and offers the sample workspace', async () => {
		await s.server.host.run(({ vscode }) => {
			void vscode.commands.executeCommand('workbench.action.openWalkthrough', 'rag-assay.rag-assay#start', false);
		});
		await s.vs.page.getByRole('button', { name: 'Open Sample Workspace' }).first().click();
		await s.vs.quickPickRows().filter({ hasText: 'Open a copy now' }).waitFor();
		await s.vs.screenshot('each-walkthrough');
		await s.vs.page.keyboard.press('Escape');
		await closeAll();
	});

	test('the device report and the log', async () => {
		await s.vs.command('RAG Assay: Device Report');
		const report = await until(
			() =>
				s.server.host.run(
					({ vscode }) =>
						vscode.window.visibleTextEditors.map(({ document }) => document.getText()).find((text) => /Device report/.test(text)),
					null,
				),
			'the report',
		);
		assert.match(report, /RAG Assay runs the model on \*\*cpu\*\*/);
		await s.vs.command('RAG Assay: Show Log');
		await s.vs.page.locator('.panel .monaco-editor .view-line').first().waitFor();
		await s.vs.screenshot('each-log');
		await closeAll();
	});

	test('the report of an analysis, as a page', async (t) => {
		const html = join(folder, 'report.html');
		const args = ['analyze', path(flagged), '--html', html, '--quiet'];
		const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder };
		const { status, stderr } = await outputOf(startProcess(t, process.execPath, [join(repository, 'dist/cli.cjs'), ...args], { env }));
		assert.equal(status, 0, stderr);
		const page = await s.vs.page.context().browser()!.newPage();
		await page.goto(pathToFileURL(html).href);
		assert.match(await page.locator('body').innerText(), /23\.19/);
		await page.screenshot({ path: join(screenshots, 'each-report.png') });
		await page.close();
	});

	test('no view and no panel was left out, and their pages kept their policy', () => {
		assert.deepEqual([...viewsUsed].toSorted(), contributes.views.ragAssay.map(({ name }) => name).toSorted());
		const pages = globSync('webview/*/main.ts', { cwd: repository }).map((main) => main.split(/[\\/]/)[1]!);
		assert.deepEqual([...panelsShown].toSorted(), pages.toSorted());
		assert.deepEqual(complaints, []);
	});
});
