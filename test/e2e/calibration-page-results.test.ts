import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { doneState, repcs, report } from '../support/example-calibration-report.ts';
import { calibrationPage, pictureOf } from './harness/calibration-page.ts';

describe('the page of the calibration panel, without VS Code: what was found', { timeout: 300_000 }, () => {
	const open = calibrationPage();

	test('what failed is no trace alone, and is opened where it stands', async () => {
		const failures = [
			{ code: 'RA115', message: 'This line is not JSON.', hint: 'Mend it.', place: { file: '/w/data/response.jsonl', line: 4, column: 2 } },
			{ code: 'RA506', message: 'This folder cannot be read: EACCES.', place: { file: '/w/data/closed' } },
		];
		const { page: p, complaints, asked } = await open(doneState, { report: { ...report, failures } });
		assert.equal(await p.locator('#results .failures summary').innerText(), '2 problems; all other results are complete');
		await p.locator('#results .failures summary').click();
		await p.locator('#results .failures .link', { hasText: 'response.jsonl:4' }).click();
		assert.deepEqual((await asked()).at(-1), [
			'ragAssay/calibrationPanel/openFile',
			{ path: '/w/data/response.jsonl', at: { line: 4, column: 2 } },
		]);
		await p.locator('#results .failures .link', { hasText: 'closed' }).click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/openFile', { path: '/w/data/closed', at: null }]);
		assert.deepEqual(complaints, []);
	});

	test('what is to be said of the data stands once, whichever detector is open', async () => {
		const note = '45 answers are left out.';
		const { page: p, complaints } = await open(doneState, { report: { ...report, notes: [note] } });
		assert.equal(await p.locator('#results').getByText(note).count(), 1);
		await p.locator('#detectors .link').last().click();
		assert.equal(await p.locator('#results').getByText(note).count(), 1);
		assert.deepEqual(complaints, []);
	});

	test('another detector, its learning curve, and what is wrong', async () => {
		const { page: p, complaints, asked } = await open(doneState);
		assert.equal(await p.locator('#detectors [aria-current=true]').innerText(), 'SPAD+ on sentences', 'what judges comes first');
		await p.locator('#detectors .link', { hasText: 'RePCS' }).click();
		await p.locator('#wrong .link').first().press('Enter');
		assert.deepEqual((await asked()).at(-1), [
			'ragAssay/calibrationPanel/openFile',
			{ path: '/w/data/response.jsonl', at: { start: 120, end: 168 } },
		]);
		assert.equal(await p.locator('#learning-chart').isVisible(), false);
		await p.locator('#detectors .link', { hasText: 'SPAD+' }).click();
		assert.equal(await p.locator('#detectors [aria-current=true]').innerText(), 'SPAD+ on sentences');
		assert.match(await p.locator('#advice').innerText(), /Another 100 labels/);
		assert.match(await p.locator('#left').innerText(), /Mirabel: The data have no query/);
		await p.screenshot({ path: pictureOf('spad'), fullPage: true });
		assert.deepEqual(complaints, []);
	});

	test('one class alone: no curves, and why; nothing fitted: said', async () => {
		const lone = {
			...repcs,
			roc: null,
			precisionRecall: null,
			auc: null,
			point: { ...repcs.point, truePositives: 0, falseNegatives: 0, truePositiveRate: null, precision: null },
			baselines: [],
			wrong: [],
		};
		const { page: p, complaints } = await open(doneState, { report: { ...report, detectors: [lone] } });
		await p.locator('#rates').waitFor();
		assert.equal(await p.locator('#roc-chart').isVisible(), false);
		assert.match(await p.locator('#detector').innerText(), /There are no curves, because the data have only one/);
		const { page: q, complaints: others } = await open(doneState, { report: { ...report, detectors: [] } });
		assert.match(await q.locator('#results').innerText(), /Nothing could be fitted/);
		assert.equal(await q.locator('#export-csv[disabled]').count(), 1);
		assert.deepEqual([...complaints, ...others], []);
	});

	test('what anyone has written stays text', async () => {
		const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
		const { page: p, complaints } = await open(
			{ ...doneState, data: [{ path: '/w/data', label: markup }] },
			{
				report: {
					...report,
					name: markup,
					detectors: [{ ...repcs, title: markup, wrong: [{ ...repcs.wrong[0]!, text: markup, subject: { kind: 'trace', id: markup } }] }],
				},
			},
		);
		await p.locator('#wrong').waitFor();
		assert.equal(await p.locator('#wrong .link').innerText(), markup);
		assert.equal(await p.locator('#panel img, #panel b').count(), 0);
		assert.equal(await p.title(), 'Calibration');
		assert.deepEqual(complaints, []);
	});
});
