import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CalibrationPanelState } from '../../src/protocol/calibration-panel.ts';
import { doneState, report } from '../support/example-calibration-report.ts';
import { calibrationPage, pictureOf } from './harness/calibration-page.ts';
import { until } from '../support/until.ts';

describe('the page of the calibration panel, without VS Code: profiles', { timeout: 300_000 }, () => {
	const open = calibrationPage();

	test('compared: what changed, and whether it is more than noise', async () => {
		const { page: p, asked } = await open(doneState);
		await p.locator('#compare').click();
		await p.locator('#changes').waitFor();
		assert.equal(await p.locator('#made').innerText(), 'Data: other.');
		assert.match(await p.locator('#changes').innerText(), /≈ within noise\s+0\.4800 → 0\.5000/);
		assert.deepEqual((await asked()).at(-1), [
			'ragAssay/calibration/compare',
			{ run: report.run, file: '/x/demo.assay-profile.json', moved: [] },
		]);
		await p.locator('#profile').screenshot({ path: pictureOf('compared') });
	});

	test('compared from outside, and after a threshold was moved once more with the same profile', async () => {
		const { page: p, asked, tell } = await open(doneState);
		await p.locator('#detectors').waitFor();
		const comparisons = async (): Promise<unknown[]> =>
			(await asked()).flatMap(([method, params]) => (method.endsWith('/calibration/compare') ? [params] : []));
		const compareWith = (number: number): CalibrationPanelState => ({
			...doneState,
			compareWith: { path: '/x/demo.assay-profile.json', asked: number },
		});
		await tell('ragAssay/calibrationPanel/changed', compareWith(1));
		await p.locator('#changes').waitFor();
		await p.locator('#score-chart').press('End');
		await tell('ragAssay/calibrationPanel/changed', compareWith(1));
		await tell('ragAssay/calibrationPanel/changed', compareWith(2));
		await until(async () => (await comparisons()).length > 1, 'the second comparison');
		const same = { run: report.run, file: '/x/demo.assay-profile.json' };
		assert.deepEqual(await comparisons(), [
			{ ...same, moved: [] },
			{ ...same, moved: [{ id: 'spad+ sentence', threshold: 1 }] },
		]);
	});

	test('compared from outside with what was just saved: the list names that profile', async () => {
		const { page: p, tell } = await open(doneState);
		const chosen = (): Promise<string> => p.evaluate<string>(`document.querySelector('#compare-with').value`);
		const saved = { path: '/w/demo world.assay-profile.json', label: 'demo world.assay-profile.json' };
		await tell('ragAssay/calibrationPanel/changed', { ...doneState, saved });
		assert.equal(await chosen(), '/x/demo.assay-profile.json');
		await tell('ragAssay/calibrationPanel/changed', { ...doneState, saved, compareWith: { path: saved.path, asked: 1 } });
		await p.locator('#changes').waitFor();
		await until(async () => (await chosen()) === saved.path, 'the profile in the list');
	});

	test('saved: made the workspace\u2019s, and told when a threshold is moved after', async () => {
		const { page: p, asked, tell } = await open(doneState);
		assert.equal(await p.locator('#use[disabled]').count(), 1);
		await p.locator('#save').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/save', { run: report.run, name: 'demo world', moved: [] }]);
		await tell('ragAssay/calibrationPanel/changed', {
			...doneState,
			saved: { path: '/w/x.assay-profile.json', label: 'x.assay-profile.json' },
		});
		await until(
			async () => /^Saved as x\.assay-profile\.json\.$/.test((await p.locator('#saved').innerText()).trim()),
			'where it was saved',
		);
		await p.locator('#use').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/use', { path: '/w/x.assay-profile.json' }]);
		await p.locator('#score-chart').press('PageUp');
		await until(async () => /moved thresholds since/.test(await p.locator('#saved').innerText()), 'the remark');
	});
});
