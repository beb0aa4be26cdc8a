import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { panelState } from '../support/example-privacy-plan.ts';
import { pictureOf, privacyBudgetPage } from './harness/privacy-budget-page.ts';
import { until } from '../support/until.ts';

/** What a screen reader gets of a control. */
interface Heard {
	readonly role: string;
	readonly name: string;
	readonly description: string;
	readonly states: Readonly<Record<string, unknown>>;
}

/** Everything on the page that has a role and a name, as the browser gives it to screen readers. */
async function heardOn(page: Page): Promise<Heard[]> {
	const session = await page.context().newCDPSession(page);
	const { nodes } = await session.send('Accessibility.getFullAXTree');
	await session.detach();
	return nodes
		.filter(({ ignored }) => !ignored)
		.map(({ role, name, description, properties = [] }) => ({
			role: String(role?.value),
			name: String(name?.value ?? ''),
			description: String(description?.value ?? ''),
			states: Object.fromEntries(properties.map((property) => [property.name, property.value.value])),
		}));
}

describe('the controls of panels, on the page of the privacy budget', { timeout: 300_000 }, () => {
	const open = privacyBudgetPage();
	const opened = async (): Promise<Page> => {
		const { page } = await open(panelState);
		await page.locator('#verdict-first', { hasText: 'ε = 3' }).waitFor();
		await page.locator('#expert summary').click();
		return page;
	};
	const focused = (page: Page): Promise<string> => page.evaluate<string>('document.activeElement?.id ?? ""');
	const chosen = (page: Page): Promise<string> => page.locator('#decoder').getByRole('combobox').innerText();

	test('screen readers get the name, the description and the state of each', async () => {
		const page = await opened();
		const one = async (role: string, name: string): Promise<Heard> => {
			const found = (await heardOn(page)).filter((heard) => heard.role === role && heard.name === name);
			assert.equal(found.length, 1, `${role} ${name}`);
			return found[0]!;
		};
		assert.match(
			(await one('textbox', 'ε, per answer')).description,
			/^One document can make an answer at most 21 times more or less likely/,
		);
		assert.equal((await one('textbox', 'δ, per answer')).states['invalid'], 'false');
		assert.match((await one('textbox', 'Public words for keywords, one per line')).role, /textbox/);
		assert.match((await one('combobox', 'What ε is spent on')).description, /^At present: all for the answer\./);
		assert.equal((await one('combobox', 'How the answer is made')).states['expanded'], false);
		assert.equal((await one('checkbox', 'Count facts, not wordings')).states['checked'], 'true');
		assert.equal((await one('button', 'Try It: Generate Private Answer…')).states['disabled'], undefined);
		assert.equal((await one('button', 'Save in the settings of this workspace')).states['disabled'], true);
		assert.equal((await heardOn(page)).filter(({ role }) => role === 'alert').length, 0);
		await page.locator('#epsilon input').fill('-1');
		await until(async () => (await one('textbox', 'ε, per answer')).states['invalid'] === 'true', 'the mark');
		assert.match((await one('textbox', 'ε, per answer')).description, /Write a number above 0/);
	});

	test('a click on a label goes to its control, and each control can be reached with Tab', async () => {
		const page = await opened();
		await page.getByText('Documents', { exact: true }).first().click();
		assert.equal(await focused(page), 'documents');
		const reached = new Set<string>();
		for (let i = 0; i < 60; i++) {
			await page.keyboard.press('Tab');
			reached.add(await focused(page));
		}
		for (const id of ['try', 'epsilon', 'decoder', 'clip', 'vocabulary', 'countFacts', 'export-csv']) assert.ok(reached.has(id), id);
		assert.ok(!reached.has('save'), 'a disabled button is passed over');
	});

	test('a list opens, moves and chooses with the keys of any list', async () => {
		const page = await opened();
		const list = page.locator('#decoder');
		const all = await list.getByRole('option', { includeHidden: true }).allTextContents();
		const labels = all.map((label) => label.trim());
		const marked = async (): Promise<string> => (await list.locator('.option.active').textContent())?.trim() ?? '';
		const isOpen = async (): Promise<boolean> => (await list.getByRole('combobox').getAttribute('aria-expanded')) === 'true';
		await list.focus();
		await page.keyboard.press('Space');
		await until(isOpen, 'the list to open');
		await page.screenshot({ path: pictureOf('list') });
		await page.keyboard.press('End');
		await until(async () => (await marked()) === labels.at(-1), 'the last option');
		await page.keyboard.press('Home');
		await until(async () => (await marked()) === labels[0], 'the first option');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Space');
		await until(async () => (await chosen(page)) === labels[1] && !(await isOpen()), 'the second option');
		await page.keyboard.press(labels[0]!.charAt(0));
		await until(async () => (await marked()).startsWith(labels[0]!.charAt(0)), 'the letter');
		await page.keyboard.press('Enter');
		await until(async () => !(await isOpen()), 'the list to close');
		const before = await chosen(page);
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Escape');
		assert.equal(await chosen(page), before);
		await page.keyboard.press('ArrowDown');
		await until(isOpen, 'the list to open again');
		await page.keyboard.press('Tab');
		await until(async () => !(await isOpen()), 'the list to close as the focus moves away');
		// Only a closed list leaves Escape to the page.
		await page.evaluate('window.escapes = 0; document.addEventListener("keydown", ({ key }) => { if (key === "Escape") escapes++; })');
		await list.focus();
		await page.keyboard.press('Space');
		await page.keyboard.press('Escape');
		assert.equal(await page.evaluate('escapes'), 0);
		await page.keyboard.press('Escape');
		assert.equal(await page.evaluate('escapes'), 1);
	});

	test('a list opens where there is room, and stays in view', async () => {
		const page = await opened();
		await page.setViewportSize({ width: 380, height: 400 });
		const list = page.locator('#split');
		await list.evaluate((element) => {
			(element as unknown as { scrollIntoView(how: { block: string }): void }).scrollIntoView({ block: 'end' });
		});
		await list.focus();
		await page.keyboard.press('Space');
		const option = list.getByRole('option').last();
		await option.waitFor();
		const [control, last] = [(await list.boundingBox())!, (await option.boundingBox())!];
		assert.ok(last.y + last.height <= control.y, 'above the control');
		assert.ok(last.width >= control.width - 2 && last.x + last.width <= 380, JSON.stringify(last));
	});

	test('a checkbox follows a click, Space, and a click of a screen reader on what is inside', async () => {
		const page = await opened();
		const box = page.locator('#countFacts');
		const input = box.locator('input');
		const ticked = async (): Promise<readonly [boolean, boolean]> => [
			await box.evaluate((element) => (element as unknown as { checked: boolean }).checked),
			await input.isChecked(),
		];
		assert.deepEqual(await ticked(), [true, true]);
		await box.click();
		assert.deepEqual(await ticked(), [false, false]);
		await input.evaluate((element) => {
			(element as unknown as { click(): void }).click();
		});
		assert.deepEqual(await ticked(), [true, true]);
		await box.focus();
		await page.keyboard.press('Space');
		assert.deepEqual(await ticked(), [false, false]);
		await page.locator('#reset').click();
		await until(async () => (await ticked()).every(Boolean), 'what is saved');
	});

	test('a button is pressed once by a key, and the page stays where it is', async () => {
		const page = await opened();
		await page.setViewportSize({ width: 1100, height: 500 });
		await page.evaluate('window.clicks = 0; document.querySelector("#try").addEventListener("click", () => { clicks++; })');
		await page.locator('#try').focus();
		await page.keyboard.down('Space');
		await page.keyboard.down('Space');
		await page.keyboard.up('Space');
		assert.deepEqual(await page.evaluate('[clicks, scrollY]'), [1, 0]);
		await page.keyboard.press('Enter');
		assert.equal(await page.evaluate('clicks'), 2);
		// A click that moves the focus into a field does not write there.
		await page.locator('#change-budget').focus();
		await page.keyboard.press('Enter');
		assert.equal(await focused(page), 'budget-owner');
		assert.equal(await page.locator('#budget-owner input').inputValue(), 'Ada');
	});

	test('disabled and enabled again, a button is in the order of Tab', async () => {
		const page = await opened();
		await page.locator('#documents input').fill('16');
		await until(async () => (await page.locator('#save[disabled]').count()) === 0, 'something to save');
		await page.locator('#try').focus();
		await page.keyboard.press('Tab');
		assert.equal(await focused(page), 'save');
	});
});
