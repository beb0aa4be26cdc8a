import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Api } from '../../src/extension/extension.ts';
import { exampleText } from './harness/example.ts';
import { repository } from './harness/installation.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { session } from './harness/session.ts';
import { analysis, heatmapOf } from './harness/trace-state.ts';
import { until } from '../support/until.ts';
import { webview } from './harness/webview.ts';
import { extensionId, screenshots } from './harness/workbench.ts';

const wrong = 'traces/hospital/wrong-doctor.rag.md';
const right = 'traces/hospital/temperature.rag.md';
const themes = [
	['Dark Modern', 'dark'],
	['Light Modern', 'light'],
] as const;

/** What of a number like 36.7 the model copies by attention itself, so that its context lights up. */
function behindThePoint(value: string): string {
	const [, digits] = /^\d+\.(\d+)/.exec(value) ?? [];
	assert.ok(digits !== undefined, value);
	return digits;
}

describe('the pictures of README and docs', { timeout: 600_000 }, () => {
	/** Where ledgers are kept: never the home of whoever makes the pictures. */
	const data = emptyFolder('pictures');
	const s = session({
		workspace: join(repository, 'examples'),
		size: { width: 900, height: 640 },
		settings: { 'ragAssay.dataDirectory': data, 'ragAssay.private.corpus': 'private/documents', 'ragAssay.labels.author': 'Dana' },
	});
	mkdirSync(join(screenshots, 'docs'), { recursive: true });

	/** The editors alone, no wider than a page, so that they are shown at their own size; `height`: no more of them. */
	async function picture(name: string, height = Infinity): Promise<void> {
		const editors = await s.vs.page.locator('.part.editor').boundingBox();
		assert.ok(editors !== null);
		await s.vs.screenshot(`docs/${name}`, { ...editors, height: Math.min(editors.height, height) });
	}

	/** The hover's bars, all of them without scrolling. */
	async function barsInView(): Promise<boolean> {
		return s.vs.page.evaluate<boolean>(`(() => {
			const hover = document.querySelector('.monaco-hover:not(.hidden)');
			const rows = [...hover?.querySelectorAll('table:first-of-type tbody tr') ?? []].filter((row) => /[█▏▎▍▌▋▊▉▒]|\\d\\.\\d{3}/.test(row.textContent)).slice(0, 7);
			const { top, bottom } = hover?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
			return rows.length === 7 && rows.every((row) => { const box = row.getBoundingClientRect(); return box.top >= top && box.bottom <= bottom; });
		})()`);
	}

	/** A window of another size draws what it has room for a moment later. */
	async function inView(text: string, nth: number): Promise<void> {
		await until(
			() =>
				s.vs.editor.placeOf(text, nth).then(
					() => true,
					() => false,
				),
			`${text} to be drawn`,
		);
	}

	async function open(file: string): Promise<void> {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
	}

	const putCursorAt = (text: string, nth: number) =>
		s.server.host.run(
			({ vscode }, wanted) => {
				const editor = vscode.window.visibleTextEditors[0]!;
				let offset = -1;
				for (let i = 0; i <= wanted.nth; i++) offset = editor.document.getText().indexOf(wanted.text, offset + 1);
				const position = editor.document.positionAt(offset);
				editor.selection = new vscode.Selection(position, position);
			},
			{ text, nth },
		);

	test('suspicion: colors and an underlined sentence', async () => {
		await s.vs.command('View: Toggle Primary Side Bar Visibility');
		await open(wrong);
		await heatmapOf(s.server, wrong, 'suspicion');
		await s.vs.page.locator('.monaco-editor .squiggly-warning').first().waitFor();
		await until(async () => (await s.vs.editor.tokenMarks()).length > 0, 'colors in the editor');
		// The line above the response is asked for again when the analysis ends.
		await s.vs.page
			.locator('.codelens-decoration a')
			.filter({ hasText: /supported/ })
			.first()
			.waitFor();
		await s.vs.page.mouse.move(2, 2);
		await picture('suspicion');
	});

	test('one source: what the model\u2019s own layers gave', async () => {
		await s.vs.command('RAG Assay: Choose Heatmap…');
		// The list is longer than so low a window shows. Keys that are pressed before it is there go elsewhere: its own box is waited for.
		await s.vs.page.getByPlaceholder('Color the response by…').fill('own layers');
		await s.vs.quickPickRows().filter({ hasText: "Source: model's own layers" }).first().click();
		await heatmapOf(s.server, wrong, 'ffn');
		await s.vs.page.mouse.move(2, 2);
		await s.vs.page.waitForTimeout(300);
		await picture('own-layers');
		await s.vs.command('RAG Assay: Show Heatmap by Suspicion');
		await heatmapOf(s.server, wrong, 'suspicion');
	});

	test('the hover: seven bars in view', async () => {
		await open(right);
		const { value, inResponse } = exampleText(right);
		const word = behindThePoint(value);
		// A hover is at most a quarter of its editor, and no less than 250 pixels.
		await s.vs.page.setViewportSize({ width: 900, height: 2400 });
		await inView(word, inResponse(word));
		await s.vs.editor.hover(word, inResponse(word), /Go to note-1/);
		await s.vs.page.waitForTimeout(300); // it fades in
		assert.ok(await barsInView(), 'a bar is out of view');
		await picture('hover', 1000);
		await s.vs.editor.dismissHover();
	});

	test('README: a flagged sentence with its colors, and a hover with its verdict, evidence and actions', async () => {
		await open(wrong);
		const { value, inResponse } = exampleText(wrong);
		const word = /\w{3,}/.exec(value)![0];
		await s.vs.page.setViewportSize({ width: 900, height: 1000 });
		await inView(word, inResponse(word));
		await s.vs.editor.hover(word, inResponse(word), /Not supported by the contexts[^]*Go to note-1/);
		await s.vs.page.waitForTimeout(300);
		await picture('heatmap', 860);
		await s.vs.editor.dismissHover();
	});

	test('where a token came from: lit in its context', async () => {
		await s.vs.page.setViewportSize({ width: 900, height: 760 });
		await open(right);
		const { value, inResponse } = exampleText(right);
		const word = behindThePoint(value);
		await putCursorAt(word, inResponse(word));
		await until(
			() => s.server.host.run(({ vscode }, id) => (vscode.extensions.getExtension<Api>(id)!.exports.origins()?.lit ?? 0) > 0, extensionId),
			'something to be lit',
		);
		await s.vs.page.mouse.move(2, 2);
		await s.vs.page.waitForTimeout(300);
		await picture('lit');
	});

	for (const [theme, name] of themes) {
		test(`the token inspector in ${theme}`, async () => {
			if (name === 'dark') {
				await s.vs.page.setViewportSize({ width: 1180, height: 780 });
				await s.vs.command('RAG Assay: Open Token Inspector');
			}
			await s.vs.theme(theme);
			const frame = await webview(s.vs.page, '#panel .toolbar');
			await until(async () => /number \(NUM\)/.test(await frame.locator('#token-line').innerText()), 'the number\u2019s token');
			await s.vs.page.mouse.move(2, 2);
			await s.vs.page.waitForTimeout(800);
			await picture(`inspector-${name}`);
		});
	}

	for (const [theme, name] of themes) {
		test(`the privacy budget in ${theme}`, async () => {
			if (name === 'dark') {
				await s.vs.page.setViewportSize({ width: 1000, height: 1010 });
				await s.vs.command('View: Close All Editors');
				await s.vs.command('RAG Assay: Privacy Budget');
			}
			await s.vs.theme(theme);
			const frame = await webview(s.vs.page, '#panel #verdict');
			if (name === 'dark') {
				await frame.locator('#documents input').fill('12');
				await frame.locator('#budget-owner input').fill('Dana');
				await frame.locator('#budget-set').click();
				await frame.locator('#bar').waitFor();
				await frame.locator('#save').click();
				await frame.locator('#saved', { hasText: 'Saved' }).waitFor();
			}
			await frame.locator('#verdict-first', { hasText: '12 documents' }).waitFor();
			// The focus is at the ledger, and the picture begins with the verdict.
			await frame.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
			await s.vs.page.mouse.move(2, 2);
			await s.vs.page.waitForTimeout(800);
			await picture(`privacy-budget-${name}`);
		});
	}

	for (const [theme, name] of themes) {
		test(`the redaction review in ${theme}`, async () => {
			if (name === 'dark') {
				await s.vs.page.setViewportSize({ width: 1000, height: 720 });
				await s.vs.command('View: Close All Editors');
				await open('traces/records/similar-case.rag.md');
				await s.vs.command('RAG Assay: Review Redactions');
			}
			await s.vs.theme(theme);
			const frame = await webview(s.vs.page, '#panel #items');
			await frame.locator('#items [role=option]').first().waitFor();
			await s.vs.page.mouse.move(2, 2);
			await s.vs.page.waitForTimeout(800);
			await picture(`redaction-review-${name}`);
		});
	}
});
