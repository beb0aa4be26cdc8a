import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CalibrationPanelState } from '../../src/protocol/calibration-panel.ts';
import { doneState, panelState } from '../support/example-calibration-report.ts';
import { calibrationPage, pictureOf } from './harness/calibration-page.ts';

describe('the page of the calibration panel, without VS Code: within everybody\u2019s reach', { timeout: 300_000 }, () => {
	const open = calibrationPage();

	test('everything is reached with the keyboard', async () => {
		const reached = async (state: CalibrationPanelState): Promise<Set<string>> => {
			const { page: p } = await open(state);
			await p.locator('#setup').waitFor();
			const seen = new Set<string>();
			for (let i = 0; i < 60; i++) {
				await p.keyboard.press('Tab');
				seen.add(
					await p.evaluate<string>('document.activeElement.id || document.activeElement.className || document.activeElement.tagName'),
				);
			}
			return seen;
		};
		for (const [state, ids] of [
			[
				panelState,
				[
					'start',
					'SUMMARY',
					'pick-folders',
					'pick-files',
					'pick-workspace',
					'pick-examples',
					'method-repcs',
					'option-alpha',
					'option-protocol',
					'seed',
					'option-draws',
					'name',
				],
			],
			[
				doneState,
				['start', 'export-png', 'export-csv', 'export-json', 'link', 'score-chart', 'threshold', 'save', 'compare-with', 'compare'],
			],
		] as const) {
			const seen = await reached(state);
			for (const id of ids) assert.ok(seen.has(id), `${id} is not among ${[...seen].join(', ')}`);
		}
	});

	test('in a narrow panel nothing is cut off', async () => {
		const { page: p } = await open(doneState, {}, 380);
		await p.locator('#detectors').waitFor();
		await p.screenshot({ path: pictureOf('narrow') });
		assert.deepEqual(
			await p.evaluate<string[]>(
				'[...document.querySelectorAll("#panel *")].filter((e) => e.closest(".scrolls") === null && e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 80))',
			),
			[],
		);
	});
});
