import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** VS Code's own file dialog, which is drawn in its window. */
const boxOf = (page: Page): Locator => page.locator('.quick-input-widget:visible input[type="text"]');
const accept = (page: Page): Promise<void> =>
	page.locator('.quick-input-widget:visible .quick-input-action .monaco-button').first().click();

/** Whether the dialog with this path has made way. Another question may come at once in its place. Waits for nothing: it may go at any time. */
const makesWay = async (box: Locator, path: string): Promise<boolean> =>
	!(await box.evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value))).includes(path);

/** Answers the dialog with a path; `lists`: whether its list is the one of the path's folder. It is closed afterwards, whatever becomes of it. */
export async function answerFileDialog(page: Page, path: string, lists: (rows: string) => boolean): Promise<void> {
	const box = boxOf(page);
	const rows = async (): Promise<string> => (await page.locator('.quick-input-widget:visible .monaco-list-row').allInnerTexts()).join('\n');
	await box.waitFor({ timeout: 60_000 });
	try {
		// It writes a path of its own first, over what came before.
		await until(async () => (await box.inputValue()).startsWith('/') && (await rows()) !== '', 'the dialog\u2019s own path');
		await box.fill(path);
		await until(async () => (await box.inputValue()) === path && lists(await rows()), 'the folder that was written');
		await accept(page);
		await until(() => makesWay(box, path), 'the end of the dialog');
	} catch (error) {
		if (await box.isVisible()) await page.keyboard.press('Escape');
		throw error;
	}
}

/** Confirms the path that a save dialog proposes, and returns it. */
export async function confirmSaveDialog(page: Page, ending: string): Promise<string> {
	const box = boxOf(page);
	await box.waitFor();
	const proposed = await until(async () => {
		const path = await box.inputValue();
		return path.endsWith(ending) && path;
	}, 'a proposed name');
	await accept(page);
	await until(() => makesWay(box, proposed), 'the end of the dialog');
	return proposed;
}
