/** What the editor says of an answer from outside the demo world: one wrong number, one invented sentence, and two sentences that a context has. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis } from './harness/trace-state.ts';

const file = 'night-ferry.rag.md';
const expected = [
	/\u201c£69\u201d differs from the contexts, which say \u201c£96\u201d \(fares\)\./,
	/Not judged by the profile 'demo': the answer is unlike its calibration answers/,
];

describe('an answer from outside the demo world', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/fixtures/stranger'), size: { width: 1280, height: 1000 } });

	test('Problems list the wrong number, and nothing of the sentences that a context has', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		const rows = await until(async () => {
			const shown = (await s.vs.problems()).filter((row) => row.includes('rag-assay/'));
			return shown.length >= expected.length && shown;
		}, 'rows in Problems');
		assert.equal(rows.length, expected.length, rows.join('\n'));
		for (const one of expected)
			assert.ok(
				rows.some((row) => one.test(row)),
				`${one}\n${rows.join('\n')}`,
			);
		await s.vs.screenshot('stranger-problems');
	});

	test('the hover of the invented sentence says which words no context has', async () => {
		const words = await s.vs.editor.hover('captain', 0, /In no context/);
		assert.doesNotMatch(words, /Best match|Suspicion 0/);
		assert.match(words, /^Not flagged\n+In no context: \u201ccaptain\u201d, \u201cgives\u201d, \u201ctour\u201d, and \u201cbridge\u201d/);
		await s.vs.page.waitForTimeout(300); // it fades in
		await s.vs.screenshot('stranger-hover');
	});
});
