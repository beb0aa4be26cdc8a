import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { InspectorState } from '../../src/protocol/token-inspector.ts';
import { detail } from '../unit/webview/token-inspector/a-detail.ts';
import { panelPage } from './harness/panel-page.ts';
import { screenshots } from './harness/workbench.ts';

type Token = Extract<InspectorState['shown'], { kind: 'token' }>;
const token = (more: Partial<typeof detail> = {}): Token => ({ kind: 'token', detail: { ...detail, ...more }, file: 'case.rag.md', stale: false });
const state = (shown: InspectorState['shown'], more: Partial<InspectorState> = {}): InspectorState => ({ shown, pinned: false, busy: false, place: null, ...more });

describe('the page of the token inspector, without VS Code', { timeout: 60_000 }, () => {
	const opened = panelPage('token-inspector', 'Token Inspector', (method, _params, shown: InspectorState) => (method === 'ragAssay/inspector/open' ? shown : null));

	test('no attribution for this model: why', async () => {
		const { page } = await opened(state({ kind: 'unattributed', why: 'Attribution is not possible: node /model/odd is not understood.' }));
		const message = page.locator('#message');
		await message.locator('h1', { hasText: 'No attribution' }).waitFor();
		assert.match(await message.innerText(), /node \/model\/odd is not understood/);
		for (const id of ['previous', 'next', 'pin', 'go', 'export-png', 'export-csv', 'export-json']) assert.ok(await page.locator(`#${id}[disabled]`).count() === 1, id);
	});

	test('a failure is read aloud, and can be tried again', async () => {
		const { page, asked } = await opened(state({ kind: 'failed', message: 'The runner has stopped. (RA801)' }));
		assert.equal(await page.getByRole('alert').innerText(), 'The runner has stopped. (RA801)');
		await page.locator('#retry').click();
		assert.ok((await asked()).some(([method]) => method === 'ragAssay/inspector/retry'));
	});

	test('reasons of a classifier', async () => {
		const { page, complaints } = await opened(state(token()));
		const reasons = page.locator('#reasons');
		await reasons.waitFor();
		const words = await reasons.innerText();
		for (const wanted of [/Its sentence: grounded/, /The temperature was 39\.7 C\./, /25\.0 %, flagged above 50\.0 %; SPAD\+, trained on sentences/, /numbers here come from/, /FFN_NUM · RAG_NUM/, /0\.75/, /words here: mean entropy/, /−1\.25/]) assert.match(words, wanted);
		// It is grounded: what says so stands first.
		assert.match(await reasons.locator('tbody tr').first().innerText(), /mean entropy/);
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
