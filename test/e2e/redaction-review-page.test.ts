import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ReviewPanelState } from '../../src/protocol/review.ts';
import { answerReview } from '../support/example-review.ts';
import { panelPage } from './harness/panel-page.ts';

const stateOf = (key: string, name: string): ReviewPanelState => ({
	source: { kind: 'trace', uri: `file:///w/${name}` },
	shown: { kind: 'review', key, name, review: answerReview(), who: 'Dana', resumed: true, unread: false },
});
const first = stateOf('/w/case.rag-assay-review.json', 'case.rag.md');
const second = stateOf('/w/other.rag-assay-review.json', 'other.rag.md');
const changed = 'ragAssay/reviewPanel/changed';

describe('the page of the redaction review, without VS Code', { timeout: 300_000 }, () => {
	const open = panelPage('redaction-review', 'Redaction Review', (method, _params, given: ReviewPanelState) =>
		method.endsWith('/reviewPanel/open') ? given : null,
	);
	const said = (p: Page, words: RegExp) => p.locator('#said', { hasText: words }).waitFor();
	const write = async (p: Page): Promise<void> => {
		await p.locator('#item-s2').click();
		await p.keyboard.press('e');
		await p.locator('.editor textarea').fill('The phone number is withheld.');
	};

	test('words that somebody is writing are there again after the page was hidden, until they are left', async () => {
		const { page: p, complaints } = await open(first);
		await said(p, /^The review continues where you left it\.$/);
		await write(p);
		// Another tab: VS Code throws the page away, and loads it anew.
		await p.reload();
		await said(p, /What you were writing in sentence 2 is back, but not accepted yet\./);
		const field = p.locator('.card', { has: p.locator('#item-s2') }).locator('.editor textarea');
		assert.equal(await field.inputValue(), 'The phone number is withheld.');
		await field.press('Escape');
		await p.reload();
		await said(p, /^The review continues where you left it\.$/);
		assert.equal(await p.locator('.editor').count(), 0);
		assert.deepEqual(complaints, []);
	});

	test('another review that is opened takes nothing of it, and says that it is kept', async () => {
		const { page: p, tell, complaints } = await open(first);
		await said(p, /^The review continues/);
		await write(p);
		await tell(changed, { source: second.source, shown: { kind: 'loading', message: 'Looking through the answer…' } });
		await tell(changed, second);
		await said(p, /What you were writing in case\.rag\.md is kept\. You find it when you open that review again\./);
		assert.equal(await p.locator('.editor').count(), 0);
		await tell(changed, first);
		await said(p, /What you were writing in sentence 2 is back/);
		assert.equal(await p.locator('.editor textarea').inputValue(), 'The phone number is withheld.');
		assert.deepEqual(complaints, []);
	});
});
