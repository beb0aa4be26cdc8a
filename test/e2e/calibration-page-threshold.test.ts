import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { doneState } from '../support/example-calibration-report.ts';
import { calibrationPage, openAtRepcs, pictureOf } from './harness/calibration-page.ts';
import { until } from '../support/until.ts';

describe('the page of the calibration panel, without VS Code: the threshold', { timeout: 300_000 }, () => {
	const open = calibrationPage();

	test('done: the threshold is dragged with the pointer', async () => {
		const { page: p, complaints, asked } = await openAtRepcs(open);
		await p.screenshot({ path: pictureOf('done'), fullPage: true });
		assert.match(await p.locator('#chosen').innerText(), /^Split conformal/);
		const box = (await p.locator('#score-chart').boundingBox())!;
		const line = async (): Promise<number> => Number(await p.locator('#score-chart').getAttribute('aria-valuenow'));
		assert.equal(await line(), 2);
		assert.match(await p.locator('#true-positive-rate').innerText(), /75\.0%/);
		await p.mouse.move(box.x + box.width * 0.4, box.y + 100);
		await p.mouse.down();
		for (let i = 0; i <= 10; i++) await p.mouse.move(box.x + box.width * (0.4 + 0.025 * i), box.y + 100);
		await p.mouse.up();
		const at = await line();
		assert.ok(at > 3 && at < 4.5, String(at));
		await until(async () => /100\.0%/.test(await p.locator('#true-positive-rate').innerText()), 'what the new threshold does');
		assert.match(await p.locator('#rates').innerText(), /As calibrated/);
		assert.equal(
			await p.locator('#chosen').innerText(),
			'Set by hand: no guarantee. You see the rates while you choose, so expect somewhat worse rates on other data.',
		);
		// Nothing that was promised of the calibrated threshold reads as said of this one.
		const calibrated = await p.locator('#calibrated').innerText();
		assert.match(calibrated, /^Calibration chose 2\.000 nats, and says about it:\s+Split conformal/);
		assert.equal(await p.locator('#calibrated blockquote', { hasText: 'Measured on ' }).count(), 1);
		assert.equal(await p.locator('#calibrated > p').count(), 1);
		assert.match(await p.locator('#confusion').innerText(), /memorized\s+4/);
		// Clean answers below 3: 2 of 8; below 4: 4. The band is that share ± 0.48, cut at 0; as calibrated it is 1 of 8.
		assert.match(
			await p.locator('#false-positive-band').innerText(),
			/DKW band[^%]*\s(?:25\.0%\s+0\.0 to 73\.0|50\.0%\s+2\.0 to 98\.0)%\s+12\.5%/,
		);
		assert.match(await p.locator('#detectors tbody tr').first().innerText(), /\(moved\)/);
		assert.equal(await p.locator('#threshold input').inputValue(), at.toFixed(3));
		await p.screenshot({ path: pictureOf('dragged') });
		// Not one question a move.
		const tries = (await asked()).filter(([method]) => method.endsWith('/tryThreshold'));
		assert.equal((tries.at(-1)![1] as { threshold: number }).threshold, at);
		await p.locator('#reset').click();
		assert.equal(await line(), 2);
		assert.doesNotMatch(await p.locator('#detectors tbody tr').first().innerText(), /moved/);
		assert.match(await p.locator('#chosen').innerText(), /^Split conformal/, 'and the guarantee holds again');
		assert.match(await p.locator('#calibrated').innerText(), /^Measured on 12 responses that /);
		assert.deepEqual(complaints, []);
	});

	test('the threshold is moved with the keys, and as a number', async () => {
		const { page: p } = await openAtRepcs(open);
		const slider = p.locator('#score-chart');
		await slider.focus();
		await p.keyboard.press('ArrowRight');
		assert.ok(Math.abs(Number(await slider.getAttribute('aria-valuenow')) - 2.03) < 1e-9);
		await until(
			async () =>
				/flags 75\.0% of what is memorized, 25\.0% of what is clean|flags 75\.0% of what is memorized, 12\.5%/.test(
					(await slider.getAttribute('aria-valuetext')) ?? '',
				),
			'what is heard',
		);
		// Something is written before the answer to a key is there: it stays.
		await p.evaluate(`{
			document.querySelector('#score-chart').dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
			const field = document.querySelector('#threshold');
			field.value = 'four';
			field.dispatchEvent(new Event('change'));
		}`);
		await until(async () => /flags/.test((await slider.getAttribute('aria-valuetext')) ?? ''), 'the answer');
		assert.equal(await slider.getAttribute('aria-valuenow'), '6');
		assert.deepEqual(
			[await p.locator('#threshold input').inputValue(), await p.locator('#threshold input').getAttribute('aria-invalid')],
			['four', 'true'],
		);
		const field = p.locator('#threshold input');
		await field.fill('nonsense');
		await field.press('Enter');
		assert.equal(await p.locator('#threshold input').getAttribute('aria-invalid'), 'true');
		await field.fill('3,5');
		await field.press('Enter');
		await until(async () => (await slider.getAttribute('aria-valuenow')) === '3.5', 'the written threshold');
		assert.equal(await p.locator('#threshold input').getAttribute('aria-invalid'), 'false');
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
});
