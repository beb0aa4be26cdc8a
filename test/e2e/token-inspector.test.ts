import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { TokenDetail } from '../../src/protocol/requests.ts';
import { contrastOf } from './harness/contrast.ts';
import { confirmSaveDialog } from './harness/file-dialog.ts';
import { session } from './harness/session.ts';
import { analysis } from './harness/trace-state.ts';
import { until } from '../support/until.ts';
import { webview } from './harness/webview.ts';

const file = 'sample.rag.md';
const other = 'markup.rag.md';
const flagged = 'ungrounded.rag.md';
/** The first token of 39.7, which stands in a context and in the response. */
const word = '39';
const inResponse = 1;

describe('the token inspector', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(import.meta.dirname, 'workspace'), size: { width: 1500, height: 1000 } });
	const complaints: string[] = [];
	before(() => {
		s.vs.page.on('console', (message) => {
			if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
		});
	});

	const panel = (): Promise<Frame> => webview(s.vs.page, '#panel .toolbar');
	const line = async (): Promise<string> => (await panel()).locator('#token-line').innerText();
	/** Number of the shown token, from 1, and of how many. */
	const number = async (): Promise<number> => Number(/token (\d+) of \d+/.exec(await line())?.[1]);
	const shows = (wanted: (now: number) => boolean, what: string): Promise<boolean> =>
		until(async () => wanted(await number().catch(() => Number.NaN)), what);
	const press = async (id: string): Promise<void> => (await panel()).locator(`#${id}`).click();

	test('before there is a trace, it says what to do', async () => {
		await s.vs.open('lonely.prompt.md');
		await s.vs.command('RAG Assay: Open Token Inspector');
		const words = (await panel()).locator('#message');
		await until(async () => /Open a trace/.test(await words.innerText()), 'the first words of the panel');
		assert.equal(await (await panel()).locator('#token').isVisible(), false);
		await s.vs.screenshot('inspector-empty');
	});

	test('it follows the cursor', async () => {
		await s.vs.open(file);
		await analysis(s.server, file, 'done');
		await s.vs.editor.click(word, inResponse);
		await shows(Number.isInteger, 'a token in the panel');
		const first = await number();
		await s.vs.page.keyboard.press('End');
		await shows((now) => now > first, 'the token at the end of the response');
		await s.vs.editor.click('The temperature');
		await shows((now) => now < first, 'a token at its beginning');
	});

	test('its numbers agree with each other', async () => {
		await s.vs.editor.click(word, inResponse);
		await until(async () => /number \(NUM\)/.test(await line()), 'the number\u2019s token');
		const frame = await panel();
		const figures = async (selector: string): Promise<number[]> =>
			(await frame.locator(selector).allInnerTexts()).map((text) => Number(text.replace('−', '-').replace('%', '')));
		const probability = Number(/Probability ([\d.]+)%/.exec(await line())?.[1]);
		const sources = await figures('#sources tbody td.number');
		assert.equal(sources.length, 7);
		assert.ok(
			sources[5]! > 50 && (await frame.locator('#mostly-final-norm').isVisible()),
			'where the first reading shows little, it says so',
		);
		// Each is rounded to 0.05.
		assert.ok(Math.abs(sources.reduce((a, b) => a + b, 0) - probability) < 0.5, `${sources.join(' + ')} = ${probability}`);
		// Each says what the probability is with and without the context.
		const contexts = (await frame.locator('#contexts tbody td.number').allInnerTexts()).map((text) =>
			Number(/→ <?([\d.]+)%$/.exec(text)?.[1]),
		);
		assert.equal(contexts.length, 3, 'the trace has three contexts');
		// Without the context that the number comes from, it is hardly possible; the others do not matter.
		assert.ok(contexts[0]! < 2 && contexts[1]! > 90 && contexts[2]! > 90, contexts.join());
		assert.match(await frame.locator('#word-origin').innerText(), /^“39\.7” from note-3: (?:99|100)% → (?:<0\.1|0\.\d)% without it\.$/);
		await frame.locator('#path-figures summary').click();
		const running = await figures('#path-figures tbody tr td:last-child');
		assert.ok(Math.abs(running.at(-1)! - probability) < 0.11, `${running.join(' → ')}, ${probability}`);
		await frame.locator('#path-figures summary').click();
	});

	test('it reads the token a second time when that is unfolded', async () => {
		const frame = await panel();
		await frame.locator('#second summary').click();
		const numbers = frame.locator('#second tbody td.number');
		await until(async () => (await numbers.count()) === 10, 'seven sources and three contexts');
		const read = (await numbers.allInnerTexts()).map((text) => Number(text.replace('−', '-').replace('%', '')));
		const probability = Number(/Probability ([\d.]+)%/.exec(await line())?.[1]);
		const [sources, contexts] = [read.slice(0, 7), read.slice(7)];
		assert.ok(Math.abs(sources.reduce((a, b) => a + b, 0) - probability) < 0.5, `${sources.join(' + ')} = ${probability}`);
		assert.equal(sources[5], 0, 'the final norm is inside');
		assert.ok(Math.abs(contexts.reduce((a, b) => a + b, 0) - sources[1]!) < 0.5, `${contexts.join(' + ')} = ${sources[1]}`);
		await s.vs.screenshot('inspector-second-reading-live');
		await frame.locator('#second summary').click();
	});

	test('steps, the chart and the table by keyboard alone', async () => {
		const frame = await panel();
		const start = await number();
		await frame.locator('#previous').focus();
		await s.vs.page.keyboard.press('Enter');
		await shows((now) => now === start - 1, 'the token before');
		await s.vs.page.keyboard.press('Tab');
		assert.equal(await frame.evaluate('document.activeElement.id'), 'next');
		await s.vs.page.keyboard.press('Enter');
		await shows((now) => now === start, 'the token again');
		const reached = new Set<string>();
		// Not a key more: in the editor it would be an edit.
		while ((await frame.evaluate<boolean>('document.hasFocus()')) && reached.size < 30) {
			reached.add(
				await frame.evaluate<string>('document.activeElement.id || document.activeElement.className || document.activeElement.tagName'),
			);
			await s.vs.page.keyboard.press('Tab');
		}
		for (const id of ['pin', 'go', 'export-png', 'export-csv', 'export-json', 'path-chart', 'SUMMARY', 'link'])
			assert.ok(reached.has(id), `${id} is not among ${[...reached].join(', ')}`);
		const said = frame.locator('#path-said');
		await frame.locator('#path-chart').focus();
		await s.vs.page.keyboard.press('ArrowRight');
		assert.match(await said.innerText(), /^Embedding: /);
		await s.vs.page.keyboard.press('ArrowRight');
		assert.match(await said.innerText(), /^Layer 1, attention: Question/);
		await s.vs.screenshot('inspector-chart-key');
		await s.vs.page.keyboard.press('End');
		assert.match(await said.innerText(), /^Final norm: .*; probability so far /);
	});

	test('a key goes into the panel, and from it back to the text, which stays as it is', async () => {
		const text = await s.server.host.run(({ vscode }) => vscode.window.visibleTextEditors[0]!.document.getText());
		await s.vs.editor.click(word, inResponse);
		await until(async () => /number \(NUM\)/.test(await line()), 'the number\u2019s token');
		const focused = async (): Promise<boolean> => (await panel()).evaluate<boolean>('document.hasFocus()');
		await s.vs.pressKeysUntil('ragAssay.openTokenInspector', focused, 'the focus in the panel');
		await s.vs.page.keyboard.press('Tab');
		assert.equal(
			await (await panel()).evaluate('document.hasFocus() && document.activeElement !== document.body'),
			true,
			'a control has the focus',
		);
		// The extension host may know before the window has moved it.
		await s.vs.pressKeysUntil(
			'ragAssay.openTokenInspector',
			async () => (await s.server.host.run(({ vscode }) => vscode.window.activeTextEditor !== undefined)) && !(await focused()),
			'the focus in the text',
		);
		assert.equal(await s.server.host.run(({ vscode }) => vscode.window.activeTextEditor!.document.getText()), text);
	});

	test('a context leads to its text', async () => {
		const frame = await panel();
		const name = await frame.locator('#contexts .link').first().innerText();
		await frame.locator('#contexts .link').first().click();
		const selected = await until(
			() =>
				s.server.host.run(({ vscode }) => {
					const editor = vscode.window.activeTextEditor;
					return editor === undefined || editor.selection.isEmpty
						? ''
						: `${editor.document.lineAt(editor.selection.start.line - 2).text}\n${editor.document.getText(editor.selection)}`;
				}),
			'a selection in the editor',
		);
		assert.ok(selected.startsWith(`## Context ${name}\n`), selected);
	});

	test('pinned, it stays; let go, it goes to the cursor', async () => {
		await s.vs.editor.click(word, inResponse);
		await until(async () => /number \(NUM\)/.test(await line()), 'the number\u2019s token');
		const pinned = await number();
		await press('pin');
		const pin = (await panel()).locator('#pin');
		await until(async () => (await pin.getAttribute('aria-pressed')) === 'true', 'the pin');
		await s.vs.editor.click('The temperature');
		await s.vs.page.waitForTimeout(600);
		assert.equal(await number(), pinned);
		await press('pin');
		await shows((now) => now < pinned, 'the token at the cursor');
	});

	for (const [theme, name] of [
		['Light Modern', 'light'],
		['Default High Contrast', 'hc-dark'],
		['Default High Contrast Light', 'hc-light'],
		['Dark Modern', 'dark'],
	] as const) {
		test(`in ${theme}`, async () => {
			if (name === 'light') {
				await s.vs.editor.click(word, inResponse);
				await until(async () => /number \(NUM\)/.test(await line()), 'the number\u2019s token');
			}
			await s.vs.theme(theme);
			const frame = await panel();
			const same = await until(
				() =>
					frame.evaluate<boolean>(`(() => {
				const wanted = getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-background').trim();
				const probe = document.createElement('span');
				probe.style.color = wanted;
				document.body.append(probe);
				const color = getComputedStyle(probe).color;
				probe.remove();
				return getComputedStyle(document.body).backgroundColor === color;
			})()`),
				'the theme\u2019s background',
			);
			assert.ok(same);
			for (const text of ['#token-text', '#token-line', '.token-head .quiet', '#sources tbody th', '#sources .number', '#contexts .link']) {
				const contrast = await contrastOf(frame, text);
				assert.ok(contrast >= 4.5, `${text} has a contrast of ${contrast.toFixed(2)} in ${theme}`);
			}
			await frame.evaluate('window.scrollTo(0, 0)');
			await s.vs.page.waitForTimeout(300);
			await s.vs.screenshot(`inspector-${name}`);
			await frame.evaluate('window.scrollTo(0, document.body.scrollHeight)');
			await s.vs.page.waitForTimeout(300);
			await s.vs.screenshot(`inspector-${name}-below`);
			await frame.evaluate('window.scrollTo(0, 0)');
		});
	}

	/** Presses an export's button and confirms the proposed name; returns the written file. */
	async function exported(format: string): Promise<Buffer> {
		await press(`export-${format}`);
		const proposed = await confirmSaveDialog(s.vs.page, `.${format}`);
		await until(() => existsSync(proposed), proposed);
		assert.ok(proposed.startsWith(s.server.workspace), proposed);
		await until(async () => /Saved as/.test(await (await panel()).locator('#status').innerText()), 'the panel\u2019s word');
		return readFileSync(proposed);
	}

	test('it is exported as CSV, JSON and PNG through a save dialog', async () => {
		const csv = (await exported('csv')).toString();
		assert.match(csv, /^file,token,text,kind,step,name,value\r\nsample\.rag\.md,\d+,/);
		assert.match(csv, /,path,"Layer 1, attention",rag,/);
		const { file: name, ...rest } = JSON.parse((await exported('json')).toString()) as Record<string, unknown>;
		assert.equal(name, file);
		const detail = TokenDetail.result.parse(rest);
		assert.equal(detail?.index, (await number()) - 1);
		const png = await exported('png');
		assert.equal(png.toString('latin1', 1, 4), 'PNG');
		assert.ok(
			png.readUInt32BE(16) > 300 && png.readUInt32BE(20) > 300 && png.length > 5000,
			`${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}, ${png.length} bytes`,
		);
	});

	test('hidden and shown again, it is what it was', async () => {
		await press('pin');
		const pinned = await number();
		await s.vs.page.locator('.tab', { hasText: 'Token Inspector' }).click();
		await s.vs.coverActiveTab();
		await until(() => s.vs.page.frames().every((frame) => !frame.url().includes('/webview/')), 'the panel to be hidden');
		await s.vs.page.locator('.tab', { hasText: 'Token Inspector' }).click();
		await shows((now) => now === pinned, 'the pinned token');
		assert.equal(await (await panel()).locator('#pin').getAttribute('aria-pressed'), 'true');
	});

	test('an edit marks the numbers as stale, then there are new ones of the same token', async () => {
		const pinned = await number();
		const text = await (await panel()).locator('#token-text').innerText();
		await s.server.host.run(async ({ vscode }, name) => {
			const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.path.endsWith(name))!;
			const offset = editor.document.getText().indexOf('The temperature of Carmen');
			await editor.edit((edit) => {
				edit.insert(editor.document.positionAt(offset), 'Yes. ');
			});
		}, file);
		await until(async () => (await panel()).locator('#token.stale').count(), 'the mark');
		await analysis(s.server, file, 'done');
		await shows((now) => now > pinned, 'the token at its new place');
		assert.equal(await (await panel()).locator('#token-text').innerText(), text);
		assert.equal(await (await panel()).locator('#token.stale').count(), 0);
		await s.server.host.run(async ({ vscode }) => {
			await vscode.workspace.saveAll();
		});
	});

	test('after a reload of VS Code it is back, with what it was pinned at', async () => {
		const pinned = await number();
		// As a person does it: a page that is torn away keeps nothing for certain.
		const loaded = s.vs.page.waitForEvent('load', { timeout: 60_000 });
		await s.vs.command('Developer: Reload Window');
		await loaded;
		await s.vs.page.locator('.monaco-workbench .statusbar-item').first().waitFor({ timeout: 60_000 });
		await shows((now) => now === pinned, 'the pinned token after the reload');
		assert.equal(await (await panel()).locator('#pin').getAttribute('aria-pressed'), 'true');
		await press('pin');
	});

	test('a token of a pair stays while its prompt file is read', async () => {
		// Not over the panel, which has the focus.
		await s.server.host.run(async ({ vscode }) => {
			const editor = await vscode.window.showTextDocument(
				vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'pair.response.md'),
				{ viewColumn: vscode.ViewColumn.One, preview: false },
			);
			const place = editor.document.positionAt(editor.document.getText().indexOf('551') + 1);
			editor.selection = new vscode.Selection(place, place);
		});
		await analysis(s.server, 'pair.response.md', 'done');
		const frame = await panel();
		await until(async () => /pair\.response\.md/.test(await frame.locator('.token-head').innerText()), 'a token of the pair');
		const text = await frame.locator('#token-text').innerText();
		await frame.locator('#contexts .link').first().click();
		await s.vs.page.locator('.tab.active', { hasText: 'pair.prompt.md' }).waitFor();
		await s.vs.page.waitForTimeout(600);
		assert.equal(await frame.locator('#token-text').innerText(), text);
	});

	test('a sentence that a classifier flags: its reasons', async () => {
		await s.server.host.run(async ({ vscode }, name) => {
			const editor = await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name), {
				viewColumn: vscode.ViewColumn.One,
				preview: false,
			});
			const place = editor.document.positionAt(editor.document.getText().indexOf('23.19') + 1);
			editor.selection = new vscode.Selection(place, place);
		}, flagged);
		await analysis(s.server, flagged, 'done');
		const frame = await panel();
		await until(async () => /not supported by the contexts/.test(await frame.locator('#reasons').innerText()), 'the verdict');
		assert.match(
			await frame.locator('#reasons').innerText(),
			/Probability that the contexts do not support it [\d.]+%, flagged above [\d.]+%; SPAD\+?, trained on sentences/,
		);
		assert.ok((await frame.locator('#reasons .verdict tbody tr').count()) >= 1);
		for (const [theme, name] of [
			['Light Modern', 'light'],
			['Dark Modern', 'dark'],
		] as const) {
			await s.vs.theme(theme);
			await frame.evaluate('window.scrollTo(0, 0)');
			await s.vs.page.waitForTimeout(300);
			await s.vs.screenshot(`inspector-flagged-${name}`);
			await frame.evaluate('document.getElementById("reasons").scrollIntoView()');
			await s.vs.page.waitForTimeout(300);
			await s.vs.screenshot(`inspector-flagged-${name}-reasons`);
		}
	});

	test('a trace that is not analyzed offers to be', async () => {
		await s.server.host.run(async ({ vscode }) => {
			await vscode.workspace.getConfiguration('ragAssay').update('analyzeOn', 'command', vscode.ConfigurationTarget.Global);
		});
		await s.server.host.run(async ({ vscode }, name) => {
			await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name), {
				viewColumn: vscode.ViewColumn.One,
				preview: false,
			});
			await vscode.commands.executeCommand('cursorBottom');
		}, other);
		const frame = await panel();
		await frame.locator('#analyze').waitFor();
		await s.vs.screenshot('inspector-not-analysed');
		await frame.locator('#analyze').click();
		await analysis(s.server, other, 'done');
		await until(async () => (await frame.locator('#analyze').count()) === 0, 'the analysis in the panel');
	});

	test('its policy forbade nothing that it wanted', () => {
		assert.deepEqual(complaints, []);
	});
});
