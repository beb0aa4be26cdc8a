import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';

const file = 'traces/bank/invented-amount.rag.md';
const name = file.split('/').at(-1)!;

/** Milliseconds of the page since it began. */
interface Seen {
	/** The tab of the trace. */
	readonly tab: number;
	/** Its text. */
	readonly text: number;
	/** Anything of ours: an item of the status bar, a line above the answer, a mark in the editor. */
	readonly ours: number;
	/** The first color of a token. */
	readonly colors: number;
}

/** Runs in the page: looks at each frame, so that what is drawn between two questions of a test is not missed. */
const watch = `new Promise((resolve) => {
	const seen = {};
	const once = (key, is) => { if (seen[key] === undefined && is()) seen[key] = performance.now(); };
	const look = () => {
		once('tab', () => [...document.querySelectorAll('.tab.active')].some((tab) => tab.textContent.includes(${JSON.stringify(name)})));
		if (seen.tab !== undefined) {
			once('text', () => document.querySelector('.editor-group-container.active .monaco-editor .view-line') !== null);
			once('ours', () =>
				[...document.querySelectorAll('.statusbar-item[id^="rag-assay"]')].some((item) => item.getBoundingClientRect().width > 0) ||
				[...document.querySelectorAll('.codelens-decoration')].some((lens) => /\\S/.test(lens.textContent)) ||
				ragAssayE2e.marks().length > 0);
			once('colors', () => ragAssayE2e.marks().some(({ kind, width, wholeLine, background }) =>
				kind === 'box' && width > 0 && !wholeLine && !/transparent|rgba\\(.*, 0\\)/.test(background)));
		}
		if (seen.colors === undefined) requestAnimationFrame(look);
		else resolve(seen);
	};
	look();
})`;

describe('the first trace that is opened', { timeout: 300_000 }, () => {
	const s = session({ workspace: join(repository, 'examples') });

	/**
	 * The times are for people: `npm run test:e2e -- first-open` prints them with the load of the machine. A test of times would fail on a busy machine,
	 * so only the order is tested.
	 */
	test('shows that it is being read before it has colors', async (t) => {
		const [first] = await Promise.all([s.vs.page.evaluate<Seen>(watch), s.vs.open(file)]);
		const after = (time: number): string => `${((time - first.tab) / 1000).toFixed(2)} s`;
		t.diagnostic(
			`after the tab: text ${after(first.text)}, something of ours ${after(first.ours)}, colors ${after(first.colors)}; load ${loadavg()[0]!.toFixed(1)}`,
		);
		assert.ok(first.tab <= first.ours && first.ours <= first.colors, JSON.stringify(first));
		await s.vs.screenshot('first-open');
	});

	test('and another one after it', async (t) => {
		const other = 'traces/clinic/invented.rag.md';
		const [second] = await Promise.all([
			s.vs.page.evaluate<Seen>(watch.replaceAll(JSON.stringify(name), JSON.stringify('invented.rag.md'))),
			s.vs.open(other),
		]);
		t.diagnostic(
			`after the tab: something of ours ${((second.ours - second.tab) / 1000).toFixed(2)} s, colors ${((second.colors - second.tab) / 1000).toFixed(2)} s`,
		);
		assert.ok(second.tab <= second.colors, JSON.stringify(second));
	});
});
