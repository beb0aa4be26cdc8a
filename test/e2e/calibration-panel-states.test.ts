import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { CalibrationPanelState, CalibrationReport, ProfileComparison } from '../../src/protocol/calibration-panel.ts';
import { doneState, panelState, repcs, report } from '../unit/webview/calibration/a-report.ts';
import { panelPage } from './harness/panel-page.ts';
import { until } from './harness/until.ts';
import { screenshots } from './harness/workbench.ts';

interface Given { readonly state: CalibrationPanelState; readonly report: CalibrationReport; readonly comparison: ProfileComparison }

const comparison: ProfileComparison = {
	file: '/x/demo.assay-profile.json', name: 'demo', created: '2026-11-21', differs: [], made: ['Data: other.'],
	detectors: [
		{ id: repcs.id, title: repcs.title, change: 'added', before: null, after: { threshold: 2, auc: repcs.auc }, why: 'The profile has no such threshold.' },
		{ id: 'spad+ sentence', title: 'SPAD+ on sentences', change: 'within-noise', before: { threshold: 0.48, auc: repcs.auc }, after: { threshold: 0.5, auc: repcs.auc }, why: 'The difference of 0.02 lies within the interval of a resampled threshold.' },
	],
};

describe('the page of the calibration panel, without VS Code', { timeout: 300_000 }, () => {
	/** Of a threshold, this host knows only how many bins lie below it. */
	const page = panelPage('calibration', 'Calibration', (method, params, given: Given) => {
		if (method.endsWith('/calibrationPanel/open')) return given.state;
		if (method.endsWith('/calibration/report')) return given.report;
		if (method.endsWith('/calibration/compare')) return given.comparison;
		if (method.endsWith('/calibrationPanel/save')) return { file: { path: '/w/x.assay-profile.json', label: 'x.assay-profile.json' } };
		if (method.endsWith('/panel/saveExport')) return { saved: true };
		if (!method.endsWith('/tryThreshold')) return null;
		const detector = given.report.detectors.find(({ id }) => id === params['id'])!;
		const threshold = Number(params['threshold']);
		const below = (counts: readonly number[]): number => counts.reduce((sum, count, i) => sum + (detector.histogram.edges[i + 1]! <= threshold ? count : 0), 0);
		const all = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
		const flagged = (counts: readonly number[]): number => (detector.direction === 'below' ? below(counts) : all(counts) - below(counts));
		const [tp, fp] = [flagged(detector.histogram.positive), flagged(detector.histogram.negative)];
		const rate = (value: number): unknown => ({ value, low: Math.max(0, value - 0.1), high: Math.min(1, value + 0.1) });
		return {
			threshold, truePositives: tp, falsePositives: fp, trueNegatives: all(detector.histogram.negative) - fp, falseNegatives: all(detector.histogram.positive) - tp,
			truePositiveRate: rate(tp / all(detector.histogram.positive)), falsePositiveRate: rate(fp / all(detector.histogram.negative)), precision: tp + fp === 0 ? null : rate(tp / (tp + fp)),
		};
	});
	const open = (state: CalibrationPanelState, more: Partial<Given> = {}, width = 1000) => page({ state, report, comparison, ...more }, { width, height: 1900 });
	/** What was found, with RePCS in full. */
	const openAtRepcs = async () => {
		const opened = await open(doneState);
		await opened.page.locator('#detectors .link', { hasText: 'RePCS' }).click();
		return opened;
	};
	const picture = (name: string): string => join(screenshots, `${name}.png`);

	test('empty: what to do', async () => {
		const { page: p, complaints, asked } = await open({ ...panelState, setup: { ...panelState.setup, data: [] }, data: [], previewing: { kind: 'none' } });
		assert.match(await p.locator('#empty').innerText(), /Pick a folder of labelled data/);
		assert.equal(await p.locator('#start[disabled]').count(), 1);
		assert.equal(await p.locator('#options').isVisible(), false);
		await p.locator('#pick-examples').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/pick', { from: 'examples' }]);
		await p.screenshot({ path: picture('calibration-page-empty') });
		assert.deepEqual(complaints, []);
	});

	test('data: what was found, what can be fitted, and why not', async () => {
		const { page: p, complaints, asked, tell } = await open(panelState);
		assert.match(await p.locator('#sources tbody').innerText(), /data\s*\n?\s*data set\s+450\s+450\s+440\s+10\s+300\s+150\s+300\s+150/);
		assert.match(await p.locator('#methods').innerText(), /Not possible: no query of the data/);
		assert.equal(await p.locator('#method-mirabel[disabled]').count(), 1);
		await p.screenshot({ path: picture('calibration-page-data') });
		await p.locator('#method-spad-').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/options', { alpha: 0.05, seed: 1, draws: 12, protocol: 'auto', methods: ['repcs', 'mirabel'] }], 'what is impossible at present stays wanted');
		await p.locator('#start').click();
		assert.deepEqual((await asked()).at(-1)?.[0], 'ragAssay/calibrationPanel/start');
		await p.locator('#method-repcs').click();
		assert.equal(await p.locator('#start[disabled]').count(), 1, 'nothing is ticked');
		await tell('ragAssay/calibrationPanel/changed', panelState);
		await until(async () => await p.locator('#method-repcs').getAttribute('aria-checked') === 'false', 'the tick to be gone, until something is ticked');
		await p.locator('#method-repcs').click();
		assert.equal(await p.locator('#start[disabled]').count(), 0);
		assert.deepEqual(complaints, []);
	});

	test('a method that is impossible for a while is ticked again, unless a person has unticked it', async () => {
		const { page: p, asked, tell } = await open(panelState);
		const [impossible, other] = [p.locator('#method-repcs'), p.locator('#method-spad-')];
		const alpha = p.locator('#alpha input');
		const methods = async (): Promise<unknown> => ((await asked()).findLast(([method]) => method.endsWith('/options'))![1] as { methods?: string[] }).methods;
		/** The host's answer: RePCS is possible or not, with what is set by now. */
		const become = async (fits: boolean): Promise<void> => {
			if (panelState.previewing.kind !== 'ready') throw new Error('the state has no preview');
			const { preview } = panelState.previewing;
			const set = (await asked()).findLast(([method]) => method.endsWith('/options'))![1] as Partial<CalibrationPanelState['setup']>;
			await tell('ragAssay/calibrationPanel/changed', {
				...panelState, setup: { ...panelState.setup, ...set },
				previewing: { kind: 'ready', preview: { ...preview, methods: preview.methods.map((one) => one.name === 'repcs' ? { ...one, fits } : one) } },
			});
			await until(async () => await p.locator(`#method-repcs${fits ? ':not([disabled])' : '[disabled]'}`).count() === 1, `RePCS to be ${fits ? '' : 'im'}possible`);
			// The boxes are made anew, without ticks; those of all of them are drawn together, a frame later.
			await until(async () => await other.getAttribute('aria-checked') === 'true', 'the ticks');
		};
		await p.locator('#method-mirabel').waitFor();
		await alpha.fill('0.0001');
		await alpha.press('Enter');
		await become(false);
		assert.equal(await impossible.getAttribute('aria-checked'), 'false');
		await alpha.fill('0.05');
		await alpha.press('Enter');
		assert.equal(await methods(), undefined, 'everything is still wanted');
		await become(true);
		assert.equal(await impossible.getAttribute('aria-checked'), 'true');
		await impossible.click();
		await alpha.fill('0.0001');
		await alpha.press('Enter');
		await become(false);
		await alpha.fill('0.05');
		await alpha.press('Enter');
		await become(true);
		assert.equal(await impossible.getAttribute('aria-checked'), 'false');
		assert.deepEqual(await methods(), ['spad+', 'mirabel']);
	});

	test('what cannot be used is marked, and nothing starts with it', async () => {
		const { page: p, asked } = await open(panelState);
		const alpha = p.locator('#alpha input');
		await alpha.fill('2');
		await alpha.press('Enter');
		assert.equal(await p.locator('#alpha').getAttribute('aria-invalid'), 'true');
		assert.equal(await p.locator('#start[disabled]').count(), 1);
		assert.ok((await asked()).every(([method]) => !method.endsWith('/options')));
		await alpha.fill('0,1');
		await alpha.press('Enter');
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/options', { alpha: 0.1, seed: 1, draws: 12, protocol: 'auto' }]);
		assert.equal(await p.locator('#start[disabled]').count(), 0);
		// Draws that are left empty are left to the protocol; none at all cannot be.
		const draws = p.locator('#draws input');
		await draws.fill('0');
		await draws.press('Enter');
		assert.equal(await p.locator('#draws').getAttribute('aria-invalid'), 'true');
		assert.equal(await p.locator('#start[disabled]').count(), 1);
		await draws.fill('');
		await draws.press('Enter');
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/options', { alpha: 0.1, seed: 1, protocol: 'auto' }]);
		assert.equal(await p.locator('#start[disabled]').count(), 0);
	});

	test('running: progress that is read aloud by tenths, and can be cancelled', async () => {
		const { page: p, asked, tell } = await open(panelState);
		const going = (done: number): CalibrationPanelState => ({ ...panelState, run: { run: report.run, options: panelState.setup, state: { kind: 'measuring', done, total: 450, failed: 1, secondsLeft: 170 } } });
		await tell('ragAssay/calibrationPanel/changed', going(91));
		await until(async () => /91 of 450/.test(await p.locator('#run-line').innerText()), 'the progress');
		await tell('ragAssay/calibrationPanel/changed', going(92));
		await until(async () => /92 of 450 · 1 failed · about 3 minutes left/.test(await p.locator('#run-line').innerText()), 'more of it');
		assert.match(await p.locator('#run-said').innerText(), /91 of 450/, 'a tenth is said once');
		assert.equal(await p.locator('#alpha[disabled]').count(), 1);
		assert.equal(await p.locator('#start').isVisible(), false);
		await p.screenshot({ path: picture('calibration-page-running') });
		await p.locator('#cancel').click();
		assert.equal((await asked()).at(-1)?.[0], 'ragAssay/calibrationPanel/cancel');
		await tell('ragAssay/calibrationPanel/changed', { ...going(92), run: { ...going(92).run!, state: { kind: 'cancelled', done: 92, total: 450, failed: 1, secondsLeft: null } } });
		await p.locator('#start', { hasText: 'Go On' }).waitFor();
		assert.match(await p.locator('#run-line').innerText(), /^Cancelled at 92 of 450/);
	});

	test('cancelled while fitting: that all has been read, and Go On', async () => {
		const { page: p, complaints, tell } = await open(panelState);
		const become = (state: NonNullable<CalibrationPanelState['run']>['state']): Promise<void> => tell('ragAssay/calibrationPanel/changed', { ...panelState, run: { run: report.run, options: panelState.setup, state } });
		await become({ kind: 'fitting', step: 'SPAD+, sentences', done: 120, total: 1000, failed: 0, secondsLeft: 40 });
		await until(async () => (await p.locator('#run-line').innerText()).startsWith('Fitting: SPAD+, sentences'), 'the fit');
		await become({ kind: 'cancelled-fitting', failed: 0 });
		await p.locator('#start', { hasText: 'Go On' }).waitFor();
		assert.match(await p.locator('#run-line').innerText(), /^Cancelled while fitting\. All traces have been read/);
		assert.match(await p.locator('#run-said').innerText(), /^Cancelled while fitting/);
		assert.equal(await p.locator('#progress').isVisible(), false, 'nothing of a fit is kept');
		await p.screenshot({ path: picture('calibration-page-cancelled-fitting') });
		assert.deepEqual(complaints, []);
	});

	test('done: the threshold is dragged with the pointer', async () => {
		const { page: p, complaints, asked } = await openAtRepcs();
		await p.screenshot({ path: picture('calibration-page-done'), fullPage: true });
		assert.match(await p.locator('#chosen').innerText(), /^Split conformal/);
		const box = (await p.locator('#score-chart').boundingBox())!;
		const line = async (): Promise<number> => Number(await p.locator('#score-chart').getAttribute('aria-valuenow'));
		assert.equal(await line(), 2);
		assert.match(await p.locator('#true-positive-rate').innerText(), /75\.0 %/);
		await p.mouse.move(box.x + box.width * 0.4, box.y + 100);
		await p.mouse.down();
		for (let i = 0; i <= 10; i++) await p.mouse.move(box.x + box.width * (0.4 + 0.025 * i), box.y + 100);
		await p.mouse.up();
		const at = await line();
		assert.ok(at > 3 && at < 4.5, String(at));
		await until(async () => /100\.0 %/.test(await p.locator('#true-positive-rate').innerText()), 'what the new threshold does');
		assert.match(await p.locator('#rates').innerText(), /As calibrated/);
		assert.equal(await p.locator('#chosen').innerText(), 'Set by hand: no guarantee. You see its rates as you choose: on other data expect somewhat worse ones.');
		// Nothing that was promised of the calibrated threshold reads as said of this one.
		const calibrated = await p.locator('#calibrated').innerText();
		assert.match(calibrated, /^Calibration chose 2\.000 nats, and says of that one:\s+Split conformal/);
		assert.equal(await p.locator('#calibrated blockquote', { hasText: 'Measured on: ' }).count(), 1);
		assert.equal(await p.locator('#calibrated > p').count(), 1);
		assert.match(await p.locator('#confusion').innerText(), /memorised\s+4/);
		// Clean answers below 3: 2 of 8; below 4: 4. The band is that share ± 0.48, cut at 0; as calibrated it is 1 of 8.
		assert.match(await p.locator('#false-positive-band').innerText(), /DKW band[^%]*\s(?:25\.0 %\s+0\.0 to 73\.0|50\.0 %\s+2\.0 to 98\.0) %\s+12\.5 %/);
		assert.match(await p.locator('#detectors tbody tr').first().innerText(), /\(moved\)/);
		assert.equal(await p.locator('#threshold input').inputValue(), at.toFixed(3));
		await p.screenshot({ path: picture('calibration-page-dragged') });
		// Not one question a move.
		const tries = (await asked()).filter(([method]) => method.endsWith('/tryThreshold'));
		assert.equal((tries.at(-1)![1] as { threshold: number }).threshold, at);
		await p.locator('#reset').click();
		assert.equal(await line(), 2);
		assert.doesNotMatch(await p.locator('#detectors tbody tr').first().innerText(), /moved/);
		assert.match(await p.locator('#chosen').innerText(), /^Split conformal/, 'and the guarantee holds again');
		assert.match(await p.locator('#calibrated').innerText(), /^Measured on: /);
		assert.deepEqual(complaints, []);
	});

	test('the threshold is moved with the keys, and as a number', async () => {
		const { page: p } = await openAtRepcs();
		const slider = p.locator('#score-chart');
		await slider.focus();
		await p.keyboard.press('ArrowRight');
		assert.ok(Math.abs(Number(await slider.getAttribute('aria-valuenow')) - 2.03) < 1e-9);
		await until(async () => /flags 75\.0 % of what is memorised, 25\.0 % of what is clean|flags 75\.0 % of what is memorised, 12\.5 %/.test(await slider.getAttribute('aria-valuetext') ?? ''), 'what is heard');
		// Something is written before the answer to a key is there: it stays.
		await p.evaluate(`{
			document.querySelector('#score-chart').dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
			const field = document.querySelector('#threshold');
			field.value = 'four';
			field.dispatchEvent(new Event('change'));
		}`);
		await until(async () => /flags/.test(await slider.getAttribute('aria-valuetext') ?? ''), 'the answer');
		assert.equal(await slider.getAttribute('aria-valuenow'), '6');
		assert.deepEqual([await p.locator('#threshold input').inputValue(), await p.locator('#threshold').getAttribute('aria-invalid')], ['four', 'true']);
		const field = p.locator('#threshold input');
		await field.fill('nonsense');
		await field.press('Enter');
		assert.equal(await p.locator('#threshold').getAttribute('aria-invalid'), 'true');
		await field.fill('3,5');
		await field.press('Enter');
		await until(async () => await slider.getAttribute('aria-valuenow') === '3.5', 'the written threshold');
		assert.equal(await p.locator('#threshold').getAttribute('aria-invalid'), 'false');
	});

	test('hidden and shown, it is what it was: detector, threshold, what is folded away', async () => {
		const { page: p, complaints } = await open(doneState);
		await p.locator('#detectors .link', { hasText: 'SPAD+' }).click();
		await p.locator('#score-chart').press('PageUp');
		await p.locator('#setup summary').click();
		const at = await p.locator('#score-chart').getAttribute('aria-valuenow');
		await until(async () => /moved/.test(await p.locator('tr.chosen').innerText()), 'what it does there');
		// The browser tells the page a task later that something was unfolded: quicker than any hand that hides the panel.
		await until(async () => p.evaluate<boolean>('JSON.parse(sessionStorage.getItem("state")).view.setupOpen'), 'it to be remembered');
		await p.reload();
		await until(async () => /SPAD\+ .*\(moved\)/s.test(await p.locator('tr.chosen').innerText()), 'the moved threshold');
		assert.equal(await p.locator('#score-chart').getAttribute('aria-valuenow'), at);
		assert.match(await p.locator('#rates').innerText(), /As calibrated/);
		assert.match(await p.locator('#chosen').innerText(), /^Set by hand/);
		await until(async () => p.locator('#data').isVisible(), 'what was unfolded');
		assert.deepEqual(complaints, []);
	});

	test('what failed is no trace alone, and is opened where it stands', async () => {
		const failures = [
			{ code: 'RA115', message: 'This line is not JSON.', hint: 'Mend it.', place: { file: '/w/data/response.jsonl', line: 4, column: 2 } },
			{ code: 'RA506', message: 'This folder cannot be read: EACCES.', place: { file: '/w/data/closed' } },
		];
		const { page: p, complaints, asked } = await open(doneState, { report: { ...report, failures } });
		assert.equal(await p.locator('#results .failures summary').innerText(), '2 problems; the rest stands without');
		await p.locator('#results .failures summary').click();
		await p.locator('#results .failures .link', { hasText: 'response.jsonl:4' }).click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/openFile', { path: '/w/data/response.jsonl', at: { line: 4, column: 2 } }]);
		await p.locator('#results .failures .link', { hasText: 'closed' }).click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/openFile', { path: '/w/data/closed', at: null }]);
		assert.deepEqual(complaints, []);
	});

	test('another detector, its learning curve, and what is wrong', async () => {
		const { page: p, complaints, asked } = await open(doneState);
		assert.equal(await p.locator('#detectors [aria-current=true]').innerText(), 'SPAD+ on sentences', 'what judges comes first');
		await p.locator('#detectors .link', { hasText: 'RePCS' }).click();
		await p.locator('#wrong .link').first().press('Enter');
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/openFile', { path: '/w/data/response.jsonl', at: { start: 120, end: 168 } }]);
		assert.equal(await p.locator('#learning-chart').isVisible(), false);
		await p.locator('#detectors .link', { hasText: 'SPAD+' }).click();
		assert.equal(await p.locator('#detectors [aria-current=true]').innerText(), 'SPAD+ on sentences');
		assert.match(await p.locator('#advice').innerText(), /Another 100 labels/);
		assert.match(await p.locator('#left').innerText(), /Mirabel: The data have no query/);
		await p.screenshot({ path: picture('calibration-page-spad'), fullPage: true });
		assert.deepEqual(complaints, []);
	});

	test('compared: what changed, and whether it is more than noise', async () => {
		const { page: p, asked } = await open(doneState);
		await p.locator('#compare').click();
		await p.locator('#changes').waitFor();
		assert.equal(await p.locator('#made').innerText(), 'Data: other.');
		assert.match(await p.locator('#changes').innerText(), /≈ within noise\s+0\.4800 → 0\.5000/);
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibration/compare', { run: report.run, file: '/x/demo.assay-profile.json', moved: [] }]);
		await p.locator('#profile').screenshot({ path: picture('calibration-page-compared') });
	});

	test('compared from outside, and after a threshold was moved once more with the same profile', async () => {
		const { page: p, asked, tell } = await open(doneState);
		await p.locator('#detectors').waitFor();
		const comparisons = async (): Promise<unknown[]> => (await asked()).flatMap(([method, params]) => method.endsWith('/calibration/compare') ? [params] : []);
		const compareWith = (number: number): CalibrationPanelState => ({ ...doneState, compareWith: { path: '/x/demo.assay-profile.json', asked: number } });
		await tell('ragAssay/calibrationPanel/changed', compareWith(1));
		await p.locator('#changes').waitFor();
		await p.locator('#score-chart').press('End');
		await tell('ragAssay/calibrationPanel/changed', compareWith(1));
		await tell('ragAssay/calibrationPanel/changed', compareWith(2));
		await until(async () => (await comparisons()).length > 1, 'the second comparison');
		const same = { run: report.run, file: '/x/demo.assay-profile.json' };
		assert.deepEqual(await comparisons(), [{ ...same, moved: [] }, { ...same, moved: [{ id: 'spad+ sentence', threshold: 1 }] }]);
	});

	test('saved: made the workspace\u2019s, and told when a threshold is moved after', async () => {
		const { page: p, asked, tell } = await open(doneState);
		assert.equal(await p.locator('#use[disabled]').count(), 1);
		await p.locator('#save').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/save', { run: report.run, name: 'demo world', moved: [] }]);
		await tell('ragAssay/calibrationPanel/changed', { ...doneState, saved: { path: '/w/x.assay-profile.json', label: 'x.assay-profile.json' } });
		await until(async () => /^Saved as x\.assay-profile\.json\.$/.test((await p.locator('#saved').innerText()).trim()), 'where it was saved');
		await p.locator('#use').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/use', { path: '/w/x.assay-profile.json' }]);
		await p.locator('#score-chart').press('PageUp');
		await until(async () => /moved since/.test(await p.locator('#saved').innerText()), 'the remark');
	});

	test('one class alone: no curves, and why; nothing fitted: said', async () => {
		const lone = { ...repcs, roc: null, precisionRecall: null, auc: null, point: { ...repcs.point, truePositives: 0, falseNegatives: 0, truePositiveRate: null, precision: null }, baselines: [], wrong: [] };
		const { page: p, complaints } = await open(doneState, { report: { ...report, detectors: [lone] } });
		await p.locator('#rates').waitFor();
		assert.equal(await p.locator('#roc-chart').isVisible(), false);
		assert.match(await p.locator('#detector').innerText(), /There are no curves: the data have only one/);
		const { page: q, complaints: others } = await open(doneState, { report: { ...report, detectors: [] } });
		assert.match(await q.locator('#results').innerText(), /Nothing could be fitted/);
		assert.equal(await q.locator('#export-csv[disabled]').count(), 1);
		assert.deepEqual([...complaints, ...others], []);
	});

	test('what anyone has written stays text', async () => {
		const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
		const { page: p, complaints } = await open({ ...doneState, data: [{ path: '/w/data', label: markup }] }, { report: { ...report, name: markup, detectors: [{ ...repcs, title: markup, wrong: [{ ...repcs.wrong[0]!, text: markup, trace: markup }] }] } });
		await p.locator('#wrong').waitFor();
		assert.equal(await p.locator('#wrong .link').innerText(), markup);
		assert.equal(await p.locator('#panel img, #panel b').count(), 0);
		assert.equal(await p.title(), 'Calibration');
		assert.deepEqual(complaints, []);
	});

	test('everything is reached with the keyboard', async () => {
		const reached = async (state: CalibrationPanelState): Promise<Set<string>> => {
			const { page: p } = await open(state);
			await p.locator('#setup').waitFor();
			const seen = new Set<string>();
			for (let i = 0; i < 60; i++) {
				await p.keyboard.press('Tab');
				seen.add(await p.evaluate<string>('document.activeElement.id || document.activeElement.className || document.activeElement.tagName'));
			}
			return seen;
		};
		for (const [state, ids] of [
			[panelState, ['start', 'SUMMARY', 'pick-folders', 'pick-files', 'pick-workspace', 'pick-examples', 'method-repcs', 'alpha', 'protocol', 'seed', 'draws', 'name']],
			[doneState, ['start', 'export-png', 'export-csv', 'export-json', 'link', 'score-chart', 'threshold', 'save', 'compare-with', 'compare']],
		] as const) {
			const seen = await reached(state);
			for (const id of ids) assert.ok(seen.has(id), `${id} is not among ${[...seen].join(', ')}`);
		}
	});

	test('in a narrow panel nothing is cut off', async () => {
		const { page: p } = await open(doneState, {}, 380);
		await p.locator('#detectors').waitFor();
		await p.screenshot({ path: picture('calibration-page-narrow') });
		assert.deepEqual(await p.evaluate<string[]>('[...document.querySelectorAll("#panel *")].filter((e) => e.closest(".scrolls") === null && e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 80))'), []);
	});
});
