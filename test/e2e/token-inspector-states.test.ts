import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { webviewPage } from '../../src/extension/webview-page.ts';
import type { InspectorState } from '../../src/protocol/token-inspector.ts';
import { detail } from '../unit/webview/token-inspector/a-detail.ts';
import { startBrowser } from './harness/browser.ts';
import { repository } from './harness/installation.ts';
import { screenshots } from './harness/workbench.ts';

type Token = Extract<InspectorState['shown'], { kind: 'token' }>;
const token = (more: Partial<typeof detail> = {}): Token => ({ kind: 'token', detail: { ...detail, ...more }, file: 'case.rag.md', stale: false });
const state = (shown: InspectorState['shown'], more: Partial<InspectorState> = {}): InspectorState => ({ shown, pinned: false, busy: false, place: null, ...more });

/** Stands for VS Code: answers the panel's first question with `given`, everything else with `null`, and keeps what was asked. */
function fakeHost(given: { shown: InspectorState; colours: Record<string, string> }): void {
	const page = globalThis as unknown as { asked: unknown[]; acquireVsCodeApi: unknown; postMessage(message: unknown, target: string): void; document: { documentElement: { style: { setProperty(name: string, value: string): void } } } };
	page.asked = [];
	let kept: unknown;
	page.acquireVsCodeApi = () => ({
		postMessage(message: { id?: number; method: string; params?: unknown }) {
			for (const [name, value] of Object.entries(given.colours)) page.document.documentElement.style.setProperty(name, value);
			page.asked.push([message.method, message.params]);
			if (message.id !== undefined) page.postMessage({ jsonrpc: '2.0', id: message.id, result: message.method === 'ragAssay/inspector/open' ? given.shown : null }, '*');
		},
		setState(value: unknown) { kept = value; },
		getState() { return kept; },
	});
}

/** Some of VS Code's dark colours. */
const colours = {
	'--vscode-foreground': '#cccccc', '--vscode-editor-background': '#1f1f1f', '--vscode-descriptionForeground': '#9d9d9d', '--vscode-charts-red': '#f14c4c', '--vscode-charts-blue': '#59a4f9',
	'--vscode-charts-green': '#89d185', '--vscode-charts-purple': '#b180d7', '--vscode-charts-yellow': '#cca700', '--vscode-charts-lines': '#cccccc55', '--vscode-font-family': 'sans-serif', '--vscode-font-size': '13px',
	'--vscode-widget-border': '#444444', '--vscode-textLink-foreground': '#4daafc', '--vscode-button-background': '#0078d4', '--vscode-button-foreground': '#ffffff', '--vscode-button-secondaryBackground': '#313131', '--vscode-button-secondaryForeground': '#cccccc',
};

describe('the page of the token inspector, without VS Code', { timeout: 60_000 }, () => {
	let server: Server;
	let browser: Browser;
	before(async () => {
		server = createServer(({ url = '' }, response) => {
			const file = /^\/(token-inspector\.(js|css))$/.exec(url);
			if (file === null) response.setHeader('content-type', 'text/html').end(webviewPage({ title: 'Token Inspector', script: '/token-inspector.js', style: '/token-inspector.css', nonce: 'bm9uY2U=' }));
			else response.setHeader('content-type', file[2] === 'js' ? 'text/javascript' : 'text/css').end(readFileSync(join(repository, 'dist/webview', file[1]!)));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		browser = await startBrowser();
	});
	after(async () => {
		await browser.close();
		server.close();
	});

	async function opened(shown: InspectorState): Promise<{ page: Page; complaints: string[] }> {
		const page = await browser.newPage({ viewport: { width: 620, height: 1400 } });
		const complaints: string[] = [];
		page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('favicon')) complaints.push(message.text()); });
		page.on('pageerror', (error) => complaints.push(error.message));
		await page.addInitScript(fakeHost, { shown, colours });
		await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		await page.locator('#panel .toolbar').waitFor();
		return { page, complaints };
	}

	test('no attribution for this model: why', async () => {
		const { page } = await opened(state({ kind: 'unattributed', why: 'Attribution is not possible: node /model/odd is not understood.' }));
		const message = page.locator('#message');
		await message.locator('h1', { hasText: 'No attribution' }).waitFor();
		assert.match(await message.innerText(), /node \/model\/odd is not understood/);
		for (const id of ['previous', 'next', 'pin', 'go', 'export-png', 'export-csv', 'export-json']) assert.ok(await page.locator(`#${id}[disabled]`).count() === 1, id);
	});

	test('a failure is read aloud, and can be tried again', async () => {
		const { page } = await opened(state({ kind: 'failed', message: 'The runner has stopped. (RA801)' }));
		assert.equal(await page.getByRole('alert').innerText(), 'The runner has stopped. (RA801)');
		await page.locator('#retry').click();
		assert.ok((await page.evaluate<[string, unknown][]>('asked')).some(([method]) => method === 'ragAssay/inspector/retry'));
	});

	test('reasons of a classifier', async () => {
		const { page, complaints } = await opened(state(token()));
		const reasons = page.locator('#reasons');
		await reasons.waitFor();
		const words = await reasons.innerText();
		for (const wanted of [/Its sentence: grounded/, /The temperature was 39\.7 C\./, /25\.0 %, flagged from 50\.0 % on; SPAD\+, trained on sentences/, /numbers here come from/, /FFN_NUM · RAG_NUM/, /0\.75/]) assert.match(words, wanted);
		await page.screenshot({ path: join(screenshots, 'inspector-reasons.png') });
		assert.deepEqual(complaints, []);
	});

	test('what anyone has written stays text', async () => {
		const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
		const { page, complaints } = await opened(state({
			...token({
				token: { ...detail.token, text: markup, alternatives: [{ text: markup, logprob: -1 }] }, model: markup, sentence: { ...detail.sentence!, text: markup },
				contexts: [{ ...detail.contexts[0]!, id: markup }],
			}),
			file: markup,
		}));
		await page.locator('#token-text').waitFor();
		assert.equal(await page.locator('#token-text').innerText(), markup);
		assert.equal(await page.locator('#contexts .link').innerText(), markup);
		assert.equal(await page.locator('#panel img, #panel b').count(), 0);
		assert.equal(await page.title(), 'Token Inspector');
		assert.deepEqual(complaints, []);
	});

	test('numbers of a text that has changed are marked', async () => {
		const { page } = await opened(state({ ...token(), stale: true }, { busy: true }));
		await page.locator('#token.stale').waitFor();
		assert.match(await page.getByRole('status').first().innerText(), /text has changed/);
		assert.equal(await page.locator('vscode-progress-ring').isVisible(), true);
	});

	test('a model of many layers has its chart and its table', async () => {
		const layers = Array.from({ length: 48 }, (_, l) => ({ attention: [0.001, l === 30 ? 0.4 : 0.002, 0, -0.001], ffn: (l % 5 - 2) * 0.004, afterAttention: 0.01 * l, afterFfn: 0.01 * l + 0.004 }));
		const { page, complaints } = await opened(state(token({ layers })));
		await page.locator('#path-figures summary').click();
		assert.equal(await page.locator('#path-figures tbody tr').count(), 98);
		assert.ok((await page.locator('#path-chart').boundingBox())!.width > 400);
		await page.locator('#path-figures summary').click();
		await page.screenshot({ path: join(screenshots, 'inspector-many-layers.png') });
		assert.deepEqual(complaints, []);
	});
});
