import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from './harness/until.ts';

const file = 'bank/invented-amount.rag.md';
const sentence = 'The amount claimed by Mina Hart';

describe('findings', { timeout: 180_000 }, () => {
	const s = session({ workspace: join(repository, 'examples'), size: { width: 1280, height: 1040 } });
	const entries = async () => (await s.vs.problems()).filter((row) => row.includes('rag-assay/ungrounded'));

	test('an ungrounded sentence is underlined and listed in Problems', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await heatmapOf(s.server, file);
		await s.vs.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
		const [entry, ...more] = await until(async () => {
			const rows = await entries();
			return rows.length > 0 && rows;
		}, 'a row in Problems');
		assert.deepEqual(more, [], 'one sentence, one entry');
		assert.match(entry!, /RAG Assay/);
		await s.vs.screenshot('problems');
		assert.match(await s.vs.status('analysis'), /1 finding/);
	});

	test('the quick fixes: show why', async () => {
		const showWhy = await s.vs.quickFixes(sentence, 'Show why');
		await s.vs.screenshot('quick-fixes');
		await showWhy.click();
		const hover = s.vs.page.locator('.monaco-hover:not(.hidden) .hover-row:visible');
		const words = await until(async () => {
			const text = (await hover.allInnerTexts()).join('\n');
			return /entropy/i.test(text) && text;
		}, 'the explanation');
		assert.match(words, /threshold|entropy/i);
		await s.vs.screenshot('why');
		await s.vs.page.keyboard.press('Escape');
	});

	test('the quick fix that ignores writes the sidecar; the one that takes it back removes it', async () => {
		const sidecar = join(s.server.workspace, file.replace('.rag.md', '.rag-assay.json'));
		assert.equal(existsSync(sidecar), false);
		await (await s.vs.quickFixes(sentence, 'Ignore this finding')).click();
		await until(async () => (await entries()).length === 0, 'Problems to be without it');
		const { schema } = JSON.parse(readFileSync(sidecar, 'utf8')) as { schema: string };
		assert.equal(schema, 'rag-assay/sidecar@1');

		await (await s.vs.quickFixes(sentence, 'Stop ignoring this finding')).click();
		await until(async () => (await entries()).length === 1, 'Problems to have it again');
		await until(() => !existsSync(sidecar), 'the empty sidecar to go');
	});

	test('what the colours say is a list, too', async () => {
		await s.vs.editor.click(sentence);
		await s.vs.command('RAG Assay: List Sentences');
		const rows = s.vs.quickPickRows();
		await rows.filter({ hasText: sentence }).first().waitFor();
		assert.match(await rows.first().innerText(), /entropy/i);
		await s.vs.screenshot('sentences');
		await s.vs.page.keyboard.press('Escape');
	});

	test('a token\'s hover shows both paths, and every text as text', async () => {
		await s.vs.command('View: Toggle Panel Visibility');
		const words = await s.vs.editor.hover('claimed');
		for (const part of [/probability/i, /rank/i, /entropy/i, /with context/i, /without context/i, /CG/, /KL/]) assert.match(words, part);
		await s.vs.page.waitForTimeout(300); // it fades in
		await s.vs.screenshot('hover');
		await s.vs.editor.dismissHover();
	});
});
