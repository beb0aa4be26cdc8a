import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { heatStep } from '../../src/formats/heat-scale.ts';
import type { Api } from '../../src/extension/extension.ts';
import { contributedColor, parseColor, sameColor } from './harness/colors.ts';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';
import { extensionId, type Theme } from './harness/workbench.ts';

const file = 'sample.rag.md';
const themes = [
	['Light Modern', 'light'],
	['Default High Contrast', 'hc-dark'],
	['Default High Contrast Light', 'hc-light'],
	['Dark Modern', 'dark'],
] as const;
/** `39.7` stands in the third context, in the response and in the reference, in this order, and no other 7. Its last token is `7`. */
const [inContext, inResponse] = [0, 1];

describe('where a response comes from', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace'), size: { width: 1280, height: 900 } });

	/** What the extension says is lit, once it says so. */
	const lit = (holds: (shown: ReturnType<Api['origins']>) => boolean, what: string) =>
		until(async () => {
			const shown = await s.server.host.run(
				({ vscode }, id) => vscode.extensions.getExtension<Api>(id)!.exports.origins() ?? null,
				extensionId,
			);
			return holds(shown ?? undefined) && { shown };
		}, what);

	/** The color behind a text is that of a step of one of the two scales. */
	async function assertColor(text: string, nth: number, scale: 'cg' | 'surprise', wanted: number, theme: Theme): Promise<void> {
		const color = contributedColor(`ragAssay.${scale}${wanted + 1}`, theme);
		await until(
			async () => {
				const behind = (await s.vs.editor.colorBehind(text, nth)) ?? [0, 0, 0, 0];
				return color[3] === 0 ? behind[3] === 0 : sameColor(behind, color);
			},
			`${text} to have the color of step ${wanted + 1}, ${color.join()}, in ${theme}; it has ${(await s.vs.editor.colorBehind(text, nth))?.join()}`,
		);
	}

	/** Before the `nth` appearance of a text: a click's place depends on where its middle lies. */
	const putCursorAt = async (text: string, nth: number) => {
		const place = await s.server.host.run(
			({ vscode }, wanted) => {
				const editor = vscode.window.activeTextEditor!;
				let offset = -1;
				for (let i = 0; i <= wanted.nth; i++) offset = editor.document.getText().indexOf(wanted.text, offset + 1);
				const position = editor.document.positionAt(offset);
				editor.selection = new vscode.Selection(position, position);
				return `Ln ${position.line + 1}, Col ${position.character + 1}`;
			},
			{ text, nth },
		);
		// The window, where keys are typed, hears of it later.
		await s.vs.page.locator('.statusbar-item', { hasText: new RegExp(`^\\s*${place}\\s*$`) }).waitFor();
	};

	const cursorLine = () =>
		s.server.host.run(({ vscode }) => {
			// There is none for a moment while another file opens.
			const editor = vscode.window.activeTextEditor;
			return {
				file: editor?.document.uri.path.split('/').at(-1) ?? '',
				line: editor?.document.lineAt(editor.selection.active.line).text ?? '',
			};
		});

	test('a response that a classifier has judged is colored by suspicion by itself', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await heatmapOf(s.server, file, 'suspicion');
		await until(async () => (await s.vs.status('heatmap')).includes('Suspicion'), 'the status bar to say so');
		const hover = await s.vs.editor.hover('7', inResponse);
		await s.vs.editor.dismissHover();
		const value = Number(/Suspicion (\d\.\d+)/.exec(hover)?.[1]);
		assert.ok(Number.isFinite(value), hover);
		await assertColor('7', inResponse, 'surprise', heatStep('suspicion', value), 'Dark Modern');
	});

	test("a token's hover has its seven sources with bars, where its word came from, and the classifier with its level", async () => {
		const words = await s.vs.editor.hover('7', inResponse);
		for (const part of [
			/NUM/,
			/Source of this probability/,
			/question and instructions\s+[+−]?\d\.\d{3}/,
			/contexts\s+\+\d\.\d{3}\s+█/,
			/the model’s own layers/,
			/embedding/,
			/Word 39\.7: \d.* without note-3 \d/,
			/SPAD\+? on the sentence: \d/,
			/CG [+−]/,
		])
			assert.match(words, part);
		await s.vs.page.waitForTimeout(300); // it fades in
		await s.vs.screenshot('spad-hover-dark');
		await s.vs.editor.dismissHover();
		await s.vs.theme('Light Modern');
		await s.vs.editor.hover('7', inResponse);
		await s.vs.page.waitForTimeout(300);
		await s.vs.screenshot('spad-hover-light');
		await s.vs.editor.dismissHover();
		await s.vs.theme('Dark Modern');
	});

	test('the quick pick switches to one source, by which tokens are colored as their hover says', async () => {
		await s.vs.command('RAG Assay: Choose Heatmap…');
		await s.vs.quickPickRows().filter({ hasText: "Source: model's own layers" }).first().click();
		await heatmapOf(s.server, file, 'ffn');
		for (const [word, nth] of [
			['7', inResponse],
			['The temp', 0],
		] as const) {
			const hover = await s.vs.editor.hover(word, nth);
			await s.vs.editor.dismissHover();
			const [, sign, size] = /the model’s own layers\s+([+−]?)(\d\.\d{3})/.exec(hover) ?? [];
			assert.ok(size !== undefined, hover);
			await assertColor(word, nth, 'cg', heatStep('ffn', sign === '−' ? -Number(size) : Number(size)), 'Dark Modern');
		}
		await s.vs.screenshot('spad-ffn-dark');
		await s.vs.theme('Light Modern');
		await s.vs.screenshot('spad-ffn-light');
		await s.vs.theme('Dark Modern');
		await s.vs.command('RAG Assay: Show Heatmap by Suspicion');
		await heatmapOf(s.server, file, 'suspicion');
	});

	test('with the cursor on a token, where its word came from is lit in its context, in every theme, and the status bar says so', async () => {
		await putCursorAt('7', inResponse);
		await lit((shown) => (shown?.lit ?? 0) > 0 && shown?.context === 'note-3', 'note-3 to be lit');
		for (const [theme, name] of themes) {
			await s.vs.theme(theme);
			await assertColor('39', inContext, 'cg', 19, theme);
			await s.vs.page.mouse.move(2, 2);
			await s.vs.screenshot(`spad-lit-${name}`);
		}
		assert.match(await s.vs.status('origin'), /39\.7 from note-3: (?:99|100)% → (?:<0\.1|0\.\d)% without it/);
		assert.match(
			(await s.vs.statusItem('origin').locator('[aria-label]').first().getAttribute('aria-label')) ?? '',
			/^“39\.7” from note-3: /,
		);
	});

	test('a key goes there, what is lit stays, and another key goes back', async () => {
		await s.vs.pressKeysUntil(
			'ragAssay.goToOrigin',
			async () => (await cursorLine()).line.includes('temperature was 39.7 C'),
			'the cursor to be in note-3',
		);
		await assertColor('39', inContext, 'cg', 19, 'Dark Modern');
		await s.vs.screenshot('spad-jump');
		await s.vs.pressKeysUntil(
			'ragAssay.goBackFromOrigin',
			async () => (await cursorLine()).line.startsWith('The temperature of'),
			'the cursor to be in the response',
		);
	});

	test('with the cursor elsewhere, contexts are colored by how many words of the response came from them', async () => {
		await putCursorAt('Use the documents', 0);
		await lit((shown) => shown !== undefined && shown.subject === null, 'the whole response to be asked about');
		const heads = await until(async () => {
			const written = (await s.vs.editor.marks()).filter(
				({ kind, content }) => kind === 'after' && /of the response depends? on this context/.test(content),
			);
			return written.length === 3 && written;
		}, "a part behind each context's head");
		const shares = heads.map(({ content }) => {
			const [, words, all] = /(\d+) of (\d+) content words/.exec(content) ?? [];
			return words === undefined ? 0 : Number(words) / Number(all);
		});
		const max = Math.max(...shares);
		assert.equal(shares.indexOf(max), 2, `the third context gave most: ${shares.join()}`);
		const { y } = await s.vs.editor.placeOf('39.7', inContext);
		const tint = contributedColor(`ragAssay.cg${heatStep('rag', max) + 1}`, 'Dark Modern');
		assert.ok(tint[3] > 0, `${max}`);
		assert.ok(
			(await s.vs.editor.marks()).some(
				({ wholeLine, top, height, background }) => wholeLine && top <= y && y < top + height && sameColor(parseColor(background), tint),
			),
			`its lines have the color of ${max}, ${tint.join()}`,
		);
		await s.vs.screenshot('spad-whole-dark');
		await s.vs.theme('Light Modern');
		await s.vs.screenshot('spad-whole-light');
		await s.vs.theme('Dark Modern');
	});

	test('the setting turns it off, and an edit takes it away', async () => {
		const set = (value: boolean) =>
			s.server.host.run(async ({ vscode }, on) => {
				await vscode.workspace.getConfiguration('ragAssay').update('origins.enabled', on, vscode.ConfigurationTarget.Global);
			}, value);
		await set(false);
		await lit((shown) => shown === undefined, 'nothing to be lit');
		await set(true);
		await putCursorAt('7', inResponse);
		await lit((shown) => (shown?.lit ?? 0) > 0, "the token's origins");
		await s.vs.page.keyboard.type('x');
		await lit((shown) => shown === undefined, 'what is lit to go with the edit');
		await s.vs.page.keyboard.press('Control+z');
		await analysis(s.server, file, 'done');
		await lit((shown) => (shown?.lit ?? 0) > 0, 'what is lit to come back with the text');
	});

	test("of a pair, what fed the response is lit in the prompt's file, and the jump goes there", async () => {
		await s.vs.open('pair.response.md');
		await analysis(s.server, 'pair.response.md', 'done');
		await putCursorAt('Lyon', 0);
		await lit((shown) => shown?.context === 'profile-1' && shown.lit > 0, 'profile-1 to be lit');
		await s.vs.pressKeysUntil(
			'ragAssay.goToOrigin',
			async () => (await cursorLine()).file === 'pair.prompt.md',
			"the prompt's file to be shown",
		);
		assert.match((await cursorLine()).line, /headquarters in Lyon/);
		// The response's own stands above it.
		await assertColor('Lyon', 1, 'cg', 19, 'Dark Modern');
		await s.vs.screenshot('spad-pair');
		await s.vs.pressKeysUntil(
			'ragAssay.goBackFromOrigin',
			async () => (await cursorLine()).file === 'pair.response.md',
			'the response to be shown',
		);
	});
});

describe('a flagged sentence', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'examples') });
	const flagged = 'traces/hospital/wrong-doctor.rag.md';

	test('is underlined, and Problems quotes the words that it is flagged for', async () => {
		await s.vs.open(flagged);
		await analysis(s.server, flagged, 'done');
		await s.vs.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
		const [problem] = await until(async () => {
			const rows = (await s.vs.problems()).filter((row) => row.includes('rag-assay/ungrounded'));
			return rows.length > 0 && rows;
		}, 'a row in Problems');
		assert.match(problem!, /Not supported by the contexts: \u201cFarrell\u201d\./);
		assert.doesNotMatch(problem!, /SPAD|0\.\d/);
		await s.vs.screenshot('spad-problems');
	});

	test('has the colors of suspicion in every theme, the strongest where its tokens speak for it', async () => {
		const { ranges } = await heatmapOf(s.server, flagged, 'suspicion');
		const strongest = ranges.findLastIndex((count) => count > 0);
		assert.ok(strongest >= 10, `the strongest token is of step ${strongest + 1}`);
		await s.vs.command('View: Toggle Panel Visibility');
		for (const [theme, name] of themes) {
			await s.vs.theme(theme);
			const color = contributedColor(`ragAssay.surprise${strongest + 1}`, theme);
			await until(async () => (await s.vs.editor.tokenMarks()).some((mark) => sameColor(mark.tint, color)), `${color.join()} in ${theme}`);
			await s.vs.screenshot(`spad-suspicion-${name}`);
		}
	});

	test('Show Why has every reason', async () => {
		await s.vs.command('RAG Assay: List Sentences');
		const rows = s.vs.quickPickRows();
		await rows.first().waitFor();
		assert.match(await rows.first().innerText(), /suspicion 0\.\d\d \(threshold/);
		await s.vs.screenshot('spad-sentences');
		await rows.first().hover();
		await rows.first().locator('.codicon-question').click();
		const words = await until(async () => {
			const text = (await s.vs.page.locator('.monaco-hover:not(.hidden) .hover-row:visible').allInnerTexts()).join('\n');
			return /Reasons for this verdict/.test(text) && text;
		}, 'the explanation');
		assert.match(words, /SPAD\+? \(sentence classifier\)/);
		assert.match(words, /(the contexts|the model's own layers).*\(usually /, 'a reason about sources');
		assert.match(words, /new words here get \d\.\d\d from the contexts and \d\.\d\d from the model's own layers/);
		assert.match(words, /Reasons against it/);
		await s.vs.screenshot('spad-why');
	});
});
