import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import type { Release } from '../../src/formats/release.ts';
import type { Review } from '../../src/formats/review.ts';
import { act, type ReviewAction } from '../../src/review/actions.ts';
import { formatReview, readReview, reviewFile } from '../../src/review/review-file.ts';
import { release } from '../support/example-review.ts';
import { paidRelease } from '../support/example-release.ts';
import { confirmSaveDialog } from './harness/file-dialog.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { signal } from './harness/processes.ts';
import { session } from './harness/session.ts';
import { until } from '../support/until.ts';
import { webview } from './harness/webview.ts';

const folder = emptyFolder('review');
const ledger = join(folder, 'shared.jsonl');
const eli = { who: 'Eli', when: '2026-11-23T10:00:00Z' };

/** Twelve sentences, each with one of a private original that nobody released. */
const twelve = Array.from({ length: 12 }, (_, i) => `The usual medication for case ${i + 1} is cetirizine.`);
const long: Release = {
	...release,
	text: twelve.join(' '),
	sentences: twelve.map((text) => ({ text, kind: 'released', conflictsWith: [] })),
};
const privateText = twelve.map((_, i) => `Leo Jiopio of ward ${i + 1} got it at 081 7318 31${String(i).padStart(2, '0')}.`).join(' ');

describe('redaction review with others, and over time', { timeout: 600_000 }, () => {
	const s = session({
		workspace: folder,
		size: { width: 1000, height: 700 },
		settings: { 'ragAssay.labels.author': 'Dana', 'ragAssay.private.ledger': ledger },
	});
	const panel = (): Promise<Frame> => webview(s.vs.page, '#panel #items');
	const words = async (id: string): Promise<string> => (await panel()).locator(id).innerText();
	const shown = (id: string, pattern: RegExp): Promise<unknown> =>
		until(async () => pattern.test(await words(id).catch(() => '')), `${id}: ${pattern.source}`);
	const path = (name: string): string => join(s.server.workspace, name);
	const key = (name: string): string => reviewFile(path(name));
	const kept = (name: string): Review => readReview(readFileSync(key(name), 'utf8'), key(name));
	const press = (what: string, when: () => Promise<boolean> | boolean, why: string): Promise<void> => s.vs.pressUntil(what, when, why);
	/** Whether all of an element can be seen in the panel as it is scrolled now. */
	const isSeen = async (id: string): Promise<boolean> =>
		(await panel()).evaluate<boolean>(
			`(() => { const { top, bottom, height } = document.querySelector(${JSON.stringify(id)}).getBoundingClientRect(); return height > 0 && top >= 0 && bottom <= innerHeight; })()`,
		);
	const focus = async (item?: string): Promise<void> =>
		(await panel()).locator(item === undefined ? '[role=option][tabindex="0"]' : `#item-${item}`).focus();
	const acceptAll = async (name: string): Promise<void> => {
		await until(
			async () => {
				if (/can be exported/.test(await words('#stage'))) return true;
				const { done: before } = kept(name);
				await focus();
				await press('Enter', () => kept(name).done > before, 'the sentence to be accepted');
				return false;
			},
			'every sentence to be accepted',
			{ pause: 300 },
		);
	};
	const open = async (name: string, of: Release, original?: string): Promise<void> => {
		writeFileSync(path(name), JSON.stringify(of));
		const besideFile = original === undefined ? null : name.replace('.json', '.private-original.txt');
		if (besideFile !== null) writeFileSync(path(besideFile), original!, { mode: 0o600 });
		await s.server.host.run(
			async ({ vscode }, [file, beside]) => {
				const at = (one: string) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, one);
				void vscode.commands.executeCommand('ragAssay.reviewRelease', at(file), beside === null ? null : at(beside));
			},
			[name, besideFile] as [string, string | null],
		);
		await shown('#counts', new RegExp(name.replaceAll('.', '\\.')));
	};
	/** Somebody else goes on with it, in another window: all that is seen of that here is the file. */
	const others = (name: string, ...actions: ReviewAction[]): void => {
		const review = actions.reduce((held, action) => act(held, action, eli).review, kept(name));
		writeFileSync(`${key(name)}.new`, formatReview(review), { mode: 0o600 });
		renameSync(`${key(name)}.new`, key(name));
	};

	test('far down a long release the guarantee and what happened are on screen, also in a narrow window, and are live regions', async () => {
		await open('long.release.json', await paidRelease(long, ledger), privateText);
		await shown('#short', /^Privacy guarantee holds: ε = 3, δ = 1e-5$/);
		for (const id of ['#short', '#said'])
			assert.equal(await (await panel()).locator(`${id}[role="status"][aria-live="polite"]`).count(), 1);
		for (const width of [1000, 480]) {
			await s.vs.page.setViewportSize({ width, height: 700 });
			await s.server.host.run(async ({ vscode }) => {
				await vscode.commands.executeCommand('workbench.action.closeSidebar');
			});
			await focus();
			await s.vs.page.keyboard.press('Home');
			for (let i = 0; i < 9; i++) await s.vs.page.keyboard.press('j');
			const done = kept('long.release.json').done;
			await press('r', () => kept('long.release.json').done > done, 'a private sentence, restored');
			await shown('#short', /^The privacy guarantee has ended$/);
			await shown('#said', /restored\. That ended the guarantee\./);
			assert.equal(await isSeen('#guarantee'), false, 'the banner is scrolled away');
			assert.deepEqual([await isSeen('#short'), await isSeen('#said')], [true, true], `${width} px`);
			await s.vs.screenshot(`review-far-down-${width}`);
			await press('u', () => kept('long.release.json').done === done, 'undo');
			await shown('#short', /^Privacy guarantee holds/);
			await shown('#said', /The guarantee is back\./);
		}
		await s.vs.page.setViewportSize({ width: 1000, height: 700 });
	});

	test('what another window does is shown; words that were not on screen are not accepted', async () => {
		const name = 'two.release.json';
		await open(name, release);
		await focus('s2');
		others(name, { kind: 'edit', item: 's2', text: 'Eli wrote this.' });
		await shown('#said', /^Eli edited sentence 2\.$/);
		await shown('#items', /Eli wrote this\./);
		await s.vs.screenshot('review-another-window');
		// The window of the others is faster than the eye: what is pressed for is what was seen.
		const frame = await panel();
		await frame.evaluate('document.querySelector("#item-s2").focus()');
		const before = kept(name).history.length;
		others(name, { kind: 'edit', item: 's2', text: 'And this at the last moment.' });
		await frame.evaluate(
			'document.querySelector("#item-s2").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))',
		);
		await shown('#items', /And this at the last moment\./);
		await until(async () => /Eli edited sentence 2|reads differently now/.test(await words('#said')), 'what happened');
		assert.equal(kept(name).history.length, before + 1);
		assert.ok(kept(name).items[1]!.decisions.every(({ who }) => who === 'Eli'));
	});

	test('after the runner was started anew, keys go on as if nothing had been', async () => {
		const name = 'two.release.json';
		for (const { pid } of s.server.programs('runner')) signal(pid, 'SIGKILL');
		await focus('s2');
		await press('Enter', () => kept(name).items[1]!.decisions.some(({ who }) => who === 'Dana'), 'the sentence to be accepted');
		await shown('#said', /Sentence 2 accepted/);
	});

	test('a review whose file is gone says so, and there is a way on', async () => {
		const name = 'two.release.json';
		const away = `${key(name)}.away`;
		renameSync(key(name), away);
		const message = (await panel()).locator('#message');
		await until(async () => /The review is gone[^]*deleted, moved, or renamed/.test(await message.innerText()), 'what is wrong');
		assert.equal(existsSync(key(name)), false, 'nothing is begun anew by itself');
		await s.vs.screenshot('review-gone');
		renameSync(away, key(name));
		await shown('#items', /And this at the last moment\./);
		rmSync(key(name));
		await until(async () => (await (await panel()).locator('#open-again').count()) === 1, 'the button');
		await (await panel()).locator('#open-again').focus();
		await press('Enter', () => existsSync(key(name)), 'a new review');
		await shown('#counts', /0 of \d decided/);
		assert.equal(kept(name).done, 0);
	});

	test('a release that is replaced while its review is open is announced; once it is back, the review goes on', async () => {
		const name = 'two.release.json';
		others(name, { kind: 'edit', item: 's2', text: 'Eli wrote this.' });
		await shown('#items', /Eli wrote this\./);
		const before = kept(name);
		writeFileSync(path(name), JSON.stringify({ ...release, id: 'r-2' }));
		const message = (await panel()).locator('#message');
		await until(async () => /changed since this review began[^]*1 sentence of/.test(await message.innerText()), 'the question');
		assert.deepEqual(kept(name), before);
		// Half of a file, as one that is being written; then nothing; then it is whole.
		writeFileSync(path(name), '{');
		await until(async () => /RA923/.test(await message.innerText()), 'what is wrong with it');
		rmSync(path(name));
		writeFileSync(path(name), JSON.stringify(release));
		await until(async () => (await panel()).locator('#review').isVisible(), 'the review');
		assert.match(await words('#items'), /Eli wrote this\./);
		assert.deepEqual(kept(name), before);
	});

	test('a guarantee that no ledger agrees with is claimed and not verified, and not green', async () => {
		await open('forged.release.json', { ...release, ledger: { entry: 4, hash: 'cd'.repeat(32) } });
		for (const id of ['#short', '#guarantee']) await shown(id, /^\W*Guarantee claimed, not verified/);
		assert.match(await words('#guarantee'), /Its file claims ε = 3[^]*Not checked against its ledger/);
		const frame = await panel();
		assert.equal(await frame.locator('#short.claimed').count(), 1);
		const color = (id: string): Promise<string> =>
			frame.evaluate<string>(`getComputedStyle(document.querySelector("${id}")).borderLeftColor`);
		const claimed = [await color('#short'), await color('#guarantee')];
		await s.vs.screenshot('review-claimed');
		await open('long.release.json', JSON.parse(readFileSync(path('long.release.json'), 'utf8')) as Release, privateText);
		await shown('#short', /^Privacy guarantee holds/);
		assert.ok(!claimed.includes(await color('#short')), 'the color of one that holds');
	});

	test('the number of reviewers and the name of the one who works here follow the settings', async () => {
		const set = (name: string, value: string | number | null): Promise<unknown> =>
			s.server.host.run(
				async ({ vscode }, [one, to]) => {
					await vscode.workspace.getConfiguration('ragAssay').update(one, to ?? undefined, vscode.ConfigurationTarget.Global);
				},
				[name, value] as [string, string | number | null],
			);
		await set('review.reviewers', 2);
		await shown('#said', /Two people must decide now\./);
		await shown('#counts', /you have decided 0 of/);
		await set('labels.author', 'Mara');
		await shown('#said', /You work here as Mara now\./);
		await set('review.reviewers', null);
		await set('labels.author', null);
	});

	test('with Caps Lock the keys are the same, and where nothing waits the menu says so', async () => {
		await open('caps.release.json', release);
		await focus();
		await press('Enter', () => kept('caps.release.json').done > 0, 'a sentence to be accepted');
		const done = kept('caps.release.json').done;
		const capital = async (letter: string): Promise<void> =>
			(await panel()).evaluate(
				`document.querySelector('[role=option][tabindex="0"]').dispatchEvent(new KeyboardEvent("keydown", { key: "${letter}", bubbles: true, cancelable: true }))`,
			);
		await capital('U');
		await until(() => kept('caps.release.json').done === done - 1, 'undo');
		await acceptAll('caps.release.json');
		await until(async () => (await (await panel()).locator('#kind').getByRole('combobox').innerText()) === 'Nothing to decide', 'the menu');
		await s.vs.screenshot('review-nothing-waits');
	});

	test('when the ledger changes under an open review, what is exported and what is shown say the same', async () => {
		const name = 'decided.release.json';
		const paid = join(folder, 'changed.jsonl');
		const set = (value: string): Promise<unknown> =>
			s.server.host.run(async ({ vscode }, to) => {
				await vscode.workspace.getConfiguration('ragAssay').update('private.ledger', to, vscode.ConfigurationTarget.Global);
			}, value);
		await set(paid);
		await open(name, await paidRelease({ ...release, id: 'r-2' }, paid));
		await shown('#short', /^Privacy guarantee holds/);
		await acceptAll(name);
		writeFileSync(paid, readFileSync(paid, 'utf8').replace('Dana', 'Dena'));
		await (await panel()).locator('#export-text').click();
		const file = await confirmSaveDialog(s.vs.page, '.txt');
		await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', file);
		assert.match(readFileSync(file, 'utf8'), /Guarantee claimed, not verified/);
		await shown('#short', /^\W*Guarantee claimed, not verified/);
		await shown('#said', /Saved\. Its ledger has changed: Guarantee claimed, not verified/);
		await s.vs.screenshot('review-ledger-changed');
	});
});
