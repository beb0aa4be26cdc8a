import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { SentenceVerdict } from '../../src/formats/sentence-verdict.ts';
import type { InspectorState } from '../../src/protocol/token-inspector.ts';
import { detail } from '../support/example-token-detail.ts';
import { panelPage } from './harness/panel-page.ts';
import { screenshots } from './harness/workbench.ts';
import { until } from '../support/until.ts';

type Token = Extract<InspectorState['shown'], { kind: 'token' }>;
const token = (more: Partial<typeof detail> = {}, second: Token['second'] = { kind: 'closed' }): Token => ({
	kind: 'token',
	second,
	detail: { ...detail, ...more },
	file: 'case.rag.md',
	stale: false,
});
const state = (shown: InspectorState['shown'], more: Partial<InspectorState> = {}): InspectorState => ({
	shown,
	pinned: false,
	busy: false,
	place: null,
	...more,
});

describe('the page of the token inspector, without VS Code', { timeout: 300_000 }, () => {
	const opened = panelPage('token-inspector', 'Token Inspector', (method, _params, shown: InspectorState) =>
		method === 'ragAssay/inspector/open' ? shown : null,
	);

	test('no attribution for this model: why', async () => {
		const { page } = await opened(state({ kind: 'unattributed', why: 'Attribution is not possible: node /model/odd is not understood.' }));
		const message = page.locator('#message');
		await message.locator('h1', { hasText: 'No attribution' }).waitFor();
		assert.match(await message.innerText(), /node \/model\/odd is not understood/);
		for (const id of ['previous', 'next', 'pin', 'go', 'export-png', 'export-csv', 'export-json'])
			assert.ok((await page.locator(`#${id}[disabled]`).count()) === 1, id);
	});

	test('a failure is read aloud, and can be tried again', async () => {
		const { page, asked } = await opened(state({ kind: 'failed', message: 'The runner has stopped. (RA801)', retry: true }));
		assert.equal(await page.getByRole('alert').innerText(), 'The runner has stopped. (RA801)');
		await page.locator('#retry').click();
		assert.ok((await asked()).some(([method]) => method === 'ragAssay/inspector/retry'));
	});

	test('what is wrong with the text is mended there: its heads stand as code, and nothing offers to try again', async () => {
		const { page } = await opened(state({ kind: 'failed', message: 'There are two `## Response` sections. (RA104)', retry: false }));
		assert.equal(await page.getByRole('alert').innerText(), 'There are two ## Response sections. (RA104)');
		assert.equal(await page.getByRole('alert').locator('code').innerText(), '## Response');
		assert.equal(await page.locator('#retry').count(), 0);
	});

	test('the second reading is asked for when it is unfolded; its numbers, and why heads are weighed otherwise', async () => {
		const reading = {
			index: detail.index,
			sources: [1 / 64, 3 / 8, 0, -1 / 64, 13 / 64, 0, 1 / 64],
			contexts: [
				{ id: 'note-1', index: 0, part: 1 / 8 },
				{ id: 'note-3', index: 2, part: 1 / 4 },
			],
			notByValues: 'its final norm has a form that is not known',
		};
		const { page, asked } = await opened(state(token({}, { kind: 'read', reading })));
		const second = page.locator('#second');
		assert.equal(await second.locator('table').first().isVisible(), false);
		await second.locator('summary').click();
		await until(
			async () =>
				(await asked()).some(([method, params]) => method === 'ragAssay/inspector/second' && JSON.stringify(params) === '{"open":true}'),
			'the question for the second reading',
		);
		assert.equal(
			(await second.locator('tbody td.number').allInnerTexts()).join(' '),
			'1.6% 37.5% 0.0% −1.6% 20.3% 0.0% 1.6% 12.5% 25.0%',
			'seven sources, then two contexts',
		);
		assert.match(
			await second.innerText(),
			/Attention is divided as in the first reading, because its final norm has a form that is not known\./,
		);
		await page.locator('#source-words summary').click();
		assert.equal(await page.locator('#source-words dd').count(), 7);
		await page.screenshot({ path: join(screenshots, 'inspector-second-reading.png'), fullPage: true });
	});

	test('a second reading that fails says why, and can be tried again', async () => {
		const { page, asked } = await opened(state(token({}, { kind: 'failed', message: 'It would need more memory. (RA502)' })));
		await page.locator('#second summary').click();
		assert.equal(await page.locator('#second').getByRole('alert').innerText(), 'It would need more memory. (RA502)');
		await page.locator('#read-again').click();
		assert.ok((await asked()).some(([method]) => method === 'ragAssay/inspector/retry'));
	});

	test('the ring of what is on its way turns, but for who wants nothing to move', async () => {
		const { page } = await opened(state(token(), { busy: true }));
		const motion = (): Promise<string[]> =>
			page.evaluate<string[]>(
				'[...document.querySelector("vscode-progress-ring").shadowRoot.querySelectorAll("*")].map((part) => getComputedStyle(part).animationName).filter((name) => name !== "none")',
			);
		await page.locator('vscode-progress-ring').first().waitFor();
		assert.deepEqual(await motion(), ['spin-infinite']);
		await page.evaluate('document.body.classList.add("vscode-reduce-motion")');
		assert.deepEqual(await motion(), []);
	});

	for (const width of [220, 321, 479, 480, 620]) {
		test(`at ${width} pixels no word is broken and nothing is out of view`, async () => {
			const reason = 'numbers here come from the model\u2019s own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)';
			const spad = { ...detail.sentence!.spad!, reasons: [{ ...detail.sentence!.spad!.reasons[0]!, text: reason }] };
			const alternatives = ['number', 'temperature', 'understanding', 'a', 'the'].map((text) => ({ text: ` ${text}`, logprob: -2 }));
			const { page, complaints } = await opened(
				state(
					token({
						token: { ...detail.token, alternatives, alternativesWithoutContext: alternatives },
						sentence: { ...detail.sentence!, spad },
						readWithout: 'Read without 111 of 120 contexts: there was no room for more in the model\u2019s context window of 512 tokens.',
					}),
				),
				{ width, height: 1400 },
			);
			await page.locator('#reasons').waitFor();
			await page.screenshot({ path: join(screenshots, `inspector-page-${width}.png`), fullPage: true });
			assert.deepEqual(
				await page.evaluate<string[]>(
					'[...document.querySelectorAll("#panel *")].filter((e) => e.closest(".scrolls > .grid, .visually-hidden, thead") === null && e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 80))',
				),
				[],
			);
			const { scrolls, broken } = await page.evaluate<{ scrolls: number; broken: string[] }>(`(() => {
				const broken = [];
				const texts = document.createTreeWalker(document.getElementById('panel'), NodeFilter.SHOW_TEXT);
				while (texts.nextNode()) {
					const { currentNode: node } = texts;
					if (node.parentElement.closest('.visually-hidden, thead, details:not([open]), [hidden]') !== null) continue;
					for (const { 0: word, index } of node.data.matchAll(/[^\\s-]+/g)) {
						const range = document.createRange();
						range.setStart(node, index);
						range.setEnd(node, index + word.length);
						if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
					}
				}
				return { scrolls: document.documentElement.scrollWidth - innerWidth, broken };
			})()`);
			assert.deepEqual([scrolls, broken, complaints], [0, [], []]);
		});
	}

	test('an answer without contexts is not judged, and has no figures of a classifier', async () => {
		const spad = { ...detail.sentence!.spad!, hallucinated: null, notJudged: 'no-contexts' as const };
		const verdict = { kind: 'not-judged', notJudged: 'no-contexts', unreadContexts: [] } satisfies SentenceVerdict;
		const { page, complaints } = await opened(state(token({ sentence: { ...detail.sentence!, verdict, spad }, response: spad })));
		const reasons = page.locator('#reasons');
		await reasons.waitFor();
		const words = await reasons.innerText();
		assert.match(words, /Its sentence: not judged: the trace has no contexts[^]*The whole response: not judged: the trace has no contexts/);
		assert.doesNotMatch(words, /Probability that|SPAD/);
		assert.deepEqual(complaints, []);
	});

	test('reasons in which nothing unusual is to be seen are left out, and the page says so', async () => {
		const spad = detail.sentence!.spad!;
		const usual = {
			text: 'nothing unusual in what verbs here get from the embedding (0.00)',
			ofSources: false,
			telling: false,
			contribution: -0.85,
			features: [],
		};
		const { page, complaints } = await opened(
			state(token({ sentence: { ...detail.sentence!, spad: { ...spad, counterReasons: [...spad.counterReasons, usual] } } })),
		);
		const reasons = page.locator('#reasons');
		await reasons.waitFor();
		assert.match(await reasons.innerText(), /Its sentence: not flagged[^]*Weaker reasons are left out\.[^]*words here: mean entropy/);
		assert.doesNotMatch(await reasons.innerText(), /nothing unusual|−0\.85/);
		assert.deepEqual(complaints, []);
	});

	test('reasons of a classifier', async () => {
		const { page, complaints } = await opened(state(token()));
		const reasons = page.locator('#reasons');
		await reasons.waitFor();
		const words = await reasons.innerText();
		for (const wanted of [
			/Its sentence: not flagged/,
			/The temperature was 39\.7 C\./,
			/25\.0%, flagged above 50\.0%; SPAD\+, trained on sentences/,
			/numbers here come from/,
			/FFN_NUM · RAG_NUM/,
			/0\.75/,
			/words here: mean entropy/,
			/−1\.25/,
		])
			assert.match(words, wanted);
		// It is grounded: what says so stands first.
		assert.match(await reasons.locator('tbody tr').first().innerText(), /mean entropy/);
		await page.screenshot({ path: join(screenshots, 'inspector-reasons.png') });
		assert.deepEqual(complaints, []);
	});

	test('what anyone has written stays text', async () => {
		const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
		const { page, complaints } = await opened(
			state({
				...token({
					token: { ...detail.token, text: markup, alternatives: [{ text: markup, logprob: -1 }] },
					model: markup,
					sentence: { ...detail.sentence!, text: markup },
					contexts: [{ ...detail.contexts[0]!, id: markup }],
				}),
				file: markup,
			}),
		);
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
		const layers = Array.from({ length: 48 }, (_, l) => ({
			attention: [0.001, l === 30 ? 0.4 : 0.002, 0, -0.001],
			ffn: ((l % 5) - 2) * 0.004,
			afterAttention: 0.01 * l,
			afterFfn: 0.01 * l + 0.004,
		}));
		const { page, complaints } = await opened(state(token({ layers })));
		await page.locator('#path-figures summary').click();
		assert.equal(await page.locator('#path-figures tbody tr').count(), 98);
		assert.ok((await page.locator('#path-chart').boundingBox())!.width > 400);
		await page.locator('#path-figures summary').click();
		await page.screenshot({ path: join(screenshots, 'inspector-many-layers.png') });
		assert.deepEqual(complaints, []);
	});
});
