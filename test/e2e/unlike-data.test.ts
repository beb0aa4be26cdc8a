/** What the editor says of findings in data that are unlike those of the profile. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { exampleText } from './harness/example.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { unlikeWorkspace } from './harness/unlike-data.ts';
import { screenshots } from './harness/workbench.ts';

const file = 'bank/invented-amount.rag.md';
const { value, inResponse } = exampleText(`traces/${file}`);
/** Its last words say what to do. */
const said = (rows: number): RegExp =>
	new RegExp(
		`Expect more false alarms: (?:all|\\d+) of the last ${rows} answers differ from the calibration answers \\(.+\\)\\. Label some of them and calibrate on your labels\\.`,
	);

describe('traces that are unlike the data of the profile', { timeout: 600_000 }, () => {
	const { workspace, traces } = unlikeWorkspace(file);
	const s = session({ workspace, size: { width: 900, height: 900 } });

	test('after the analysis of a workspace, a message says so and offers to label', async () => {
		await s.vs.command('RAG Assay: Analyze Workspace');
		assert.match(await s.vs.message(new RegExp(`^${traces} traces analyzed`)), said(traces));
		await s.vs.page.getByRole('button', { name: 'Label Some of These' }).first().waitFor();
		await s.vs.command('Notifications: Clear All Notifications');
	});

	test('the hover of a flagged sentence says so in one line, in both themes', async () => {
		await s.vs.command('View: Toggle Primary Side Bar Visibility');
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await heatmapOf(s.server, file, 'suspicion');
		await s.vs.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
		mkdirSync(join(screenshots, 'docs'), { recursive: true });
		const word = /\d+/.exec(value)![0];
		for (const [theme, picture] of [
			['Light Modern', 'unlike-data-light'],
			['Dark Modern', 'docs/unlike-data'],
		] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one window, one theme after the other
			await s.vs.theme(theme);
			// oxlint-disable-next-line no-await-in-loop -- likewise
			const words = await s.vs.editor.hover(word, inResponse(word), /probability/i);
			assert.equal(words.split('\n').filter((line) => said(traces).test(line)).length, 1, words);
			// oxlint-disable-next-line no-await-in-loop -- it fades in
			await s.vs.page.waitForTimeout(300);
			// oxlint-disable-next-line no-await-in-loop -- likewise
			const editors = await s.vs.page.locator('.part.editor').boundingBox();
			// oxlint-disable-next-line no-await-in-loop -- likewise
			await s.vs.screenshot(picture, { ...editors!, height: 720 });
			// oxlint-disable-next-line no-await-in-loop -- likewise
			await s.vs.editor.dismissHover();
		}
	});

	test('the status bar, Problems and the list of traces say so, too', async () => {
		assert.match(await s.vs.status('analysis'), /finding.*, unlike data/);
		const rows = await until(async () => {
			const shown = (await s.vs.problems()).filter((row) => said(traces).test(row));
			return shown.length > 0 && shown;
		}, 'a row in Problems');
		assert.equal(rows.length, 1, 'once a file');
		await s.vs.screenshot('unlike-data-problems');
		await s.vs.command('View: Toggle Panel Visibility');
		await s.vs.command('RAG Assay: Focus on Traces View');
		const row = s.vs.page.locator('.monaco-list-row').filter({ hasText: 'invented-amount' }).first();
		await row.hover();
		const tooltip = s.vs.page.locator('.monaco-hover:visible').filter({ hasText: said(traces) });
		await tooltip.first().waitFor();
		await s.vs.screenshot('unlike-data-traces');
	});

	test('an answer that is plainly unlike them is not judged: one Information, and a quick fix that opens the setting', async () => {
		await s.vs.open('page-1.rag.md');
		await analysis(s.server, 'page-1.rag.md', 'done');
		const rows = await until(async () => {
			const shown = (await s.vs.problems()).filter((row) => row.includes('rag-assay/not-judged'));
			return shown.length > 0 && shown;
		}, 'a row in Problems');
		assert.match(
			rows[0]!,
			/Not judged by the profile 'demo': the answer is unlike its calibration answers \(.+\)\. In its place, the starter profile/,
		);
		const own = (await s.vs.problems()).filter((row) => row.includes('rag-assay/ungrounded'));
		assert.ok(own.length <= 1, 'only the example of the world is flagged');
		assert.match(await s.vs.status('analysis'), /not judged/i);
		await s.vs.screenshot('not-judged');
		// The answer repeats its context, so that its words alone do not say where it is.
		await s.vs.page.locator('.markers-panel .monaco-list-row').filter({ hasText: 'rag-assay/not-judged' }).first().dblclick();
		const choose = s.vs.page.locator('.action-widget .action').filter({ hasText: 'Choose a model that can read such text' });
		await s.vs.pressUntil('Control+.', () => choose.first().isVisible(), 'the quick fix that chooses a model');
		await s.vs.screenshot('not-judged-quick-fix');
		await choose.first().click();
		const ways = s.vs.page.locator('.quick-input-list .monaco-list-row');
		await ways.filter({ hasText: 'Choose a folder' }).waitFor();
		await s.vs.screenshot('not-judged-models');
		await ways.filter({ hasText: 'Open Settings' }).click();
		await s.vs.page.locator('.settings-editor').waitFor();
		// The settings of a machine are on another page here, where the window has a server.
		await s.vs.page.locator('.settings-editor .search-container').filter({ hasText: 'ragAssay.model' }).first().waitFor();
		await s.vs.screenshot('not-judged-settings');
	});
});
