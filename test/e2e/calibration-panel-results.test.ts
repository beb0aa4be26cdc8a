import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { GetCalibrationReport } from '../../src/protocol/calibration-panel.ts';
import { bothColors } from './harness/calibration-page.ts';
import { calibrationPanel } from './harness/calibration-panel.ts';
import { traces } from './harness/calibration-workspace.ts';
import { answerFileDialog, confirmSaveDialog } from './harness/file-dialog.ts';
import { until } from '../support/until.ts';

describe('the calibration panel: what a run has found', { timeout: 600_000 }, () => {
	const panel = calibrationPanel();
	const s = panel.session;

	test('what is ticked is fitted, and nothing else', async () => {
		await panel.openOnData();
		await panel.fill('option-draws', '2');
		await panel.fill('name', 'two worlds');
		// It takes as long as everything else together.
		await panel.press('method-spad-');
		await until(async () => !(await (await panel.frame()).locator('#method-spad- input').isChecked()), 'SPAD+ to be left out');
		await panel.press('start');
		await until(async () => (await panel.detectors()) > 0, 'the results', { limit: 300_000 });
		const found = await panel.words('#detectors');
		assert.match(found, /RePCS/);
		assert.match(found, /SPAD, sentences/);
		assert.doesNotMatch(found, /SPAD\+/);
	});

	test('the threshold is dragged with the mouse, and what it does follows', async () => {
		await panel.choose(/RePCS/);
		const frame = await panel.frame();
		await frame.locator('#score-chart').scrollIntoViewIfNeeded();
		const start = await panel.threshold();
		const rates = await panel.words('#rates');
		const box = (await frame.locator('#score-chart').boundingBox())!;
		const [low, high] = [
			Number(await frame.locator('#score-chart').getAttribute('aria-valuemin')),
			Number(await frame.locator('#score-chart').getAttribute('aria-valuemax')),
		];
		// The plot begins behind the axis; the line is found by where its value lies between both ends.
		const left = box.x + 62;
		const at = (value: number): number => left + ((value - low) / (high - low)) * (box.x + box.width - left - 12);
		await s.vs.page.mouse.move(at(start), box.y + 80);
		await s.vs.page.mouse.down();
		for (let i = 1; i <= 20; i++) await s.vs.page.mouse.move(at(start + (high - low) * 0.02 * i), box.y + 80);
		await s.vs.page.mouse.up();
		assert.ok((await panel.threshold()) > start + (high - low) * 0.3, `${start} → ${await panel.threshold()}`);
		await until(async () => (await panel.words('#rates')) !== rates && /As calibrated/.test(await panel.words('#rates')), 'other rates');
		assert.match(await panel.words('#detectors tbody tr.chosen'), /\(moved\)/);
		await s.vs.screenshot('calibration-dragged');
		const dragged = await panel.threshold();
		await frame.locator('#score-chart').press('ArrowLeft');
		assert.ok((await panel.threshold()) < dragged);
	});

	test('what the classifier learned is drawn; a detector without one has no such part', async () => {
		assert.equal(await (await panel.frame()).locator('#learned').isVisible(), false);
		await panel.choose(/SPAD, sentences/);
		await until(async () => (await panel.words('#learned')).startsWith('Each dot is one sentence'), 'the picture');
		await panel.pictures('learned', 'learned');
		for (const theme of ['Light Modern', 'Default High Contrast', 'Default High Contrast Light', 'Dark Modern'] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one window
			await s.vs.theme(theme);
			// oxlint-disable-next-line no-await-in-loop -- likewise
			await until(async () => await (await panel.frame()).evaluate<boolean>(bothColors), `small and large values in ${theme}`);
			// oxlint-disable-next-line no-await-in-loop -- likewise
			await s.vs.screenshot(`calibration-learned-${theme.replaceAll(' ', '-')}`);
		}
		assert.ok((await (await panel.frame()).locator('#learned-table tbody tr').count()) > 20);
		await panel.choose(/RePCS/);
	});

	test('what is most wrong leads to its sentence', async () => {
		const frame = await panel.frame();
		const links = frame.locator('#wrong .link');
		if ((await links.count()) === 0) await panel.choose(/SPAD|entropy|gap/i);
		const text = (await links.first().innerText()).slice(0, 40);
		await links.first().press('Enter');
		const selected = await until(
			() =>
				s.server.host.run(({ vscode }) => {
					const editor = vscode.window.activeTextEditor;
					return editor === undefined || editor.selection.isEmpty ? '' : editor.document.getText(editor.selection);
				}),
			'a selection in the editor',
		);
		assert.ok(selected.startsWith(text.replaceAll('…', '').slice(0, 20)), `${selected} / ${text}`);
		await s.vs.page.locator('.tab', { hasText: 'Calibration' }).click();
		await (await panel.frame()).locator('#detectors').waitFor();
	});

	test('where it cannot be saved, a notification says with which file and what to do', async () => {
		await panel.press('save');
		const file = '/sys/nowhere.assay-profile.json';
		await answerFileDialog(s.vs.page, file, (rows) => /kernel/.test(rows));
		const told = await s.vs.message(/RA507/);
		assert.match(
			told,
			/^Profile not saved to \/sys\/nowhere\.assay-profile\.json\. This file cannot be written: .* Name a file in a folder that exists and is writable\. \(RA507\)$/,
		);
		assert.equal(await panel.words('#status'), told);
		assert.equal(await (await panel.frame()).locator('#status.problem').count(), 1);
		await s.vs.screenshot('calibration-not-saved');
		await s.vs.command('Notifications: Clear All Notifications');
	});

	test('it is saved, and made the workspace\u2019s', async () => {
		await panel.choose(/RePCS/);
		await panel.press('save');
		const file = await confirmSaveDialog(s.vs.page, '.assay-profile.json');
		assert.equal(file, join(s.server.workspace, 'two-worlds.assay-profile.json'));
		await until(() => existsSync(file), 'the profile');
		await until(async () => (await panel.words('#saved')).startsWith('Saved as two-worlds'), 'the panel\u2019s word');
		const profile = JSON.parse(readFileSync(file, 'utf8')) as {
			schema: string;
			name: string;
			detectors: { method: string; threshold?: number; parameters?: unknown }[];
		};
		assert.equal(profile.name, 'two worlds');
		assert.ok(profile.detectors.some(({ method }) => method === 'repcs'));
		await panel.press('use');
		await until(async () => /findings come from it/.test(await panel.words('#saved')), 'the profile to be active');
		const set = await s.server.host.run(
			({ vscode }) => vscode.workspace.getConfiguration('ragAssay').inspect<string>('profile')?.workspaceValue,
		);
		assert.equal(set, 'two-worlds.assay-profile.json', 'a path that a team can commit');
	});

	test('it is compared with the bundled profile, not with what was just saved: much has changed', async () => {
		const frame = await panel.frame();
		await frame.locator('#compare-with').click();
		const offered = await frame.locator('#compare-with').getByRole('option').allInnerTexts();
		assert.ok(offered.some((label) => label.includes('bundled')) && !offered.some((label) => label.includes('two-worlds')), offered.join());
		await frame.locator('#compare-with').getByRole('option', { name: 'bundled' }).click();
		await panel.press('compare');
		await until(async () => /− removed/.test(await panel.words('#changes')), 'the comparison with the bundled one');
		await panel.pictures('comparison', 'profile');
		await panel.pictures('comparison-learned', 'learned-comparison-title');
	});

	test('it is exported as CSV, JSON and PNG', async () => {
		const exported = async (format: string): Promise<Buffer> => {
			await panel.press(`export-${format}`);
			const file = await confirmSaveDialog(s.vs.page, `.${format}`);
			await until(() => existsSync(file), file);
			await until(async () => new RegExp(`Saved as ${format.toUpperCase()}`).test(await panel.words('#status')), 'the panel\u2019s word');
			return readFileSync(file);
		};
		const csv = (await exported('csv')).toString();
		assert.match(csv, /^detector,kind,name,at,value,low,high\r\n/);
		assert.match(csv, /\r\nrepcs response,calibrated,truePositiveRate,/);
		const { moved, ...rest } = JSON.parse((await exported('json')).toString()) as Record<string, unknown>;
		assert.equal(GetCalibrationReport.result.parse(rest).items, traces);
		assert.equal((moved as unknown[]).length, 1);
		const png = await exported('png');
		assert.ok(
			png.toString('latin1', 1, 4) === 'PNG' && png.readUInt32BE(16) > 600 && png.length > 20_000,
			`${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}, ${png.length} bytes`,
		);
	});

	test('the explorer marks the active profile, and its actions work', async () => {
		const rows = (await s.vs.view('Profiles')).locator('.monaco-list-row');
		const row = rows.filter({ hasText: 'two-worlds' }).first();
		await row.waitFor();
		assert.match(await row.innerText(), /two-worlds\s*active/);
		await s.vs.screenshot('explorer-profiles');
		const other = rows.filter({ hasText: 'bundled' }).first();
		await other.hover();
		await other.locator('.action-label[aria-label^="Use Profile"]').click();
		await until(async () => /active, bundled/.test(await other.innerText()), 'the bundled profile to be active');
		await row.hover();
		await row.locator('.action-label[aria-label^="Compare Profile"]').click();
		await until(async () => /= same/.test(await panel.words('#changes')), 'the comparison that was asked for from outside: with itself');
		assert.doesNotMatch(await panel.words('#changes'), /\+ added|− removed/);
		assert.match(await panel.words('.learned-comparison'), /Both use the same sources/);
		await s.vs.screenshot('calibration-compared-with-itself');
	});
});
