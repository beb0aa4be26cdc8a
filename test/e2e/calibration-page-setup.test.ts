import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CalibrationPanelState } from '../../src/protocol/calibration-panel.ts';
import { panelState } from '../support/example-calibration-report.ts';
import { calibrationPage, pictureOf } from './harness/calibration-page.ts';
import { until } from '../support/until.ts';

describe('the page of the calibration panel, without VS Code: what it is set up with', { timeout: 300_000 }, () => {
	const open = calibrationPage();

	test('empty: what to do', async () => {
		const {
			page: p,
			complaints,
			asked,
		} = await open({ ...panelState, setup: { ...panelState.setup, data: [] }, data: [], previewing: { kind: 'none' } });
		assert.match(await p.locator('#empty').innerText(), /Pick a folder of labeled data/);
		assert.equal(await p.locator('#start[disabled]').count(), 1);
		assert.equal(await p.locator('#options').isVisible(), false);
		await p.locator('#pick-examples').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/pick', { from: 'examples' }]);
		await p.screenshot({ path: pictureOf('empty') });
		assert.deepEqual(complaints, []);
	});

	test('data: what was found, what can be fitted, and why not', async () => {
		const { page: p, complaints, asked, tell } = await open(panelState);
		assert.match(
			await p.locator('#sources tbody').innerText(),
			/data\s*\n?\s*data set\s+450 traces\s+450\s+440 supported and 10 unsupported sentences; 300 clean and 150 memorized traces\s+300\s+150/,
		);
		assert.match(await p.locator('#methods').innerText(), /Not possible: no query of the data/);
		assert.equal(await p.locator('#method-mirabel[disabled]').count(), 1);
		await p.screenshot({ path: pictureOf('data') });
		await p.locator('#method-spad-').click();
		assert.deepEqual(
			(await asked()).at(-1),
			['ragAssay/calibrationPanel/options', { options: { seed: 1, options: { draws: 12 }, methods: ['repcs', 'mirabel'] }, edit: 1 }],
			'what is impossible at present stays wanted',
		);
		await p.locator('#start').click();
		assert.deepEqual((await asked()).at(-1)?.[0], 'ragAssay/calibrationPanel/start');
		await p.locator('#method-repcs').click();
		assert.equal(await p.locator('#start[disabled]').count(), 1, 'nothing is ticked');
		await tell('ragAssay/calibrationPanel/changed', { ...panelState, edit: 1 });
		await until(async () => !(await p.locator('#method-repcs input').isChecked()), 'the tick to be gone, until something is ticked');
		await p.locator('#method-repcs').click();
		assert.equal(await p.locator('#start[disabled]').count(), 0);
		assert.deepEqual(complaints, []);
	});

	test('what is to be said of the data stands once, below what was found', async () => {
		assert.ok(panelState.previewing.kind === 'ready');
		const note = '45 answers are left out.';
		const { page: p, complaints } = await open({
			...panelState,
			previewing: { ...panelState.previewing, preview: { ...panelState.previewing.preview, notes: [note] } },
		});
		assert.equal(await p.getByText(note).count(), 1);
		assert.deepEqual(complaints, []);
	});

	test('a method that is impossible for a while is ticked again, unless a person has unticked it', async () => {
		const { page: p, asked, tell } = await open(panelState);
		const [impossible, other] = [p.locator('#method-repcs'), p.locator('#method-spad-')];
		const alpha = p.locator('#option-alpha input');
		type Change = { readonly options: Partial<CalibrationPanelState['setup']>; readonly edit: number };
		const lastChange = async (): Promise<Change> => (await asked()).findLast(([method]) => method.endsWith('/options'))![1] as Change;
		const methods = async (): Promise<unknown> => (await lastChange()).options.methods;
		/** The host's answer: RePCS is possible or not, with what is set by now. */
		const become = async (fits: boolean): Promise<void> => {
			if (panelState.previewing.kind !== 'ready') throw new Error('the state has no preview');
			const { preview } = panelState.previewing;
			const { options, edit } = await lastChange();
			await tell('ragAssay/calibrationPanel/changed', {
				...panelState,
				edit,
				setup: { ...panelState.setup, ...options },
				previewing: {
					kind: 'ready',
					preview: { ...preview, methods: preview.methods.map((one) => (one.name === 'repcs' ? { ...one, fits } : one)) },
				},
			});
			await until(
				async () => (await p.locator(`#method-repcs${fits ? ':not([disabled])' : '[disabled]'}`).count()) === 1,
				`RePCS to be ${fits ? '' : 'im'}possible`,
			);
			// The boxes are made anew, without ticks; those of all of them are drawn together, a frame later.
			await until(async () => other.locator('input').isChecked(), 'the ticks');
		};
		await p.locator('#method-mirabel').waitFor();
		await alpha.fill('0.0001');
		await alpha.press('Enter');
		await become(false);
		assert.equal(await impossible.locator('input').isChecked(), false);
		await alpha.fill('0.05');
		await alpha.press('Enter');
		assert.equal(await methods(), undefined, 'everything is still wanted');
		await become(true);
		assert.equal(await impossible.locator('input').isChecked(), true);
		await impossible.click();
		assert.equal(await alpha.isVisible(), false, 'no method that is wanted has it');
		const seed = p.locator('#seed input');
		await seed.fill('2');
		await seed.press('Enter');
		await become(false);
		await seed.fill('1');
		await seed.press('Enter');
		await become(true);
		assert.equal(await impossible.locator('input').isChecked(), false);
		assert.deepEqual(await methods(), ['spad+', 'mirabel']);
	});

	test('a state from before the last change does not undo it', async () => {
		const { page: p, asked, tell } = await open(panelState);
		const changed = async (state: Partial<CalibrationPanelState>): Promise<void> => {
			await tell('ragAssay/calibrationPanel/changed', { ...panelState, ...state });
			await until(async () => (await p.locator('#problem').innerText()) === state.problem, 'the page to show this state');
		};
		const [repcs, spad, seed] = [p.locator('#method-repcs'), p.locator('#method-spad-'), p.locator('#seed input')];
		await repcs.click();
		await seed.fill('7');
		await seed.press('Enter');
		await p.locator('#name input').focus();
		const first = { ...panelState.setup, methods: ['spad+', 'mirabel'] };
		await changed({ problem: 'told before the first change' });
		assert.equal(await repcs.locator('input').isChecked(), false);
		await changed({ setup: first, edit: 1, problem: 'told before the second change' });
		assert.equal(await seed.inputValue(), '7');
		await changed({ setup: { ...first, seed: 8 }, edit: 2, problem: 'the host has another seed' });
		assert.equal(await seed.inputValue(), '8');
		assert.equal(await repcs.locator('input').isChecked(), false);
		assert.equal(await spad.locator('input').isChecked(), true);
		assert.deepEqual((await asked()).at(-1), [
			'ragAssay/calibrationPanel/options',
			{ options: { seed: 7, options: { draws: 12 }, methods: ['spad+', 'mirabel'] }, edit: 2 },
		]);
	});

	test('what cannot be used is marked, and nothing starts with it', async () => {
		const { page: p, asked } = await open(panelState);
		const alpha = p.locator('#option-alpha input');
		await alpha.fill('2');
		await alpha.press('Enter');
		assert.equal(await alpha.getAttribute('aria-invalid'), 'true');
		assert.equal(await p.locator('#start[disabled]').count(), 1);
		assert.ok((await asked()).every(([method]) => !method.endsWith('/options')));
		await alpha.fill('0,1');
		await alpha.press('Enter');
		assert.deepEqual((await asked()).at(-1), [
			'ragAssay/calibrationPanel/options',
			{ options: { seed: 1, options: { alpha: 0.1, draws: 12 } }, edit: 1 },
		]);
		assert.equal(await p.locator('#start[disabled]').count(), 0);
		// Draws that are left empty are left to the methods; none at all cannot be.
		const draws = p.locator('#option-draws input');
		await draws.fill('0');
		await draws.press('Enter');
		assert.equal(await draws.getAttribute('aria-invalid'), 'true');
		assert.equal(await p.locator('#start[disabled]').count(), 1);
		await draws.fill('');
		await draws.press('Enter');
		assert.deepEqual((await asked()).at(-1), [
			'ragAssay/calibrationPanel/options',
			{ options: { seed: 1, options: { alpha: 0.1 } }, edit: 2 },
		]);
		assert.equal(await p.locator('#start[disabled]').count(), 0);
	});
});
