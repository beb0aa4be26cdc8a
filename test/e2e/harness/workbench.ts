import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, type Browser, type Locator, type Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { EditorView } from './editor-view.ts';
import { repository } from './installation.ts';
import type { Server } from './server.ts';
import { NotInTime, until } from '../../support/until.ts';

export const extensionId = 'rag-assay.rag-assay';
export const screenshots = join(repository, 'test/e2e/screenshots');

export type Theme = 'Dark Modern' | 'Light Modern' | 'Default High Contrast' | 'Default High Contrast Light';

/** The window of VS Code: what a person does and reads there. */
export class Workbench {
	readonly page: Page;
	readonly editor: EditorView;
	readonly #browser: Browser;
	readonly #server: Server;

	constructor(browser: Browser, page: Page, server: Server) {
		this.#browser = browser;
		this.page = page;
		this.#server = server;
		this.editor = new EditorView(page);
	}

	/** Opens the server's window; resolves when it is drawn, its extension host answers and our extension is accepted. */
	static async open(server: Server, size = { width: 1280, height: 800 }): Promise<Workbench> {
		const browser = await startBrowser();
		try {
			// Compressing VS Code's twenty megabytes for each window takes longer than sending them within this machine.
			const page = await browser.newPage({ viewport: size, extraHTTPHeaders: { 'accept-encoding': 'identity' } });
			page.setDefaultTimeout(60_000);
			await page.addInitScript({ path: join(import.meta.dirname, 'in-page.js') });
			// The first page of a server that has just started, on a machine that may be busy.
			await page.goto(server.url, { timeout: 90_000 });
			await page.locator('.monaco-workbench .statusbar-item').first().waitFor({ timeout: 90_000 });
			const accepted = await server.host.extensions();
			if (!accepted.includes(extensionId)) throw new Error(`VS Code did not take ${extensionId}: is engines.vscode above its version?`);
			return new Workbench(browser, page, server);
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	close(): Promise<void> {
		return this.#browser.close();
	}

	/** Leaves a picture under test/e2e/screenshots/. */
	async screenshot(name: string, clip?: { x: number; y: number; width: number; height: number }): Promise<string> {
		mkdirSync(screenshots, { recursive: true });
		const path = join(screenshots, `${name}.png`);
		await this.page.screenshot({ path, ...(clip === undefined ? {} : { clip }) });
		return path;
	}

	/** Runs a command by the title that the palette shows. */
	async command(title: string): Promise<void> {
		await this.#pick('F1', `>${title}`, title);
	}

	/** The titles that the palette offers for a text. */
	async commandsFor(text: string): Promise<string[]> {
		const rows = await this.#quickInput('F1', `>${text}`);
		await rows.first().waitFor();
		const titles = await rows.locator('.label-name').allInnerTexts();
		await this.page.keyboard.press('Escape');
		return titles;
	}

	/** Opens a file of the workspace (a path within it) and waits for its text. */
	async open(file: string): Promise<void> {
		await this.#server.host.run(async ({ vscode }, path) => {
			const folder = vscode.workspace.workspaceFolders![0]!.uri;
			await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, path), { preview: false });
		}, file);
		await this.page.locator('.tab.active', { hasText: file.split('/').at(-1)! }).waitFor();
		await this.page.locator('.editor-group-container.active .monaco-editor .view-line').first().waitFor();
	}

	/** Opens an empty file in front of the active tab, which hides it. */
	async coverActiveTab(): Promise<void> {
		await this.#server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
		});
		await this.page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
	}

	/** Switches the color theme (the id in its manifest) and waits until the window has it. */
	async theme(id: Theme): Promise<void> {
		const kind = {
			'Dark Modern': 'vs-dark',
			'Light Modern': 'vs',
			'Default High Contrast': 'hc-black',
			'Default High Contrast Light': 'hc-light',
		}[id];
		await this.#server.host.run(async ({ vscode }, theme) => {
			await vscode.workspace.getConfiguration('workbench').update('colorTheme', theme, vscode.ConfigurationTarget.Global);
		}, id);
		await this.page.locator(`.monaco-workbench.${kind}`).waitFor();
		// Decorations and webviews are colored anew in later frames.
		await this.page.waitForTimeout(400);
	}

	/** Rows of the Problems view as text, which is opened if need be; empty when it says that there are none. */
	async problems(): Promise<string[]> {
		const panel = this.page.locator('.markers-panel');
		if (!(await panel.isVisible())) await this.command('Problems: Focus on Problems View');
		await panel.waitFor();
		const rows = await panel.locator('.monaco-list-row').allInnerTexts();
		return rows.map((text) => text.replaceAll(/\s+/g, ' ').trim());
	}

	/** Shows one of our views in the side bar, by its name in the manifest, and closes the others, so that there is room for its rows. */
	async view(name: string): Promise<Locator> {
		await this.command(`RAG Assay: Focus on ${name} View`);
		const sideBar = this.page.locator('.part.sidebar');
		await sideBar.locator(`.pane-header[aria-label^="${name}"]`).waitFor();
		for (const other of await sideBar.locator('.pane-header').all()) {
			const isOpen = (await other.getAttribute('aria-expanded')) === 'true';
			if (isOpen !== (await other.getAttribute('aria-label'))?.startsWith(name)) await other.click();
		}
		return sideBar.locator(`.pane:has(.pane-header[aria-label^="${name}"])`);
	}

	/** Words of one of our status bar items, by its id in the code. */
	status(id: string): Promise<string> {
		return this.statusItem(id).innerText();
	}

	statusItem(id: string): Locator {
		return this.page.locator(`[id="${extensionId}.${id}"]`);
	}

	/** Opens the quick fixes at a text of the editor; resolves when `title` is among them. */
	async quickFixes(text: string, title: string): Promise<Locator> {
		const item = this.page.locator('.action-widget .action').filter({ hasText: exactly(title) });
		// The menu closes by itself when findings change while it opens.
		await until(async () => {
			if (await item.isVisible()) return true;
			await this.page.keyboard.press('Escape');
			await this.editor.click(text);
			await this.page.keyboard.press('Control+.');
			return item.waitFor({ timeout: 2000 }).then(
				() => true,
				() => false,
			);
		}, `the quick fix "${title}"`);
		return item;
	}

	/** Presses the keys that the manifest gives one of our commands. */
	async pressKeysOf(command: string): Promise<void> {
		const { contributes } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
			contributes: { keybindings: { command: string; key: string }[] };
		};
		const keys = contributes.keybindings.find((binding) => binding.command === command)?.key;
		if (keys === undefined) throw new Error(`the manifest has no keys for ${command}`);
		const names: Record<string, string> = { ctrl: 'Control', alt: 'Alt', shift: 'Shift' };
		for (const stroke of keys.split(' '))
			await this.page.keyboard.press(
				stroke
					.split('+')
					.map((part) => names[part] ?? part)
					.join('+'),
			);
	}

	/** Presses them until they have done what they are for: a busy window may lose a key, which is pressed again only long after it would have done it. */
	async pressKeysUntil(command: string, done: () => Promise<boolean>, what: string): Promise<void> {
		await this.#pressUntil(() => this.pressKeysOf(command), done, what);
	}

	/** The same with one key, such as of a panel. What it does must not be worse for being done twice. */
	async pressUntil(key: string, done: () => Promise<boolean> | boolean, what: string): Promise<void> {
		await this.#pressUntil(
			() => this.page.keyboard.press(key),
			async () => done(),
			what,
		);
	}

	async #pressUntil(press: () => Promise<void>, done: () => Promise<boolean>, what: string): Promise<void> {
		await until(async () => {
			if (await done()) return true;
			await press();
			return until(done, what, { limit: 15_000 }).catch((error: unknown) => {
				if (error instanceof NotInTime) return false;
				throw error;
			});
		}, `${what}, once its keys are pressed`);
	}

	/** Words of the notifications on screen. */
	notifications(): Promise<string[]> {
		return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
	}

	/**
	 * Waits for a notification and returns its words. Now and then VS Code draws no toast (an animation frame that does not come);
	 * its message waits behind the bell then, where we look for it after a while.
	 */
	async message(words: RegExp): Promise<string> {
		const shown = this.page
			.locator('.notifications-toasts, .notifications-center')
			.locator('.notification-list-item-message')
			.filter({ hasText: words })
			.first();
		if (
			!(await shown.waitFor({ timeout: 5000 }).then(
				() => true,
				() => false,
			))
		)
			await this.command('Notifications: Show Notifications');
		return shown.innerText();
	}

	/** The open quick pick's rows. */
	quickPickRows(): Locator {
		return this.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
	}

	/** The palette lists what there is when it opens: what comes with the extension's start is there when it is opened again. */
	async #pick(key: string, text: string, label: string): Promise<void> {
		let seen = '';
		await until(
			async () => {
				const rows = await this.#quickInput(key, text);
				const row = rows.filter({ has: this.page.locator('.label-name', { hasText: exactly(label) }) }).first();
				if (
					await row.waitFor({ timeout: 5000 }).then(
						() => true,
						() => false,
					)
				)
					return row.click().then(
						() => true,
						() => false,
					);
				seen = (await rows.locator('.label-name').allInnerTexts()).slice(0, 6).join(' | ');
				await this.page.keyboard.press('Escape');
				return false;
			},
			() => `"${label}" in the palette; it has: ${seen}`,
		);
	}

	async #quickInput(key: string, text: string): Promise<Locator> {
		const box = this.page.locator('.quick-input-widget:visible input[type="text"]');
		const soon = { timeout: 1500 };
		// Each further press starts a palette over that is about to open: where opening is slow, presses come less and less often.
		let patience = soon.timeout;
		// A key press is lost now and then while the focus moves, and a box that was seen may be one that is about to close.
		await until(async () => {
			try {
				if (!(await box.isVisible())) {
					await this.page.keyboard.press(key);
					patience *= 2;
					await box.waitFor({ timeout: patience });
				}
				await box.fill(text, soon);
				return (await box.inputValue(soon)) === text;
			} catch (error) {
				if (error instanceof errors.TimeoutError) return false;
				throw error;
			}
		}, `${key} to open the palette and take "${text}"`);
		return this.quickPickRows();
	}
}

function exactly(text: string): RegExp {
	return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);
}
