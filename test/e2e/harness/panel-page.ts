import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { webviewPage } from '../../../src/extension/vscode/webview-page.ts';
import { startBrowser } from './browser.ts';
import { repository } from './installation.ts';

/** Some of VS Code's dark colors. */
const colors = {
	'--vscode-foreground': '#cccccc',
	'--vscode-editor-background': '#1f1f1f',
	'--vscode-descriptionForeground': '#9d9d9d',
	'--vscode-charts-red': '#f14c4c',
	'--vscode-charts-blue': '#59a4f9',
	'--vscode-charts-green': '#89d185',
	'--vscode-charts-purple': '#b180d7',
	'--vscode-charts-yellow': '#cca700',
	'--vscode-charts-lines': '#cccccc55',
	'--vscode-font-family': 'sans-serif',
	'--vscode-font-size': '13px',
	'--vscode-widget-border': '#444444',
	'--vscode-textLink-foreground': '#4daafc',
	'--vscode-button-background': '#0078d4',
	'--vscode-button-foreground': '#ffffff',
	'--vscode-button-secondaryBackground': '#313131',
	'--vscode-button-secondaryForeground': '#cccccc',
	'--vscode-focusBorder': '#0078d4',
	'--vscode-list-activeSelectionBackground': '#04395e',
	'--vscode-list-activeSelectionForeground': '#ffffff',
	'--vscode-settings-textInputBackground': '#313131',
	'--vscode-settings-textInputForeground': '#cccccc',
	'--vscode-settings-textInputBorder': '#3c3c3c',
	'--vscode-settings-dropdownBackground': '#313131',
	'--vscode-settings-dropdownForeground': '#cccccc',
	'--vscode-settings-dropdownBorder': '#3c3c3c',
	'--vscode-settings-checkboxBackground': '#313131',
	'--vscode-settings-checkboxForeground': '#cccccc',
	'--vscode-settings-checkboxBorder': '#3c3c3c',
};

export interface OpenedPage {
	readonly page: Page;
	/** What the browser found wrong. */
	readonly complaints: string[];
	/** The requests and notifications of the panel so far: method and parameters. */
	readonly asked: () => Promise<[method: string, params: unknown][]>;
	/** Tells the panel something, as its host would. */
	readonly tell: (method: string, params: unknown) => Promise<void>;
}

/**
 * A panel's page in a browser, without VS Code: `answer` stands for the panel's host. It runs in the page, so it sees its
 * parameters and nothing else; `given` travels there as JSON.
 */
export function panelPage<G>(
	name: string,
	title: string,
	answer: (method: string, params: Record<string, unknown>, given: G) => unknown,
): (given: G, size?: { width: number; height: number }) => Promise<OpenedPage> {
	const server = createServer(({ url = '' }, response) => {
		const kind = url === `/${name}.js` ? 'js' : url === `/${name}.css` ? 'css' : undefined;
		if (kind === undefined)
			response
				.setHeader('content-type', 'text/html')
				.end(webviewPage({ title, script: `/${name}.js`, style: `/${name}.css`, nonce: 'bm9uY2U=' }));
		else
			response
				.setHeader('content-type', kind === 'js' ? 'text/javascript' : 'text/css')
				.end(readFileSync(join(repository, 'dist/webview', `${name}.${kind}`)));
	});
	let browser: Browser | undefined;
	before(async () => {
		await once(server.listen(0, '127.0.0.1'), 'listening');
		browser = await startBrowser();
	});
	after(async () => {
		await browser?.close();
		server.close();
	});
	return async (given, size = { width: 620, height: 1400 }) => {
		const page = await browser!.newPage({ viewport: size });
		const complaints: string[] = [];
		page.on('console', (message) => {
			if (message.type() === 'error' && !message.text().includes('favicon')) complaints.push(message.text());
		});
		page.on('pageerror', (error) => complaints.push(error.message));
		await page.addInitScript({
			content: `(${standForVsCode.toString()})(${JSON.stringify(colors)}, ${answer.toString()}, ${JSON.stringify(given)})`,
		});
		await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		await page.locator('#panel .toolbar').waitFor();
		return {
			page,
			complaints,
			asked: () => page.evaluate<[string, unknown][]>('asked'),
			tell: (method, params) =>
				page.evaluate(
					(message) => {
						(globalThis as unknown as { postMessage(message: unknown, target: string): void }).postMessage(message, '*');
					},
					{ jsonrpc: '2.0', method, params },
				),
		};
	};
}

/** Runs in the page before its own script. */
function standForVsCode(
	theme: Record<string, string>,
	answer: (method: string, params: Record<string, unknown>, given: unknown) => unknown,
	given: unknown,
): void {
	const page = globalThis as unknown as {
		asked: unknown[];
		acquireVsCodeApi: unknown;
		postMessage(message: unknown, target: string): void;
		sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
		document: { documentElement: { style: { setProperty(name: string, value: string): void } } };
	};
	page.asked = [];
	page.acquireVsCodeApi = () => ({
		postMessage(message: { id?: number; method: string; params?: Record<string, unknown> }) {
			for (const [variable, value] of Object.entries(theme)) page.document.documentElement.style.setProperty(variable, value);
			page.asked.push([message.method, message.params]);
			if (message.id !== undefined)
				page.postMessage({ jsonrpc: '2.0', id: message.id, result: answer(message.method, message.params ?? {}, given) ?? null }, '*');
		},
		// As VS Code keeps it: for the next page of this panel.
		setState(value: unknown) {
			page.sessionStorage.setItem('state', JSON.stringify(value));
		},
		getState() {
			return JSON.parse(page.sessionStorage.getItem('state') ?? 'null') as unknown;
		},
	});
}
