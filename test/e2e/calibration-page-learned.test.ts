import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { doneState, learned, learnedPair, report, spad } from '../support/example-calibration-report.ts';
import { bothColors, calibrationPage, highContrast, lightTheme, pictureOf } from './harness/calibration-page.ts';

/** Twenty features with 200 points each, as a real classifier has them: larger values lower the suspicion of even ones, and raise that of odd ones. */
const many = {
	...learned,
	rows: 1000,
	of: 8846,
	features: Array.from({ length: 26 }, (_, f) => {
		const size = 0.8 / (1 + f / 3);
		const ranks = Array.from({ length: f < 20 ? 200 : 0 }, (__, i) => i / 199);
		return {
			name: f === 0 ? 'RAG_NOUN' : `FFN_NEW_${f}`,
			title: `what words of kind ${f} get from the contexts`,
			mean: size,
			direction: f % 2 === 0 ? -0.9 : 0.9,
			points: {
				rank: f % 2 === 0 ? ranks.toReversed() : ranks,
				shap: ranks.map((rank, i) => size * ((rank - 0.5) ** 3 * 6 + ((i % 7) - 3) / 40)),
			},
		};
	}),
};

describe('the page of the calibration panel, without VS Code: what a classifier learned', { timeout: 300_000 }, () => {
	const open = calibrationPage();
	const hasBothColors = async (page: Page): Promise<boolean> => await page.evaluate<boolean>(bothColors);
	const openWith = (what: typeof learned) => open(doneState, { report: { ...report, detectors: [{ ...spad, learned: what }] } });

	test('a picture, in each theme, and the same as a table that keys reach', async () => {
		const { page: p, complaints } = await openWith(many);
		await p.locator('#learned-chart').waitFor();
		assert.match(await p.locator('#learned-chart').getAttribute('aria-label').then(String), /of the 20 features that weigh most/);
		assert.match(await p.locator('#learned').innerText(), /1,000 of the 8,846 sentences that trained it/);
		// Dots of small values and of large ones.
		await until(() => hasBothColors(p), 'the dots');
		await p.locator('#learned').screenshot({ path: pictureOf('learned-dark') });
		await lightTheme(p);
		await until(() => hasBothColors(p), 'the dots in the light theme');
		await p.locator('#learned').screenshot({ path: pictureOf('learned-light') });
		await highContrast(p);
		await until(() => hasBothColors(p), 'the dots in high contrast');
		await p.locator('#learned').screenshot({ path: pictureOf('learned-contrast') });
		assert.equal(await p.locator('#learned-table').isVisible(), false);
		await p.locator('#learned-as-table > summary').focus();
		await p.keyboard.press('Enter');
		assert.equal(await p.locator('#learned-table tbody tr').count(), 26);
		assert.match(
			await p.locator('#learned-table tbody tr').first().innerText(),
			/^RAG_NOUN\s+what words of kind 0 get from the contexts\s+0\.800\s+−0\.90\s+small values suggest “unsupported”$/,
		);
		await p.keyboard.press('Tab');
		assert.equal(await p.evaluate<string>(`document.activeElement.getAttribute('aria-label')`), 'Features that the classifier uses');
		assert.deepEqual(complaints, []);
	});

	test('a narrow panel draws it again', async () => {
		const { page: p, complaints } = await openWith(many);
		await p.locator('#learned-chart').waitFor();
		await p.setViewportSize({ width: 420, height: 1200 });
		const widths = (): Promise<[number, number]> =>
			p.evaluate<[number, number]>(
				`(() => { const c = document.querySelector('#learned-chart'); return [c.width, Math.round(c.clientWidth * devicePixelRatio)]; })()`,
			);
		await until(async () => (await widths()).every((width, _, [first]) => width === first && width < 420), 'the narrow picture');
		await p.locator('#learned').screenshot({ path: pictureOf('learned-narrow') });
		assert.deepEqual(complaints, []);
	});

	test('a detector that shares the classifier of another one has its picture, and says whose it is', async () => {
		const detectors = [
			{ ...spad, learned },
			{ ...spad, id: 'spad+ response', title: 'Responses', learned: null, sameClassifierAs: spad.id },
		];
		const { page: p, complaints } = await open(doneState, { report: { ...report, detectors } });
		await p.locator('#detectors .link', { hasText: 'Responses' }).click();
		await p.locator('#learned-chart').waitFor();
		assert.match(
			await p.locator('#learned').innerText(),
			/^The classifier is that of SPAD\+ on sentences\.\s+Each dot is one sentence of the 105 sentences/,
		);
		await p.locator('#detectors .link', { hasText: spad.title }).click();
		await until(async () => (await p.locator('#learned').innerText()).startsWith('Each dot is one sentence'), 'its own');
		assert.deepEqual(complaints, []);
	});

	test('nothing to draw: no classifier, an earlier version, or a classifier that goes by nothing', async () => {
		const detectors = [
			{ ...spad, id: 'a', title: 'A', learned: null },
			{ ...spad, id: 'b', title: 'B' },
			{ ...spad, id: 'c', title: 'C', learned: { ...learned, features: [] } },
		];
		const { page: p, complaints } = await open(doneState, { report: { ...report, detectors } });
		for (const [title, said] of [
			['A', null],
			['B', /^An earlier version made this calibration/],
			['C', /^The classifier uses no feature/],
		] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one page, one after the other
			await p.locator('#detectors .link', { hasText: title }).click();
			// oxlint-disable-next-line no-await-in-loop -- likewise
			if (said === null)
				assert.equal(await p.locator('#learned').isVisible(), false, 'a score that is compared with a threshold has learned nothing');
			// oxlint-disable-next-line no-await-in-loop -- likewise
			else assert.match(await p.locator('#learned').innerText(), said);
		}
		assert.equal(await p.locator('#learned-chart').count(), 0);
		assert.deepEqual(complaints, []);
	});

	test('side by side with a saved profile, or why not; another file is asked for', async () => {
		const {
			page: p,
			complaints,
			asked,
		} = await open(doneState, {
			comparison: {
				file: '/x/llama.assay-profile.json',
				name: 'llama world',
				created: '2026-11-21',
				differs: ["The model is 'demo', and that of the profile is 'llama'."],
				detectors: [],
				learned: [learnedPair],
				learnedLeft: ['SPAD, responses: only the saved profile has such a classifier.'],
			},
		});
		await p.locator('#pick-profile').click();
		assert.deepEqual((await asked()).at(-1), ['ragAssay/calibrationPanel/pickProfile', [null]]);
		await p.locator('#compare').click();
		await p.locator('.learned-comparison').waitFor();
		const text = await p.locator('.learned-comparison').innerText();
		assert.match(
			text,
			/Their shares differ most for the contexts: 20% in llama world \(llama\), 53\.8% in this run \(demo\)\. LN_NUM has the opposite effect\./,
		);
		assert.match(text, /LN_NUM\s+55% ↓\s+39\.7% ↑\s+what numbers get from the final norm ⇅ opposite effect/);
		assert.match(await p.locator('#comparison').innerText(), /only the saved profile has such a classifier/);
		await p.locator('#comparison').screenshot({ path: pictureOf('learned-compared') });
		await lightTheme(p);
		await p.locator('#comparison').screenshot({ path: pictureOf('learned-compared-light') });
		await highContrast(p);
		await p.locator('#comparison').screenshot({ path: pictureOf('learned-compared-contrast') });
		assert.deepEqual(complaints, []);
	});
});
