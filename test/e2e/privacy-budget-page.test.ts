import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { panelState } from '../unit/webview/privacy-budget/a-plan.ts';
import { pictureOf, privacyBudgetPage } from './harness/privacy-budget-page.ts';

describe('look', { timeout: 300_000 }, () => {
	const open = privacyBudgetPage();
	test('look', async () => {
		const { page: p, complaints } = await open(panelState);
		await p.locator('#verdict-first', { hasText: '5 of 8' }).waitFor();
		await p.waitForTimeout(500);
		await p.screenshot({ path: pictureOf('all') });
		assert.deepEqual(complaints, []);
	});
});
