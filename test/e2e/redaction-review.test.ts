import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { reviewed } from '../../src/formats/reviewed-answer.ts';
import type { Review } from '../../src/formats/review.ts';
import { readReview, reviewFile } from '../../src/review/review-file.ts';
import { statusOf } from '../../src/review/review-progress.ts';
import { privateOriginal, release } from '../support/example-review.ts';
import { paidRelease } from '../support/example-release.ts';
import { contrastOf } from './harness/contrast.ts';
import { confirmSaveDialog } from './harness/file-dialog.ts';
import { repository } from './harness/installation.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { session } from './harness/session.ts';
import { analysis } from './harness/trace-state.ts';
import { until } from '../support/until.ts';
import { webview } from './harness/webview.ts';

const answer = 'traces/records/similar-case.rag.md';
const ledgerFolder = emptyFolder('ledger');
const ledger = join(ledgerFolder, 'wards.jsonl');

describe('redaction review', { timeout: 600_000 }, () => {
	const s = session({
		workspace: join(repository, 'examples'),
		size: { width: 1400, height: 1000 },
		settings: { 'ragAssay.labels.author': 'Dana', 'ragAssay.private.ledger': ledger },
	});
	const panel = (): Promise<Frame> => webview(s.vs.page, '#panel #items');
	const words = async (id: string): Promise<string> => (await panel()).locator(id).innerText();
	const kept = (file: string): Review => {
		const path = reviewFile(join(s.server.workspace, file));
		return readReview(readFileSync(path, 'utf8'), path);
	};
	const done = (file: string): number => kept(file).done;
	const current = async (): Promise<string> =>
		(await panel()).evaluate<string>(
			'document.activeElement?.getAttribute("role") === "option" ? document.activeElement.id.replace("item-", "") : ""',
		);
	const press = (key: string, when: () => Promise<boolean> | boolean, what: string): Promise<void> => s.vs.pressUntil(key, when, what);
	const opened = (pattern: RegExp): Promise<unknown> =>
		until(async () => pattern.test(await words('#counts').catch(() => '')), `the review ${pattern.source}`);
	/** Accepts what is current until nothing waits. */
	const acceptAll = async (file: string): Promise<void> => {
		for (let guard = 0; statusOf(kept(file), 'Dana').stage !== 'ready' && guard < 20; guard++) {
			const before = done(file);
			await press('Enter', () => done(file) > before || statusOf(kept(file), 'Dana').stage === 'ready', 'the sentence to be accepted');
		}
	};
	async function exported(format: string, ending: string): Promise<string> {
		const frame = await panel();
		await until(async () => (await frame.locator(`#export-${format}[disabled]`).count()) === 0, 'the export');
		await frame.locator(`#export-${format}`).focus();
		const dialog = s.vs.page.locator('.quick-input-widget:visible input[type="text"]');
		await press('Enter', () => dialog.isVisible(), 'the dialog');
		const proposed = await confirmSaveDialog(s.vs.page, ending);
		await until(() => existsSync(proposed) && readFileSync(proposed, 'utf8') !== '', proposed);
		return readFileSync(proposed, 'utf8');
	}

	test('before there is a review, it says what to do; a trace without a response says so', async () => {
		await s.vs.open('traces/bank/unanswered.rag.md');
		await s.vs.command('RAG Assay: Review Redactions');
		const frame = await webview(s.vs.page, '#panel #message');
		await until(async () => /no response to review/.test(await frame.locator('#message').innerText()), 'the words');
		await s.vs.screenshot('review-empty');
	});

	test('an ordinary answer is opened with its marks, without a guarantee', async () => {
		await s.vs.open(answer);
		await analysis(s.server, answer, 'done');
		await s.vs.command('RAG Assay: Review Redactions');
		await opened(/similar-case\.rag\.md: 0 of \d decided/);
		assert.match(await words('#guarantee'), /No privacy guarantee/);
		assert.match(await words('#items'), /is also in context record-2/);
		await until(async () => (await current()) !== '', 'the keyboard on a sentence');
		if (process.platform === 'linux') assert.equal(statSync(reviewFile(join(s.server.workspace, answer))).mode & 0o777, 0o600);
		await s.vs.screenshot('review-answer-dark');
		await s.vs.theme('Light Modern');
		await s.vs.screenshot('review-answer-light');
		await s.vs.theme('Dark Modern');
	});

	test('it is decided by keyboard alone: accept, restore, redact by word, all occurrences, edit, undo, redo', async () => {
		// The window's own commands moved the focus.
		await (await panel()).locator('[role=option][tabindex="0"]').focus();
		const first = await current();
		const text = (id: string): string => kept(answer).items.find((item) => item.id === id)!.text;
		const original = kept(answer).items.find((item) => item.id === first)!.original;
		await press('r', () => text(first) === original, 'the original, restored');
		await until(async () => (await current()) === first, 'the keyboard where it was');
		await until(async () => /restored/.test(await words('#said')), 'what happened to be said');
		await press('u', () => done(answer) === 0, 'undo');
		await press('Shift+U', () => done(answer) === 1, 'redo');

		const selected = (): Promise<string> => panel().then((frame) => frame.evaluate<string>('String(getSelection())'));
		await press('ArrowRight', async () => (await selected()) !== '', 'a selected word');
		// Word by word to the name, whatever stands before it.
		for (let guard = 0; (await selected()) !== 'Abel' && guard < 15; guard++) {
			const before = await selected();
			await press('ArrowRight', async () => (await selected()) !== before, 'the next word');
		}
		await press('Shift+ArrowRight', async () => (await selected()) === 'Abel Zeawo', 'the name');
		await s.vs.screenshot('review-selected');
		await press('a', () => kept(answer).history.at(-1)?.value === 'abelzeawo', 'the value redacted everywhere');
		assert.ok(kept(answer).items.every((item) => !item.text.includes('Zeawo')));

		const before = done(answer);
		await press('e', async () => (await (await panel()).locator('.editor textarea').count()) === 1, 'the field');
		// Letters type; none of them is a command.
		await s.vs.page.keyboard.press('End');
		await s.vs.page.keyboard.type(' jkeru?a');
		assert.equal(done(answer), before);
		assert.match(await (await panel()).locator('.editor textarea').inputValue(), / jkeru\?a$/);
		await press('Escape', async () => (await (await panel()).locator('.editor').count()) === 0, 'the field to go');
		assert.equal(done(answer), before, 'what was left is not kept');
		await until(async () => (await current()) === first, 'the keyboard on the sentence');
		await press('e', async () => (await (await panel()).locator('.editor textarea').count()) === 1, 'the field');
		await s.vs.page.keyboard.press('End');
		await s.vs.page.keyboard.type(' It is closed.');
		await press('Control+Enter', () => text(first).endsWith('It is closed.'), 'the edit');
		await until(async () => (await current()) !== first || statusOf(kept(answer), 'Dana').stage === 'ready', 'the next sentence');
		const [here, other] = [await current(), kept(answer).items.length];
		assert.ok(other > 1);
		await press('k', async () => (await current()) !== here, 'another sentence');
		await press('?', async () => (await (await panel()).locator('#keys[open]').count()) === 1, 'the keys');
		await s.vs.screenshot('review-keys');
		await press('?', async () => (await (await panel()).locator('#keys[open]').count()) === 0, 'the keys to go');
	});

	test('nothing goes out before everything is decided; then as text, Markdown and JSON', async () => {
		assert.equal(await (await panel()).locator('#export-text[disabled]').count(), 1);
		await acceptAll(answer);
		await until(async () => /can be exported/.test(await words('#stage')), 'the end');
		await s.vs.screenshot('review-ready');
		for (const [format, ending] of [
			['text', '.txt'],
			['markdown', '.md'],
		] as const) {
			const content = await exported(format, ending);
			assert.match(content, /No privacy guarantee/);
			assert.doesNotMatch(content, /Zeawo/);
		}
		const record = reviewed.parse(JSON.parse(await exported('json', '.json')));
		assert.deepEqual([record.guarantee, record.reviewers], ['no privacy guarantee', ['Dana']]);
		assert.match(record.text, /It is closed\./);
	});

	test('the whole text in a diff editor', async () => {
		await (await panel()).locator('#compare').focus();
		await press('Enter', () => s.vs.page.locator('.monaco-diff-editor').isVisible(), 'the diff editor');
		await until(
			async () => /\[NAME\]/.test(await s.vs.page.locator('.monaco-diff-editor .editor.modified').innerText()),
			'the reviewed text',
		);
		await s.vs.screenshot('review-diff');
		await s.vs.command('View: Close Editor');
	});

	test('an answer that changes while its review is open is announced by itself; what was decided stays, and is gone on with', async () => {
		const decided = kept(answer).items.length;
		const file = join(s.server.workspace, answer);
		const announced = async (): Promise<unknown> => {
			const message = (await panel()).locator('#message');
			return until(async () => /changed since this review began/.test(await message.innerText()), 'the question');
		};
		const before = readFileSync(file, 'utf8');
		const review = kept(answer);
		// Another program, and then it is as it was.
		writeFileSync(file, `${before.trimEnd()} The weather was bad.\n`);
		await announced();
		assert.deepEqual(kept(answer), review);
		writeFileSync(file, before);
		await until(async () => (await panel()).locator('#review').isVisible(), 'the review');
		assert.match(await words('#stage'), /can be exported/);
		await s.server.host.run(async ({ vscode }, name) => {
			const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name));
			const edit = new vscode.WorkspaceEdit();
			edit.insert(document.uri, document.positionAt(document.getText().trimEnd().length), ' The weather was fine.');
			await vscode.workspace.applyEdit(edit);
			await document.save();
		}, answer);
		await announced();
		await s.vs.screenshot('review-changed');
		await (await panel()).locator('#go-on').focus();
		await press('Enter', () => kept(answer).items.length === decided + 1, 'the review of the new text');
		await opened(/similar-case/);
		assert.ok(
			kept(answer)
				.items.slice(0, decided)
				.every(({ decisions }) => decisions.length > 0),
		);
	});

	test('a release keeps its guarantee; restoring private text ends it at once, and undo brings it back', async () => {
		const paid = await paidRelease(release, ledger);
		writeFileSync(join(s.server.workspace, 'wards.release.json'), JSON.stringify(paid));
		writeFileSync(join(s.server.workspace, 'wards.release.private-original.txt'), privateOriginal.join(' '), { mode: 0o600 });
		await s.server.host.run(async ({ vscode }) => {
			const folder = vscode.workspace.workspaceFolders![0]!.uri;
			void vscode.commands.executeCommand('ragAssay.reviewRelease', vscode.Uri.joinPath(folder, 'wards.release.json'));
		});
		// With the private original beside it: the second answer of the question.
		await s.vs.quickPickRows().nth(1).waitFor();
		await press(
			'ArrowDown',
			async () => /With the private/.test(await s.vs.page.locator('.quick-input-list .monaco-list-row.focused').innerText()),
			'the second answer',
		);
		await press('Enter', async () => !(await s.vs.quickPickRows().first().isVisible()), 'the question to go');
		await opened(/wards\.release\.json: 0 of 3 decided/);
		const file = 'wards.release.json';
		assert.match(await words('#guarantee'), /Privacy guarantee: ε = 3, δ = 1e-5/);
		await (await panel()).locator('[role=option][tabindex="0"]').focus();
		assert.equal(await current(), 's2', 'what was not released is the riskiest');
		await s.vs.screenshot('review-release-dark');
		await press('r', () => done(file) === 1, 'the private sentence, restored');
		await until(async () => /The privacy guarantee has ended/.test(await words('#guarantee')), 'the banner');
		await until(
			async () => /Sentence 2 restored\. That ended the guarantee\. Sentence 2: private text was restored\./.test(await words('#said')),
			'the words',
		);
		await s.vs.screenshot('review-release-void-dark');
		for (const [theme, name] of [
			['Light Modern', 'light'],
			['Default High Contrast', 'hc-dark'],
			['Default High Contrast Light', 'hc-light'],
			['Dark Modern', 'dark'],
		] as const) {
			await s.vs.theme(theme);
			if (name !== 'dark') await s.vs.screenshot(`review-release-void-${name}`);
			const frame = await panel();
			for (const text of [
				'#guarantee',
				'#stage',
				'#short',
				'#said',
				'.current .number-of',
				'.current .state',
				'.current .column-head',
				'.current .original',
				'.card:not(.current) .state',
				'.reasons li',
			]) {
				const contrast = await contrastOf(frame, text);
				assert.ok(contrast >= 4.5, `${text} has a contrast of ${contrast.toFixed(2)} in ${theme}`);
			}
		}
		await (await panel()).locator('[role=option][tabindex="0"]').focus();
		await press('Control+z', () => done(file) === 0, 'undo');
		await until(async () => /Privacy guarantee: ε = 3/.test(await words('#guarantee')), 'the guarantee again');
		await acceptAll(file);
		await until(async () => /can be exported/.test(await words('#stage')), 'the end');
		await s.vs.screenshot('review-release-ready');
		const record = reviewed.parse(JSON.parse(await exported('json', '.json')));
		assert.deepEqual([record.guarantee, record.release?.ledger, record.text], [paid.guarantee, paid.ledger, paid.text]);
		assert.doesNotMatch(JSON.stringify(record), /Jiopio/);
	});

	test('at 800 pixels and zoomed nothing is cut off', async () => {
		await s.vs.page.setViewportSize({ width: 800, height: 700 });
		const frame = await panel();
		const cut = (): Promise<string[]> =>
			frame.evaluate<string[]>(
				'[...document.querySelectorAll("#panel *")].filter((e) => e.checkVisibility() && !e.classList.contains("visually-hidden") && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))',
			);
		/** The page is laid out anew in later frames. */
		const nothingCut = async (): Promise<void> => {
			let beyond: string[] = [];
			await until(
				async () => {
					beyond = await cut();
					return beyond.length === 0;
				},
				() => `nothing to reach beyond the edge, as these do: ${beyond.join(' ')}`,
			);
		};
		await nothingCut();
		await s.vs.screenshot('review-800');
		await frame.evaluate('document.body.style.zoom = "2"');
		await nothingCut();
		await s.vs.screenshot('review-800-zoomed');
		await frame.evaluate('document.body.style.zoom = ""');
		await s.vs.page.setViewportSize({ width: 1400, height: 1000 });
	});

	test('after a reload of VS Code it is back where it was left', async () => {
		const loaded = s.vs.page.waitForEvent('load', { timeout: 60_000 });
		await s.vs.command('Developer: Reload Window');
		await loaded;
		await s.vs.page.locator('.monaco-workbench .statusbar-item').first().waitFor({ timeout: 60_000 });
		await opened(/wards\.release\.json: 3 of 3 decided/);
		assert.match(await words('#said'), /continues where you left it/);
	});
});
