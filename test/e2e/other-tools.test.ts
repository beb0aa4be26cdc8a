/** What the editor does with files that other tools wrote: JSON Lines, JSON and CSV, with many traces in each. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import type { Api } from '../../src/extension/extension.ts';

const samples = 'ragas-samples.jsonl';
const contradicted = /\u201c15 March 2024\u201d differs from the contexts, which say \u201c14 March 2024\u201d \(1\)/;

describe('files of other tools', { timeout: 600_000 }, () => {
	const s = session({
		workspace: join(repository, 'test/unit/formats/foreign/fixtures'),
		builtIns: 'all',
		settings: { 'editor.wordWrap': 'on', 'ragAssay.heatmap.measure': 'cg' },
		size: { width: 1280, height: 900 },
	});

	/** Number of colored ranges of a document. */
	const colored = async (file: string): Promise<number> => (await heatmapOf(s.server, file)).ranges.reduce((sum, count) => sum + count, 0);

	test('an answer in JSON Lines is colored in place, and its wrong date is listed where it is', async () => {
		await s.vs.open(samples);
		await analysis(s.server, samples, 'done');
		assert.ok((await colored(samples)) > 20);
		const rows = await until(async () => {
			const shown = (await s.vs.problems()).filter((row) => row.includes('rag-assay/'));
			return shown.some((row) => contradicted.test(row)) && shown;
		}, 'the wrong date in Problems');
		assert.match(rows.find((row) => contradicted.test(row))!, /\[Ln 1, Col \d+\]/);
		assert.notEqual(await s.vs.editor.colorBehind('15 March'), undefined);
		await s.vs.screenshot('other-tools-jsonl');
	});

	test('the hover of a value says which context says another one', async () => {
		assert.match(await s.vs.editor.hover('15 March', 0, contradicted), contradicted);
		await s.vs.page.waitForTimeout(300); // it fades in
		await s.vs.screenshot('other-tools-hover');
		await s.vs.editor.dismissHover();
	});

	test('a lens opens the trace as a readable document, with colors and findings of its own, and another one goes back', async () => {
		const lens = (title: string) => s.vs.page.locator('.codelens-decoration a', { hasText: title });
		await s.vs.editor.click('user_input');
		await lens('Open as readable trace').first().click();
		await s.vs.page.locator('.tab.active', { hasText: 'line 1.rag.md' }).waitFor();
		const uri = await s.server.host.run(({ vscode }) => vscode.window.activeTextEditor!.document.uri.toString());
		assert.match(uri, /^rag-assay-trace:\/.*\/ragas-samples\.jsonl\/line%201\.rag\.md$/);
		const ranges = await s.server.host.run(async ({ vscode, until: untilHere }, shown) => {
			const ours = vscode.extensions.getExtension<Api>('rag-assay.rag-assay')!.exports;
			const painting = await untilHere(() => ours.heatmap(vscode.Uri.parse(shown)), 'the colors of the readable document');
			return painting.ranges.reduce((sum, count) => sum + count, 0);
		}, uri);
		assert.ok(ranges > 10);
		const rows = await until(async () => {
			const shown = await s.vs.problems();
			return shown.some((row) => row.includes('line 1.rag.md')) && shown;
		}, 'the findings of the readable document');
		assert.ok(
			rows.some((row) => row.includes('The same place in the readable trace.')),
			rows.join('\n'),
		);
		await s.vs.screenshot('other-tools-readable');

		await s.vs.command('RAG Assay: Copy Trace as Markdown');
		await s.vs.page.locator('.statusbar', { hasText: 'The trace is on the clipboard as Markdown.' }).waitFor();

		await lens('Go to ragas-samples.jsonl, line 1').first().click();
		await s.vs.page.locator('.tab.active', { hasText: samples }).waitFor();
	});

	for (const file of ['openinference-otlp.json', 'ragas-result.csv'])
		test(`${file} is colored in place`, async () => {
			await s.vs.open(file);
			await analysis(s.server, file, 'done');
			assert.ok((await colored(file)) > 20);
			await s.vs.screenshot(`other-tools-${file}`);
		});

	test('of other JSON, CSV and text nothing is said, and the runner does not get it', async () => {
		const others = ['package.json', 'places.json', 'numbers.csv', 'notes.txt'];
		const states = await s.server.host.run(async ({ vscode }, names) => {
			const folder = vscode.workspace.workspaceFolders![0]!.uri;
			const ours = vscode.extensions.getExtension<Api>('rag-assay.rag-assay')!.exports;
			const text = '{"name": "x", "answer": "none", "list": [{"a": 1, "b": "two"}]}\n';
			const found: string[] = [];
			for (const name of names) {
				const uri = vscode.Uri.joinPath(folder, name);
				await vscode.workspace.fs.writeFile(uri, Buffer.from(name.endsWith('.csv') ? 'a,b\n1,2\n3,4\n' : text));
				await vscode.window.showTextDocument(uri, { preview: false });
				await vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString())!.save();
				found.push(ours.analysisState(uri) ?? 'none');
			}
			return found;
		}, others);
		assert.deepEqual(states, ['none', 'none', 'none', 'none']);
		assert.equal(await s.vs.statusItem('analysis').isVisible(), false);
	});

	test('a file in another shape is read by the mapping that the command offers, and by the mapping as it is changed', async () => {
		const own = 'own-shape.jsonl';
		await s.server.host.run(async ({ vscode }, name) => {
			const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);
			const record = { q: 'When does it close?', docs: [{ body: 'It closes at 18:00.' }], gen: 'It closes at 19:00.', draft: 'At 18:00.' };
			await vscode.workspace.fs.writeFile(uri, Buffer.from(`${JSON.stringify(record)}\n`));
		}, own);
		await s.vs.open(own);
		const shown = s.vs.command('RAG Assay: Analyze File');
		const toast = s.vs.page.locator('.notifications-toasts', { hasText: 'Probably `q` is the question' });
		await toast.waitFor();
		await s.vs.screenshot('other-tools-mapping');
		await toast.getByRole('button', { name: 'Use It' }).click();
		await shown;
		await analysis(s.server, own, 'done');
		const wrong = async (): Promise<boolean> =>
			(await s.vs.problems()).some((row) => /\u201c19:00\u201d differs from the contexts, which say \u201c18:00\u201d/.test(row));
		await until(wrong, 'the wrong time in Problems');

		await s.server.host.run(async ({ vscode }, name) => {
			const list = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, '.rag-assay.json');
			const editor = await vscode.window.showTextDocument(list, { preview: false });
			const text = editor.document.getText();
			if (!text.includes(name)) throw new Error(text);
			const at = text.indexOf('"gen"');
			await editor.edit((edit) => {
				edit.replace(new vscode.Range(editor.document.positionAt(at), editor.document.positionAt(at + 5)), '"draft"');
			});
			await editor.document.save();
			await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
		}, own);
		await until(async () => !(await wrong()), 'the other answer to be read');
	});

	test('the traces of a file that is too large are offered one by one, found by their line, and lead to the next one', async () => {
		const large = 'large.jsonl';
		await s.server.host.run(async ({ vscode }, name) => {
			const filler = 'The branch keeps a ledger of every visit. '.repeat(2500);
			const lines = Array.from({ length: 180 }, (_, i) =>
				JSON.stringify({
					user_input: `What does desk ${i + 1} charge?`,
					retrieved_contexts: [`Desk ${i + 1} charges ${i + 101} dollars. ${filler}`],
					response: `Desk ${i + 1} charges ${i + 108} dollars.`,
				}),
			);
			const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);
			await vscode.workspace.fs.writeFile(uri, Buffer.from(`${lines.join('\n')}\n`));
		}, large);
		await s.vs.open(large);
		const toast = s.vs.page.locator('.notifications-toasts', {
			hasText: 'large.jsonl is too large to be analyzed as a whole in the editor.',
		});
		await toast.getByRole('button', { name: 'Open Its Traces' }).click();
		const box = s.vs.page.locator('.quick-input-widget:visible input[placeholder^="Select a trace, or type"]');
		await box.waitFor();
		await s.vs.quickPickRows().filter({ hasText: 'What does desk 1 charge?' }).waitFor();
		await box.fill('150');
		const row = s.vs.quickPickRows().filter({ hasText: 'What does desk 150 charge?' });
		await row.waitFor();
		await s.vs.screenshot('other-tools-large-file');
		await box.press('Enter');
		const active = (line: number) => s.vs.page.locator('.tab.active', { hasText: `line ${line}.rag.md` });
		await active(150).waitFor();
		await until(
			async () =>
				(await s.vs.problems()).some((one) =>
					/\u201c257 dollars\u201d differs from the contexts, which say \u201c250 dollars\u201d/.test(one),
				),
			'the wrong price in Problems',
		);
		const lens = (title: string) => s.vs.page.locator('.codelens-decoration a', { hasText: title });
		await lens('Next trace').first().click();
		await active(151).waitFor();
		await lens('Line 151 of large.jsonl: list its 180 lines').first().waitFor();
		await s.vs.screenshot('other-tools-large-file-trace');
		await lens('Line 151 of large.jsonl: list its 180 lines').first().click();
		await box.waitFor();
		// A number that was typed does not lead the next lines back to the first one.
		await box.fill('2');
		// Until the new list is there, the text filters the old one, which has line 2 and not line 3.
		await s.vs.quickPickRows().filter({ hasText: 'What does desk 3 charge?' }).waitFor();
		await box.press('ArrowUp');
		await box.press('ArrowUp');
		await box.press('Enter');
		await s.vs.quickPickRows().filter({ hasText: 'What does desk 52 charge?' }).waitFor();
		await box.press('Escape');
		await s.vs.command('RAG Assay: Next Trace of a Large File');
		await active(152).waitFor();

		await s.vs.command('RAG Assay: Focus on Traces View');
		await s.vs.page.locator('.monaco-list-row', { hasText: 'large file: opens trace by trace' }).click();
		await box.waitFor();
		await box.press('Escape');
	});
});
