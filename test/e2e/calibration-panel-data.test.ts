import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { calibrationPanel } from './harness/calibration-panel.ts';
import { sets } from './harness/calibration-workspace.ts';
import { answerFileDialog } from './harness/file-dialog.ts';
import { until } from '../support/until.ts';

describe('the calibration panel: its data', { timeout: 600_000 }, () => {
	const panel = calibrationPanel();
	const s = panel.session;
	const [first, second] = sets;
	if (first === undefined || second === undefined) throw new Error('there are too few data sets');

	test('before there are data, it says what to do', async () => {
		await s.vs.command('RAG Assay: Calibrate…');
		await until(
			() =>
				panel.frame().then(
					() => true,
					() => false,
				),
			'the panel',
		);
		await until(async () => /Pick a folder of labeled data/.test(await panel.words('#empty')), 'the first words of the panel');
		assert.equal(await (await panel.frame()).locator('#start[disabled]').count(), 1);
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.closeSidebar');
		});
		await panel.pictures('empty');
	});

	test('a folder that is picked in a dialog is looked through', async () => {
		await panel.press('pick-folders');
		// Below it there is no folder but the one above.
		await answerFileDialog(
			s.vs.page,
			`${join(s.server.workspace, 'data', first.name)}/`,
			(rows) => /\.\./.test(rows) && !/traces|demo-world/.test(rows),
		);
		await until(
			async () => new RegExp(`${first.name}\\s+data set\\s+${first.traces}\\s`).test(await panel.words('#sources')),
			'the first data set',
		);
	});

	test('the explorer\u2019s data sets are picked with a click', async () => {
		const rows = async (view: string): Promise<Locator> => (await s.vs.view(view)).locator('.monaco-list-row');
		await (await rows('Profiles')).filter({ hasText: 'demo' }).filter({ hasText: 'active, bundled' }).first().waitFor();
		await (await rows('Data Sets')).filter({ hasText: second.name }).first().click();
		await until(async () => {
			const sources = await panel.words('#sources');
			return sources.includes('memorised') && sources.includes(second.name) && !sources.includes(first.name);
		}, 'the data set of the view');
		await s.vs.screenshot('explorer-views');
	});

	test('a command may bring the data', async () => {
		await panel.openOnData();
		assert.match(await panel.words('#methods'), /RePCS/);
		await panel.fill('option-draws', '2');
		await panel.fill('name', 'two worlds');
		await panel.pictures('data');
	});

	test('the explorer lists traces with what was found in them', async () => {
		const row = (await s.vs.view('Traces')).locator('.monaco-list-row').filter({ hasText: 'ungrounded' }).first();
		await row.click();
		await until(async () => /1 not supported/.test(await row.innerText()), 'the verdict');
		await s.vs.screenshot('explorer-verdicts');
	});
});
