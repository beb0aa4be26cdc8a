import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CalibrationPanelState } from '../../src/protocol/calibration-panel.ts';
import { panelState, report } from '../support/example-calibration-report.ts';
import { calibrationPage, pictureOf } from './harness/calibration-page.ts';
import { until } from '../support/until.ts';

describe('the page of the calibration panel, without VS Code: a run', { timeout: 300_000 }, () => {
	const open = calibrationPage();

	test('running: progress that is read aloud by tenths, and can be canceled', async () => {
		const { page: p, asked, tell } = await open(panelState);
		const going = (done: number): CalibrationPanelState => ({
			...panelState,
			run: { run: report.run, options: panelState.setup, state: { kind: 'measuring', done, total: 450, failed: 1, secondsLeft: 170 } },
		});
		await tell('ragAssay/calibrationPanel/changed', going(91));
		await until(async () => /91 of 450/.test(await p.locator('#run-line').innerText()), 'the progress');
		await tell('ragAssay/calibrationPanel/changed', going(92));
		await until(async () => /92 of 450 · 1 failed · about 3 minutes left/.test(await p.locator('#run-line').innerText()), 'more of it');
		assert.match(await p.locator('#run-said').innerText(), /91 of 450/, 'a tenth is said once');
		assert.equal(await p.locator('#option-alpha[disabled]').count(), 1);
		assert.equal(await p.locator('#start').isVisible(), false);
		await p.screenshot({ path: pictureOf('running') });
		await p.locator('#cancel').click();
		assert.equal((await asked()).at(-1)?.[0], 'ragAssay/calibrationPanel/cancel');
		await tell('ragAssay/calibrationPanel/changed', {
			...going(92),
			run: { ...going(92).run!, state: { kind: 'cancelled', done: 92, total: 450, failed: 1, secondsLeft: null } },
		});
		await p.locator('#start', { hasText: 'Continue' }).waitFor();
		assert.match(await p.locator('#run-line').innerText(), /^Canceled at 92 of 450/);
	});

	test('canceled while fitting: that all has been read, and Continue', async () => {
		const { page: p, complaints, tell } = await open(panelState);
		const become = (state: NonNullable<CalibrationPanelState['run']>['state']): Promise<void> =>
			tell('ragAssay/calibrationPanel/changed', { ...panelState, run: { run: report.run, options: panelState.setup, state } });
		await become({ kind: 'fitting', step: 'SPAD+, sentences', done: 120, total: 1000, failed: 0, secondsLeft: 40 });
		await until(async () => (await p.locator('#run-line').innerText()).startsWith('Fitting: SPAD+, sentences'), 'the fit');
		await become({ kind: 'cancelled-fitting', failed: 0 });
		await p.locator('#start', { hasText: 'Continue' }).waitFor();
		assert.match(await p.locator('#run-line').innerText(), /^Canceled while fitting\. All data were read/);
		assert.match(await p.locator('#run-said').innerText(), /^Canceled while fitting/);
		assert.equal(await p.locator('#progress').isVisible(), false, 'nothing of a fit is kept');
		await p.screenshot({ path: pictureOf('cancelled-fitting') });
		assert.deepEqual(complaints, []);
	});
});
