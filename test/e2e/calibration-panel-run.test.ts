import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calibrationPanel } from './harness/calibration-panel.ts';
import { traces } from './harness/calibration-workspace.ts';
import { until } from '../support/until.ts';

describe('the calibration panel: a run', { timeout: 600_000 }, () => {
	const panel = calibrationPanel();
	const s = panel.session;

	test('it runs, is canceled, and goes on', async () => {
		await panel.openOnData();
		await panel.fill('option-draws', '2');
		await panel.fill('name', 'two worlds');
		await panel.press('start');
		await until(async () => new RegExp(`Reading the data: [1-9]\\d* of ${traces}`).test(await panel.words('#run-line')), 'progress');
		// At once: a run that has come to fitting is canceled with other words.
		await panel.press('cancel');
		await until(async () => new RegExp(`^Canceled at \\d+ of ${traces}`).test(await panel.words('#run-line')), 'the end');
		await s.vs.theme('Light Modern');
		await s.vs.screenshot('calibration-cancelled-light');
		await s.vs.theme('Dark Modern');
		await (await panel.frame()).locator('#start', { hasText: 'Continue' }).waitFor();
		await panel.press('start');
		await until(async () => /Reading the data|Fitting/.test(await panel.words('#run-line')), 'it to go on');
		await panel.pictures('running');
	});

	test('hidden and shown, it runs on and ends', async () => {
		await s.vs.coverActiveTab();
		await until(() => s.vs.page.frames().every((frame) => !frame.url().includes('/webview/')), 'the panel to be hidden');
		await s.vs.page.locator('.tab', { hasText: 'Calibration' }).click();
		await until(async () => (await panel.detectors()) > 0, 'the results', { limit: 300_000 });
		assert.match(await panel.words('#detectors'), /RePCS/);
		await until(async () => new RegExp(`two worlds: ${traces} traces`).test(await panel.words('#results')), 'the summary');
		await panel.pictures('done');
		await panel.pictures('curves', 'rates');
		assert.match(await panel.words('#detectors'), /SPAD\+/);
		await panel.choose(/SPAD\+.*sentence/i);
		await panel.pictures('classifier', 'detector');
		await s.vs.theme('Default High Contrast');
		await (await panel.frame()).evaluate('window.scrollTo(0, 0)');
		await s.vs.page.waitForTimeout(300);
		await s.vs.screenshot('calibration-done-hc-dark');
		await s.vs.theme('Dark Modern');
	});

	/** As a person does it: a page that is torn away keeps nothing for certain. */
	async function reload(): Promise<void> {
		const loaded = s.vs.page.waitForEvent('load', { timeout: 60_000 });
		await s.vs.command('Developer: Reload Window');
		await loaded;
		await s.vs.page.locator('.monaco-workbench .statusbar-item').first().waitFor({ timeout: 60_000 });
		// On a busy machine the extensions take their time.
		await until(
			() =>
				panel.frame().then(
					() => true,
					() => false,
				),
			'the panel to come back',
		);
	}

	test('after a reload of VS Code it is back, with the moved threshold', async () => {
		await panel.choose(/RePCS/);
		const line = (await panel.frame()).locator('#score-chart');
		await line.press('ArrowLeft');
		// What it does there is said once it is known.
		await until(
			async () =>
				(await panel.words('#detectors tbody tr.chosen')).includes('(moved)') &&
				((await line.getAttribute('aria-valuetext')) ?? '').includes('flags'),
			'the moved threshold',
		);
		const [at, all] = [await panel.threshold(), await panel.words('#detectors')];
		await reload();
		await until(async () => (await panel.detectors()) > 0, 'the results after the reload');
		await until(async () => (await panel.words('#detectors')) === all, 'the same figures');
		assert.equal(await panel.threshold(), at);
		await s.vs.screenshot('calibration-reloaded');
	});

	test('reloaded in the middle of a run, it goes on by itself', async () => {
		const frame = await panel.frame();
		await until(() => frame.locator('#method-repcs').count(), 'what was looked through');
		await frame.locator('#setup summary').click();
		for (const method of ['mean-entropy', 'confidence-gap', 'repcs', 'spad-']) await frame.locator(`#method-${method}`).click();
		await until(
			async () =>
				/two worlds/.test(await frame.locator('#name input').inputValue()) &&
				(await frame.locator('#start', { hasText: /Calibrate(?! Again)/ }).count()) === 1,
			'other options',
		);
		for (const method of ['mean-entropy', 'confidence-gap', 'repcs', 'spad-'])
			assert.equal(await frame.locator(`#method-${method} input`).isChecked(), false, method);
		await panel.press('start');
		await until(async () => /Reading the data|Fitting/.test(await panel.words('#run-line')), 'the run');
		await reload();
		let seen = '';
		await until(
			async () => {
				const [results, all] = [await panel.words('#detectors'), await panel.words('#panel')];
				seen = all;
				return /SPAD, sentences/.test(results) && !/RePCS/.test(results);
			},
			() => `the results of the run that was interrupted; the panel says: ${seen}`,
			{ limit: 240_000 },
		);
	});
});
