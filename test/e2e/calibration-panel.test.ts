import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { GetCalibrationReport } from '../../src/protocol/calibration-panel.ts';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { until } from './harness/until.ts';
import { webview } from './harness/webview.ts';
import type { Theme } from './harness/workbench.ts';

const sets = ['demo-world-clean', 'demo-world-memorised', 'demo-world'];
/** Answers of each set by side: enough for every method, and read in seconds. */
const kept: Readonly<Record<string, { readonly train: number; readonly test: number }>> = { 'demo-world-clean': { train: 40, test: 25 }, 'demo-world-memorised': { train: 40, test: 25 }, 'demo-world': { train: 130, test: 60 } };
const traces = Object.values(kept).reduce((sum, { train, test: held }) => sum + train + held, 0);

/** A workspace with the beginnings of the data sets, and two traces. */
function workspace(): string {
	const folder = mkdtempSync(join(tmpdir(), 'ra-calibration-'));
	for (const set of sets) {
		const from = join(repository, 'examples/datasets', set);
		const to = join(folder, 'data', set);
		cpSync(from, to, { recursive: true });
		const counts = { train: 0, test: 0 };
		const responses = lines(join(from, 'response.jsonl')).filter((line) => {
			const { split } = JSON.parse(line) as { split: 'train' | 'test' };
			return ++counts[split] <= kept[set]![split];
		});
		const ids = new Set(responses.map((line) => (JSON.parse(line) as { source_id: string }).source_id));
		const sources = lines(join(from, 'source_info.jsonl')).filter((line) => ids.has((JSON.parse(line) as { source_id: string }).source_id));
		for (const [name, all] of [['response.jsonl', responses], ['source_info.jsonl', sources]] as const) writeFileSync(join(to, name), `${all.join('\n')}\n`);
	}
	for (const name of ['sample.rag.md', 'ungrounded.rag.md']) cpSync(join(repository, 'test/e2e/workspace', name), join(folder, 'traces', name));
	return folder;
}

function lines(file: string): string[] {
	return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '');
}

describe('the calibration panel', { timeout: 600_000 }, () => {
	const folder = workspace();
	const s = session({ workspace: folder, size: { width: 1400, height: 1100 } });
	const complaints: string[] = [];
	before(() => { s.vs.page.on('console', (message) => { if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text()); }); });
	after(() => { rmSync(folder, { recursive: true, force: true }); });

	const panel = (): Promise<Frame> => webview(s.vs.page, '#panel #data');
	const words = async (selector: string): Promise<string> => (await panel()).locator(selector).innerText().catch(() => '');
	const press = async (id: string): Promise<void> => (await panel()).locator(`#${id}`).click();
	const threshold = async (): Promise<number> => Number(await (await panel()).locator('#score-chart').getAttribute('aria-valuenow'));
	const themes: readonly (readonly [Theme, string])[] = [['Light Modern', 'light'], ['Dark Modern', 'dark']];

	/** Pictures of the panel's beginning, in light and dark. */
	async function pictures(name: string, at?: string): Promise<void> {
		for (const [theme, short] of themes) {
			await s.vs.theme(theme);
			const frame = await panel();
			await frame.evaluate(at === undefined ? 'window.scrollTo(0, 0)' : `document.getElementById(${JSON.stringify(at)}).scrollIntoView()`);
			await s.vs.page.waitForTimeout(300);
			await s.vs.screenshot(`calibration-${name}-${short}`);
		}
	}

	/** The choice of a detector whose method is this. */
	async function choose(title: RegExp): Promise<void> {
		await (await panel()).locator('#detectors .link').filter({ hasText: title }).first().click();
	}

	test('before there are data, it says what to do', async () => {
		await s.vs.command('RAG Assay: Calibrate…');
		await until(() => panel().then(() => true, () => false), 'the panel', 120_000);
		await until(async () => /Pick a folder of labelled data/.test(await words('#empty')), 'the first words of the panel');
		assert.equal(await (await panel()).locator('#start[disabled]').count(), 1);
		await s.server.host.run(async ({ vscode }) => { await vscode.commands.executeCommand('workbench.action.closeSidebar'); });
		await pictures('empty');
	});

	/** Answers VS Code's own file dialog with a path; `lists`: whether its list is the one of the path's folder. It is closed afterwards, whatever becomes of it. */
	async function answerDialog(path: string, lists: (rows: string) => boolean): Promise<void> {
		const box = s.vs.page.locator('.quick-input-widget:visible input[type="text"]');
		const rows = async (): Promise<string> => (await s.vs.page.locator('.quick-input-widget:visible .monaco-list-row').allInnerTexts()).join('\n');
		await box.waitFor({ timeout: 60_000 });
		try {
			// It writes a path of its own first, over what came before.
			await until(async () => (await box.inputValue()).startsWith('/') && await rows() !== '', 'the dialog\u2019s own path', 60_000);
			await box.fill(path);
			await until(async () => await box.inputValue() === path && lists(await rows()), 'the folder that was written', 60_000);
			await s.vs.page.locator('.quick-input-widget:visible .quick-input-action .monaco-button').first().click();
			await box.waitFor({ state: 'hidden', timeout: 60_000 });
		} finally {
			if (await box.isVisible()) await s.vs.page.keyboard.press('Escape');
		}
	}

	test('a folder that is picked in a dialog is looked through', async () => {
		await press('pick-folders');
		// Below it there is no folder but the one above.
		await answerDialog(`${join(s.server.workspace, 'data', sets[0]!)}/`, (rows) => /\.\./.test(rows) && !/traces|demo-world/.test(rows));
		const count = String(kept[sets[0]!]!.train + kept[sets[0]!]!.test);
		await until(async () => new RegExp(`${sets[0]!}\\s+data set\\s+${count}\\s`).test(await words('#sources')), 'the first data set', 60_000);
	});

	test('the explorer\u2019s data sets are picked with a click', async () => {
		await s.vs.page.locator('.activitybar .action-label[aria-label^="RAG Assay"]').first().click();
		const rows = s.vs.page.locator('.pane-body .monaco-list-row');
		const row = rows.filter({ hasText: sets[1]! }).first();
		await row.waitFor();
		await rows.filter({ hasText: 'demo' }).filter({ hasText: 'active, bundled' }).first().waitFor();
		await rows.filter({ hasText: 'ungrounded' }).first().waitFor();
		await row.click();
		await until(async () => /Memorised/.test(await words('#sources')) && (await words('#sources')).includes(sets[1]!) && !(await words('#sources')).includes(sets[0]!), 'the data set of the view', 60_000);
		await s.vs.screenshot('explorer-views');
	});

	test('a command may bring the data', async () => {
		await s.server.host.run(async ({ vscode }, names) => {
			const root = vscode.workspace.workspaceFolders![0]!.uri;
			const uris = names.map((name) => vscode.Uri.joinPath(root, 'data', name));
			await vscode.commands.executeCommand('workbench.action.closeSidebar');
			await vscode.commands.executeCommand('ragAssay.calibrate', uris[0], uris);
		}, sets);
		await until(async () => (await (await panel()).locator('#sources tbody tr').count()) === sets.length && await (await panel()).locator('#start:not([disabled])').count() === 1, 'all data sets', 60_000);
		const frame = await panel();
		assert.match(await words('#methods'), /RePCS/);
		const draws = frame.locator('#draws input');
		await draws.fill('2');
		await draws.press('Enter');
		await frame.locator('#name input').fill('two worlds');
		await frame.locator('#name input').press('Enter');
		await pictures('data');
	});

	test('it runs, is cancelled, and goes on', async () => {
		await press('start');
		await until(async () => new RegExp(`Reading traces: [1-9]\\d* of ${traces}`).test(await words('#run-line')), 'progress', 60_000);
		// At once: a run that has come to fitting is cancelled with other words.
		await press('cancel');
		await until(async () => new RegExp(`^Cancelled at \\d+ of ${traces}`).test(await words('#run-line')), 'the end');
		await s.vs.theme('Light Modern');
		await s.vs.screenshot('calibration-cancelled-light');
		await s.vs.theme('Dark Modern');
		await (await panel()).locator('#start', { hasText: 'Go On' }).waitFor();
		await press('start');
		await until(async () => /Reading traces|Fitting/.test(await words('#run-line')), 'it to go on');
		await pictures('running');
	});

	test('hidden and shown, it runs on and ends', async () => {
		await s.vs.command('File: New Untitled Text File');
		await until(() => s.vs.page.frames().every((frame) => !frame.url().includes('/webview/')), 'the panel to be hidden');
		await s.vs.page.locator('.tab', { hasText: 'Calibration' }).click();
		await until(async () => (await (await panel()).locator('#detectors tbody tr').count()) > 0, 'the results', 300_000);
		assert.match(await words('#detectors'), /RePCS/);
		await until(async () => new RegExp(`two worlds: ${traces} traces`).test(await words('#results')), 'the summary');
		await pictures('done');
		await pictures('curves', 'rates');
		assert.match(await words('#detectors'), /SPAD\+/);
		await choose(/SPAD\+.*sentence/i);
		await pictures('classifier', 'detector');
		await s.vs.theme('Default High Contrast');
		await (await panel()).evaluate('window.scrollTo(0, 0)');
		await s.vs.page.waitForTimeout(300);
		await s.vs.screenshot('calibration-done-hc-dark');
		await s.vs.theme('Dark Modern');
		assert.deepEqual(complaints, []);
	});

	test('the threshold is dragged with the mouse, and what it does follows', async () => {
		await choose(/RePCS/);
		const frame = await panel();
		await frame.locator('#score-chart').scrollIntoViewIfNeeded();
		const start = await threshold();
		const rates = await words('#rates');
		const box = (await frame.locator('#score-chart').boundingBox())!;
		const [low, high] = [Number(await frame.locator('#score-chart').getAttribute('aria-valuemin')), Number(await frame.locator('#score-chart').getAttribute('aria-valuemax'))];
		// The plot begins behind the axis; the line is found by where its value lies between both ends.
		const left = box.x + 62;
		const at = (value: number): number => left + (value - low) / (high - low) * (box.x + box.width - left - 12);
		await s.vs.page.mouse.move(at(start), box.y + 80);
		await s.vs.page.mouse.down();
		for (let i = 1; i <= 20; i++) await s.vs.page.mouse.move(at(start + (high - low) * 0.02 * i), box.y + 80);
		await s.vs.page.mouse.up();
		assert.ok(await threshold() > start + (high - low) * 0.3, `${start} → ${await threshold()}`);
		await until(async () => await words('#rates') !== rates && /As calibrated/.test(await words('#rates')), 'other rates');
		assert.match(await words('#detectors tbody tr.chosen'), /\(moved\)/);
		await s.vs.screenshot('calibration-dragged');
		const dragged = await threshold();
		await frame.locator('#score-chart').press('ArrowLeft');
		assert.ok(await threshold() < dragged);
	});

	test('what is most wrong leads to its sentence', async () => {
		const frame = await panel();
		const links = frame.locator('#wrong .link');
		if (await links.count() === 0) await choose(/SPAD|entropy|gap/i);
		const text = (await links.first().innerText()).slice(0, 40);
		await links.first().press('Enter');
		const selected = await until(() => s.server.host.run(({ vscode }) => {
			const editor = vscode.window.activeTextEditor;
			return editor === undefined || editor.selection.isEmpty ? '' : editor.document.getText(editor.selection);
		}), 'a selection in the editor');
		assert.ok(selected.startsWith(text.replaceAll('…', '').slice(0, 20)), `${selected} / ${text}`);
		await s.vs.page.locator('.tab', { hasText: 'Calibration' }).click();
		await (await panel()).locator('#detectors').waitFor();
	});

	/** Confirms the save dialog's proposed path and returns it. */
	async function confirmed(ending: string): Promise<string> {
		const box = s.vs.page.locator('.quick-input-widget:visible input[type="text"]');
		await box.waitFor();
		const proposed = await until(async () => { const path = await box.inputValue(); return path.endsWith(ending) && path; }, 'a proposed name');
		await s.vs.page.locator('.quick-input-widget:visible .quick-input-action .monaco-button').first().click();
		await box.waitFor({ state: 'hidden', timeout: 60_000 });
		return proposed;
	}

	test('where it cannot be saved, a notification says with which file and what to do', async () => {
		await press('save');
		const file = '/sys/nowhere.assay-profile.json';
		await answerDialog(file, (rows) => /kernel/.test(rows));
		const told = await s.vs.message(/RA507/);
		assert.match(told, /^\/sys\/nowhere\.assay-profile\.json: This file cannot be written: .* Name a file in a folder that exists and is writable\. \(RA507\)$/);
		assert.equal(await words('#status'), told);
		assert.equal(await (await panel()).locator('#status.problem').count(), 1);
		await s.vs.screenshot('calibration-not-saved');
		await s.vs.command('Notifications: Clear All Notifications');
	});

	test('it is saved, and made the workspace\u2019s', async () => {
		await choose(/RePCS/);
		await press('save');
		const file = await confirmed('.assay-profile.json');
		assert.equal(file, join(s.server.workspace, 'two-worlds.assay-profile.json'));
		await until(() => existsSync(file), 'the profile');
		await until(async () => (await words('#saved')).startsWith('Saved as two-worlds'), 'the panel\u2019s word');
		const profile = JSON.parse(readFileSync(file, 'utf8')) as { schema: string; name: string; detectors: { method: string; threshold?: number; parameters?: unknown }[] };
		assert.equal(profile.name, 'two worlds');
		assert.ok(profile.detectors.some(({ method }) => method === 'repcs'));
		await press('use');
		await until(async () => /findings come from it/.test(await words('#saved')), 'the profile to be active');
		const set = await s.server.host.run(({ vscode }) => vscode.workspace.getConfiguration('ragAssay').inspect<string>('profile')?.workspaceValue);
		assert.equal(set, 'two-worlds.assay-profile.json', 'a path that a team can commit');
	});

	test('it is compared: with itself nothing has changed but what was moved, with the bundled one much has', async () => {
		await press('compare');
		await until(async () => (await (await panel()).locator('#changes tbody tr').count()) > 0, 'the comparison with itself');
		const own = await words('#changes');
		assert.match(own, /= same/);
		assert.doesNotMatch(own, /\+ added|− removed/);
		const frame = await panel();
		await frame.locator('#compare-with').click();
		await frame.locator('#compare-with vscode-option', { hasText: 'bundled' }).click();
		await press('compare');
		await until(async () => await words('#changes') !== own, 'the comparison with the bundled one');
		await pictures('comparison', 'profile');
	});

	test('it is exported as CSV, JSON and PNG', async () => {
		const exported = async (format: string): Promise<Buffer> => {
			await press(`export-${format}`);
			const file = await confirmed(`.${format}`);
			await until(() => existsSync(file), file);
			await until(async () => new RegExp(`Saved as ${format.toUpperCase()}`).test(await words('#status')), 'the panel\u2019s word');
			return readFileSync(file);
		};
		const csv = (await exported('csv')).toString();
		assert.match(csv, /^detector,kind,name,at,value,low,high\r\n/);
		assert.match(csv, /\r\nrepcs response,calibrated,truePositiveRate,/);
		const { moved, ...rest } = JSON.parse((await exported('json')).toString()) as Record<string, unknown>;
		assert.equal(GetCalibrationReport.result.parse(rest).traces, traces);
		assert.equal((moved as unknown[]).length, 1);
		const png = await exported('png');
		assert.ok(png.toString('latin1', 1, 4) === 'PNG' && png.readUInt32BE(16) > 600 && png.length > 20_000, `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}, ${png.length} bytes`);
	});

	/** As a person does it: a page that is torn away keeps nothing for certain. */
	async function reload(): Promise<void> {
		const loaded = s.vs.page.waitForEvent('load', { timeout: 60_000 });
		await s.vs.command('Developer: Reload Window');
		await loaded;
		await s.vs.page.locator('.monaco-workbench .statusbar-item').first().waitFor({ timeout: 60_000 });
		// On a busy machine the extensions take their time.
		await until(() => panel().then(() => true, () => false), 'the panel to come back', 120_000);
	}

	test('after a reload of VS Code it is there again, with the moved threshold', async () => {
		const [at, all] = [await threshold(), await words('#detectors')];
		await reload();
		await until(async () => (await (await panel()).locator('#detectors tbody tr').count().catch(() => 0)) > 0, 'the results after the reload', 60_000);
		await until(async () => await words('#detectors') === all, 'the same figures', 60_000);
		assert.equal(await threshold(), at);
		await s.vs.screenshot('calibration-reloaded');
	});

	test('reloaded in the middle of a run, it goes on by itself', async () => {
		const frame = await panel();
		await until(() => frame.locator('#method-repcs').count(), 'what was looked through', 60_000);
		await frame.locator('#setup summary').click();
		for (const method of ['mean-entropy', 'confidence-gap', 'repcs', 'spad-']) await frame.locator(`#method-${method}`).click();
		await until(async () => /two worlds/.test(await frame.locator('#name input').inputValue()) && await frame.locator('#start', { hasText: /Calibrate(?! Again)/ }).count() === 1, 'other options', 60_000);
		await press('start');
		await until(async () => /Reading traces|Fitting/.test(await words('#run-line')), 'the run', 60_000);
		await reload();
		await until(async () => /SPAD, sentences/.test(await words('#detectors')) && !/RePCS/.test(await words('#detectors')), 'the results of the run that was interrupted', 240_000);
	});

	test('the explorer marks the active profile, and its actions work', async () => {
		await s.vs.page.locator('.activitybar .action-label[aria-label^="RAG Assay"]').first().click();
		const row = s.vs.page.locator('.pane-body .monaco-list-row').filter({ hasText: 'two-worlds' }).first();
		await row.waitFor();
		assert.match(await row.innerText(), /two-worlds\s*active/);
		await s.vs.screenshot('explorer-profiles');
		const other = s.vs.page.locator('.pane-body .monaco-list-row').filter({ hasText: 'bundled' }).first();
		await other.hover();
		await other.locator('.action-label[aria-label^="Use Profile"]').click();
		await until(async () => /active, bundled/.test(await other.innerText()), 'the bundled profile to be active', 60_000);
		await row.hover();
		await row.locator('.action-label[aria-label^="Compare Profile"]').click();
		await until(async () => (await (await panel()).locator('#changes tbody tr').count()) > 0, 'the comparison that was asked for from outside', 60_000);
	});

	test('the explorer lists traces with what was found in them', async () => {
		const row = s.vs.page.locator('.pane-body .monaco-list-row').filter({ hasText: 'ungrounded' }).first();
		await row.click();
		await until(async () => /1 ungrounded/.test(await row.innerText()), 'the verdict', 60_000);
		await s.vs.screenshot('explorer-verdicts');
	});
});
