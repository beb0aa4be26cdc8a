import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { join } from 'node:path';
import { dimBucketColor } from '../../src/extension/heatmap/heat-colors.ts';
import { heatStep } from '../../src/formats/heat-scale.ts';
import { colorOf, contributedColor, sameColor, type Rgba } from './harness/colors.ts';
import { exampleText } from './harness/example.ts';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';
import { extensionId, type Theme } from './harness/workbench.ts';
import type { Api } from '../../src/extension/extension.ts';

const file = 'traces/records/similar-case.rag.md';
const { value, inResponse } = exampleText(file);
/** The first digits of a phone number, which stand in a context and in the response. */
const number = value.slice(0, 3);

describe('the heatmap', { timeout: 600_000 }, () => {
	const s = session({
		workspace: join(repository, 'examples'),
		settings: { 'ragAssay.editDelay': 2500, 'ragAssay.heatmap.measure': 'cg', 'ragAssay.origins.enabled': false },
	});

	/** Colors of the buckets that have tokens, as the manifest gives them. */
	function expectedColors(measure: 'cg' | 'kl' | 'surprise', ranges: readonly number[], theme: Theme): Rgba[] {
		return ranges.flatMap((count, bucket) => {
			const color = contributedColor(`ragAssay.${measure === 'cg' ? 'cg' : 'surprise'}${bucket + 1}`, theme);
			return count > 0 && color[3] > 0 ? [color] : [];
		});
	}

	/** Drawn and expected are the same set of colors. */
	async function assertDrawn(measure: 'cg' | 'kl' | 'surprise', theme: Theme): Promise<void> {
		const { ranges } = await heatmapOf(s.server, file, measure);
		const expected = expectedColors(measure, ranges, theme);
		assert.ok(expected.length >= 2, `tokens of at least two colors, not ${ranges.join()}`);
		const drawn = await until(
			async () => {
				const marks = await s.vs.editor.tokenMarks();
				return expected.every((color) => marks.some((mark) => sameColor(mark.tint, color))) && marks;
			},
			`the colors ${JSON.stringify(expected)} in the editor`,
		);
		for (const { tint: color } of drawn)
			assert.ok(
				expected.some((wanted) => sameColor(wanted, color)),
				`${color.join()} is drawn but is no bucket's color in ${theme}`,
			);
	}

	test('a trace that is opened gets its colors', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await assertDrawn('cg', 'Dark Modern');
		const head = await s.vs.editor.placeOf('## Response');
		assert.deepEqual(
			(await s.vs.editor.tokenMarks()).filter(({ top }) => top < head.y),
			[],
			'the response alone is colored by token',
		);
	});

	test('a token is colored by the number that its hover shows', async () => {
		for (const [word, nth] of [
			[number, inResponse(number)],
			['similar', inResponse('similar')],
		] as const) {
			const hover = await s.vs.editor.hover(word, nth);
			const [, sign, size] = /CG ([+−])(\d+\.\d+) nats/.exec(hover) ?? [];
			assert.ok(size !== undefined, hover);
			const step = heatStep('cg', sign === '−' ? -Number(size) : Number(size));
			const wanted = contributedColor(`ragAssay.cg${step + 1}`, 'Dark Modern');
			const behind = (await s.vs.editor.colorBehind(word, nth)) ?? [0, 0, 0, 0];
			assert.ok(
				wanted[3] === 0 ? behind[3] === 0 : sameColor(behind, wanted),
				`${word}: CG ${sign}${size} is step ${step + 1}, ${wanted.join()}, but ${behind.join()} is drawn`,
			);
			await s.vs.editor.dismissHover();
		}
	});

	test('query and contexts are tinted apart', async () => {
		const tints = new Map(
			(await s.vs.editor.marks())
				.filter(({ kind, wholeLine }) => kind === 'box' && wholeLine)
				.map(({ background, line }) => [background, line]),
		);
		assert.equal(tints.size, 3, `one for what was asked, and one for each of two contexts: ${[...tints].join(' | ')}`);
	});

	for (const [theme, name] of [
		['Light Modern', 'light'],
		['Default High Contrast', 'hc-dark'],
		['Default High Contrast Light', 'hc-light'],
		['Dark Modern', 'dark'],
	] as const) {
		test(`its colors in ${theme}`, async () => {
			await s.vs.theme(theme);
			await assertDrawn('cg', theme);
			await s.vs.page.mouse.move(2, 2);
			await s.vs.screenshot(`heatmap-${name}`);
		});
	}

	test('one key takes it away and brings it back', async () => {
		await s.vs.editor.click('Response');
		await s.vs.page.locator('.monaco-editor.focused').waitFor();
		const off = async () => (await s.vs.status('heatmap')).includes('Off');
		await s.vs.pressKeysUntil('ragAssay.toggleHeatmap', off, 'the switch to be off');
		await until(async () => (await s.vs.editor.tokenMarks()).length === 0, 'the colors to go');
		await s.vs.pressKeysUntil('ragAssay.toggleHeatmap', async () => !(await off()), 'the switch to be on');
		await assertDrawn('cg', 'Dark Modern');
	});

	test('the status bar names the profile that judges', async () => {
		await until(async () => /demo/.test(await s.vs.status('profile')), 'the profile in the status bar');
	});

	test('a command colors by divergence, the status bar by surprise and back', async () => {
		assert.match(await s.vs.status('heatmap'), /Confidence gap/);
		await s.vs.command('RAG Assay: Show Heatmap by Divergence (KL)');
		await assertDrawn('kl', 'Dark Modern');
		assert.match(await s.vs.status('heatmap'), /Divergence \(KL\)/);
		await s.vs.statusItem('heatmap').click();
		await s.vs.quickPickRows().filter({ hasText: 'Surprise' }).first().click();
		await assertDrawn('surprise', 'Dark Modern');
		assert.match(await s.vs.status('heatmap'), /Surprise/);
		await s.vs.screenshot('heatmap-surprise');
		await s.vs.command('RAG Assay: Show Heatmap by Confidence Gap');
		await assertDrawn('cg', 'Dark Modern');
	});

	test('an edit dims stale colors at once; after a pause the new text has new ones', async () => {
		const { ranges } = await heatmapOf(s.server, file, 'cg');
		await s.vs.editor.click(number, inResponse(number));
		await s.vs.page.keyboard.press('End');
		// Asked inside the extension host at each edit, after the extension has heard of it: over here the answer may be older than the edit.
		await s.server.host.run(({ vscode }, id) => {
			const stale: number[] = [];
			Object.assign(globalThis, { ragAssayE2eStale: stale });
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				const shown = vscode.extensions.getExtension<Api>(id)!.exports.heatmap(document.uri);
				if (contentChanges.length > 0 && shown !== undefined) stale.push(shown.version);
			});
		}, extensionId);
		await s.vs.page.keyboard.type(' He was well.');
		const stale = await s.server.host.run(async ({ vscode, until: wait }) => {
			await wait(() => vscode.window.activeTextEditor!.document.getText().includes(' He was well.'), 'the edit');
			return (globalThis as unknown as { ragAssayE2eStale: number[] }).ragAssayE2eStale;
		});
		assert.deepEqual(stale, [], 'versions whose colors outlived them');
		const dim = ranges.flatMap((count, bucket) => {
			const color = colorOf(dimBucketColor('cg', bucket, 'dark'));
			return count > 0 && color[3] > 0 ? [color] : [];
		});
		await until(async () => {
			const marks = await s.vs.editor.tokenMarks();
			return marks.length > 0 && marks.every(({ tint }) => dim.some((color) => sameColor(color, tint)));
		}, 'the stale colors to be dim');
		await s.vs.screenshot('heatmap-stale');
		await assertDrawn('cg', 'Dark Modern');
		await analysis(s.server, file, 'done');
	});
});
