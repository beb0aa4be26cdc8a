import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { release } from '../../src/formats/release.ts';
import { answerFileDialog, confirmSaveDialog } from './harness/file-dialog.ts';
import { emptyFolder } from './harness/own-folder.ts';
import { session, type Session } from './harness/session.ts';
import { until } from '../support/until.ts';
import { webview } from './harness/webview.ts';

const documents = 8;

/** A workspace with a corpus of eight documents that agree. */
function corpusWorkspace(): string {
	const folder = emptyFolder('budget');
	mkdirSync(join(folder, 'cases'));
	for (let i = 1; i <= documents; i++)
		writeFileSync(join(folder, `cases/case-${i}.md`), `Patient ${i} had shingles.\nThe usual medication for shingles is aciclovir.\n`);
	writeFileSync(
		join(folder, 'trace.rag.md'),
		'## Query\n\nWhich ward?\n\n## Context a\n\nIt was ward 3.\n\n## Context b\n\nIt was ward 4.\n\n## Response\n\nWard 3.\n',
	);
	return folder;
}

/** Where ledgers are kept: never the home of whoever runs the tests. */
const dataDirectory = (): string => emptyFolder('data');

const frameOf = (s: Session): Promise<Frame> => webview(s.vs.page, '#panel #verdict');
const words = async (s: Session, selector: string): Promise<string> =>
	(await frameOf(s))
		.locator(selector)
		.innerText()
		.catch(() => '');
const shown = (s: Session, selector: string, pattern: RegExp): Promise<unknown> =>
	until(
		async () => pattern.test(await words(s, selector)),
		() => `${String(pattern)} in ${selector}`,
	);

describe('the privacy budget', { timeout: 900_000 }, () => {
	const folder = corpusWorkspace();
	const data = dataDirectory();
	const s = session({ workspace: folder, settings: { 'ragAssay.dataDirectory': data }, size: { width: 1400, height: 1300 } });
	const ledgers = (): string[] => readdirSync(join(data, 'ledgers')).filter((name) => name.endsWith('.jsonl'));
	const complaints: string[] = [];
	before(() => {
		s.vs.page.on('console', (message) => {
			if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
		});
	});
	after(() => {
		assert.deepEqual(complaints, []);
	});
	const settings = (): Record<string, unknown> =>
		JSON.parse(readFileSync(join(s.server.workspace, '.vscode/settings.json'), 'utf8')) as Record<string, unknown>;
	const pictures = async (name: string): Promise<void> => {
		for (const [theme, short] of [
			['Light Modern', 'light'],
			['Default High Contrast', 'high-contrast'],
			['Dark Modern', 'dark'],
		] as const) {
			await s.vs.theme(theme);
			await s.vs.screenshot(`privacy-budget-${name}-${short}`);
		}
	};
	const fill = async (id: string, value: string): Promise<void> => {
		const input = (await frameOf(s)).locator(`#${id} input`);
		await input.fill(value);
		await input.press('Tab');
	};
	/** Asks it of the folder of cases, from the panel; the question of what it costs. */
	const ask = async (question: string): Promise<Locator> => {
		await press('try');
		await s.vs.quickPickRows().filter({ hasText: 'A folder' }).click();
		await answerFileDialog(s.vs.page, `${join(s.server.workspace, 'cases')}/`, (rows) => /\.\./.test(rows) && !/cases/.test(rows));
		const box = s.vs.page.locator('.quick-input-widget:visible input[placeholder^="What do many"]');
		await box.waitFor();
		await box.fill(question);
		await box.press('Enter');
		const dialog = s.vs.page.locator('.monaco-dialog-box');
		await dialog.waitFor({ timeout: 60_000 });
		return dialog;
	};
	const originals = (): string[] => readdirSync(join(s.server.workspace, 'cases')).filter((name) => name.includes('private-original'));
	const press = async (id: string): Promise<void> => {
		await (await frameOf(s)).locator(`#${id}`).click();
	};
	const focused = async (): Promise<string> => (await frameOf(s)).evaluate<string>('document.activeElement?.id ?? ""');
	/** Names a place in the save dialog in which nobody can write a file: its folder is there, with one for each process, so that the dialog takes it. */
	const nameUnwritable = (): Promise<void> => answerFileDialog(s.vs.page, '/proc/answer.release.json', (rows) => /^\d+$/m.test(rows));

	test('says first what can come out, and asks for a first budget', async () => {
		await s.server.host.run(async ({ vscode }) => {
			await vscode.commands.executeCommand('workbench.action.closeSidebar');
		});
		await s.vs.command('RAG Assay: Privacy Budget');
		await shown(s, '#verdict-first', /8 documents/);
		await shown(s, '#curve-words', /5 documents give is/);
		await shown(s, '#budget-form-words', /no budget yet/);
		await pictures('first');
	});

	test('what is set is saved into the workspace’s settings, and reset', async () => {
		await press('preset-loose');
		await shown(s, '#curve-words', /A sentence that 3 documents give/);
		await shown(s, '#saved', /Not saved yet/);
		await press('save');
		await shown(s, '#saved', /^Saved/);
		assert.equal(settings()['ragAssay.private.epsilon'], 6);
		await fill('documents', '16');
		await shown(s, '#verdict-first', /16 documents/);
		await press('reset');
		await shown(s, '#verdict-first', /8 documents/);
		await press('preset-usual');
		await press('save');
		await shown(s, '#saved', /^Saved/);
		assert.equal(settings()['ragAssay.private.epsilon'], undefined, 'what is so anyway goes out of the settings');
	});

	test('a first budget is made right there, and its bar shows what is left', async () => {
		await fill('budget-owner', 'Ada');
		await fill('budget-epsilon', '12');
		await fill('budget-delta', '1e-4');
		await press('budget-set');
		await shown(s, '#ledger-words', /pays for 4 more answers/);
		await until(async () => (await focused()) === 'change-budget', 'the focus where the budget can be changed');
		await shown(s, '#ledger-facts', /Owner: Ada\. 0 answers so far\. It never renews/);
		assert.equal(ledgers().length, 1);
		await press('verify');
		await shown(s, '#verified', /The ledger is intact/);
		await pictures('ledger');
	});

	test('a private answer is asked for, paid for, saved and offered for review', async () => {
		const dialog = await ask('What is the usual medication for shingles?');
		assert.match(
			await dialog.innerText(),
			/Spend ε = 3 and δ = 1e-5[^]*After it, ε = 9 of 12 is left[^]*stays spent[^]*Write a Private File’ also writes/,
		);
		await s.vs.screenshot('privacy-budget-confirm');
		await dialog.getByRole('button', { name: 'Spend and Generate', exact: true }).click();
		await nameUnwritable();
		const failed = s.vs.page.locator('.monaco-dialog-box', { hasText: 'RA803' });
		await failed.waitFor();
		assert.match(
			await failed.innerText(),
			/not saved: this file cannot be written[^]*\/proc\/answer\.release\.json[^]*You paid for the answer, and it is not lost/,
		);
		await s.vs.screenshot('privacy-budget-unwritable');
		await failed.getByRole('button', { name: 'Choose Another Place' }).click();
		await confirmSaveDialog(s.vs.page, '.release.json');
		await s.vs.message(/Private answer saved as .*\.release\.json/);
		await s.vs.screenshot('privacy-budget-done');
		const [file] = readdirSync(join(s.server.workspace, 'cases')).filter((name) => name.endsWith('.release.json'));
		const made = release.parse(JSON.parse(readFileSync(join(s.server.workspace, 'cases', file!), 'utf8')));
		assert.deepEqual(originals(), [], 'nobody has asked for a private original');
		assert.deepEqual([made.documents, made.settings.epsilon, made.guarantee?.epsilon, made.ledger === null], [documents, 3, 3, false]);
		await shown(s, '#ledger-words', /pays for 3 more answers/);
		await shown(s, '#ledger-facts', /1 answer so far/);
	});

	test('a paid answer is not replaced by another one without a question, whatever ending is written', async () => {
		const cases = join(s.server.workspace, 'cases');
		const [name] = readdirSync(cases).filter((one) => one.endsWith('.release.json'));
		const first = readFileSync(join(cases, name!), 'utf8');
		const dialog = await ask('What is given for shingles?');
		await dialog.getByRole('button', { name: 'Spend and Generate', exact: true }).click();
		await answerFileDialog(s.vs.page, join(cases, name!.replace('.release.json', '.json')), (rows) => /case-1\.md|\.\./.test(rows));
		const question = s.vs.page.locator('.monaco-dialog-box', { hasText: 'already there' });
		await question.waitFor();
		assert.match(await question.innerText(), /is already there\. Replace it\?[^]*a replaced file is lost/);
		await s.vs.screenshot('privacy-budget-replace');
		assert.equal(readFileSync(join(cases, name!), 'utf8'), first);
		await question.getByRole('button', { name: 'Choose Another Place' }).click();
		const saved = await confirmSaveDialog(s.vs.page, '.release.json');
		await until(() => existsSync(saved), saved);
		assert.notEqual(saved, join(cases, name!));
		assert.equal(readFileSync(join(cases, name!), 'utf8'), first);
		await shown(s, '#ledger-words', /pays for 2 more answers/);
	});

	test('the open trace brings its query and its contexts; who closes a dialog spends nothing', async () => {
		await s.vs.open('trace.rag.md');
		await s.vs.command('RAG Assay: Generate Private Answer…');
		const row = s.vs.quickPickRows().filter({ hasText: 'The open trace: trace' });
		await row.waitFor();
		assert.match(await row.innerText(), /Its query and its 2 contexts/);
		await row.click();
		const box = s.vs.page.locator('.quick-input-widget:visible input[type="text"]');
		await until(async () => (await box.inputValue()) === 'Which ward?', 'the trace’s query');
		await box.press('Enter');
		const dialog = s.vs.page.locator('.monaco-dialog-box');
		await dialog.waitFor({ timeout: 60_000 });
		assert.match(await dialog.innerText(), /With 2 documents and ε = 3, you get no sentence/);
		await s.vs.page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'hidden' });
		await s.vs.command('RAG Assay: Privacy Budget');
		await shown(s, '#ledger-words', /pays for 2 more answers/);
	});

	test('a ledger that somebody has changed is said, with what to do; nothing is spent by it', async () => {
		const file = join(data, 'ledgers', ledgers()[0]!);
		const sound = readFileSync(file, 'utf8');
		writeFileSync(file, sound.replace('Ada', 'Eva'));
		await shown(s, '#damage', /The ledger is damaged[^]*What to do/);
		await shown(s, '#ledger-words', /^Nothing is released/);
		await pictures('damage');
		writeFileSync(file, sound);
		await press('refresh-ledger');
		await shown(s, '#ledger-words', /pays for 2 more answers/);
	});

	test('a record that was cut off is said by a check and by what is left, with what the panel can do', async () => {
		const file = join(data, 'ledgers', ledgers()[0]!);
		const sound = readFileSync(file, 'utf8');
		writeFileSync(file, `${sound}{"kind":"spe`);
		await press('verify');
		await shown(s, '#verified', /The ledger is intact[^]*The last record is cut off[^]*‘Change Budget…’ and ‘At once’/);
		assert.match(await words(s, '#ledger-words'), /does not pay/);
		writeFileSync(file, sound);
		// Nobody asks for it: the file is watched.
		await shown(s, '#ledger-words', /pays for 2 more answers/);
	});

	const named = (ledger: string): Promise<unknown> =>
		s.server.host.run(async ({ vscode }, file) => {
			await vscode.workspace.getConfiguration('ragAssay').update('private.ledger', file, vscode.ConfigurationTarget.Workspace);
		}, ledger);

	test('a ledger that comes into being elsewhere is seen', async () => {
		mkdirSync(join(data, 'shared'));
		const copy = join(data, 'shared', 'copy.jsonl');
		await named(copy);
		await shown(s, '#corpus', /A setting names its ledger: .*copy\.jsonl/);
		await shown(s, '#budget-form-words', /no budget yet/);
		copyFileSync(join(data, 'ledgers', ledgers()[0]!), copy);
		await shown(s, '#ledger-words', /pays for 2 more answers/);
	});

	test('a ledger that cannot be read is said beside what can be planned, and no longer once the setting is mended', async () => {
		await named('cases');
		await shown(s, '#ledger-words', /cannot be read: it is a folder[^]*RA904/);
		await shown(s, '#verdict-first', /8 documents/);
		await press('verify');
		await shown(s, '#status', /RA904/);
		await named(join(data, 'shared', 'copy.jsonl'));
		await shown(s, '#ledger-words', /pays for 2 more answers/);
		assert.equal(await words(s, '#status'), '');
	});

	test('a ledger that a setting names takes the place of the corpus’ own, and its first answer makes its budget', async () => {
		const shared = join(data, 'shared', 'team.jsonl');
		await named(shared);
		await shown(s, '#corpus', /A setting names its ledger: .*team\.jsonl/);
		await shown(s, '#budget-form-words', /no budget yet/);
		const dialog = await ask('Which medication do they get?');
		assert.match(await dialog.innerText(), /the budget of team\?[^]*no budget yet[^]*one of ε = 10 and δ = 1e-4 in all/);
		await dialog.getByRole('button', { name: 'Spend, Review and Write a Private File' }).click();
		// Who closes the dialog is told what that costs, and has it again.
		const saving = s.vs.page.locator('.quick-input-widget:visible input[type="text"]');
		await until(async () => (await saving.isVisible()) && (await saving.inputValue()).endsWith('.release.json'), 'the save dialog');
		await s.vs.pressUntil('Escape', () => dialog.isVisible(), 'what closing it costs');
		assert.match(await dialog.innerText(), /Save the private answer to review it\?[^]*private original is deleted/);
		await dialog.getByRole('button', { name: 'Save…' }).click();
		await confirmSaveDialog(s.vs.page, '.release.json');
		await s.vs.quickPickRows().filter({ hasText: 'With the private original' }).click();
		const review = await webview(s.vs.page, '#panel #items');
		// Compared with the ledger that the setting names.
		await until(async () => (await review.locator('#short').innerText()).startsWith('Privacy guarantee holds: ε = 3'), 'the guarantee');
		await s.vs.screenshot('privacy-budget-reviewed');
		const [original] = originals();
		assert.equal(original, 'which-medication-do-they-get.release.private-original.txt');
		const file = join(s.server.workspace, 'cases', original);
		assert.equal(statSync(file).mode & 0o777, 0o600);
		assert.notEqual(readFileSync(file, 'utf8').trim(), '');
		assert.ok(readFileSync(shared, 'utf8').includes('"spend"'));
		assert.equal(ledgers().length, 1);
		await s.vs.command('RAG Assay: Privacy Budget');
		await shown(s, '#ledger-facts', /1 answer so far/);
	});

	test('who names no other place has a paid answer as a document that is not saved', async () => {
		const dialog = await ask('Which medication is usual?');
		await dialog.getByRole('button', { name: 'Spend and Generate', exact: true }).click();
		await nameUnwritable();
		const failed = s.vs.page.locator('.monaco-dialog-box', { hasText: 'RA803' });
		await failed.waitFor();
		await s.vs.page.keyboard.press('Escape');
		const text = await until(
			() => s.server.host.run(({ vscode }) => vscode.workspace.textDocuments.find(({ isUntitled }) => isUntitled)?.getText(), 0),
			'the unsaved document',
		);
		assert.equal(release.parse(JSON.parse(text)).query, 'Which medication is usual?');
	});
});

describe('a folder of the workspace that has paid from a ledger of its own', { timeout: 600_000 }, () => {
	const folder = corpusWorkspace();
	const data = dataDirectory();
	const s = session({ workspace: folder, settings: { 'ragAssay.dataDirectory': data }, size: { width: 1400, height: 1300 } });
	const ask = async (): Promise<void> => {
		await (await frameOf(s)).locator('#try').click();
		await s.vs.quickPickRows().filter({ hasText: 'A folder' }).click();
		await answerFileDialog(s.vs.page, `${join(s.server.workspace, 'cases')}/`, (rows) => /\.\./.test(rows) && !/cases/.test(rows));
		const box = s.vs.page.locator('.quick-input-widget:visible input[placeholder^="What do many"]');
		await box.waitFor();
		await box.fill('What is the usual medication for shingles?');
		await box.press('Enter');
	};

	test('the panel shows the ledger that paid, and offers the others', async () => {
		await s.vs.command('RAG Assay: Privacy Budget');
		await shown(s, '#budget-form-words', /no budget yet/);
		await shown(s, '#corpus', /the workspace, because no other folder is chosen/);
		await ask();
		const dialog = s.vs.page.locator('.monaco-dialog-box');
		await dialog.waitFor({ timeout: 60_000 });
		assert.match(await dialog.innerText(), /the budget of cases\?/);
		await dialog.getByRole('button', { name: 'Spend and Generate', exact: true }).click();
		await confirmSaveDialog(s.vs.page, '.release.json');
		await shown(s, '#corpus', /^Corpus: cases$/);
		await shown(s, '#ledger-words', /pays for 2 more answers/);
		const choose = (await frameOf(s)).locator('#choose-corpus');
		assert.equal(await choose.getByRole('option', { includeHidden: true }).count(), 2);
		await s.vs.screenshot('privacy-budget-corpora');
	});

	test('a refusal opens the budget that refuses, whatever was shown', async () => {
		const frame = await frameOf(s);
		await frame.locator('#choose-corpus').click();
		await frame.locator('#choose-corpus').getByRole('option').filter({ hasNotText: 'cases' }).click();
		await shown(s, '#budget-form-words', /no budget yet/);
		const epsilon = frame.locator('#epsilon input');
		await epsilon.fill('8');
		await epsilon.press('Tab');
		await ask();
		await s.vs.message(/Nothing was spent: this answer takes ε = 8 .*, and cases has ε = 7 /);
		await s.vs.page.locator('.notification-toast').getByRole('button', { name: 'Open Privacy Budget' }).click();
		await shown(s, '#corpus', /^Corpus: cases$/);
		await shown(s, '#ledger-facts', /1 answer so far/);
	});
});

describe('the privacy budget in a workspace that is not trusted', { timeout: 600_000 }, () => {
	const folder = corpusWorkspace();
	const s = session({ workspace: folder, trust: false, size: { width: 1200, height: 1000 } });

	test('plans, and reads, saves and spends nothing', async () => {
		await s.vs.command('RAG Assay: Privacy Budget');
		await shown(s, '#verdict-first', /8 documents/);
		await shown(s, '#saved', /^Restricted Mode/);
		await shown(s, '#ledger-words', /^Restricted Mode: the ledger is not read/);
		await s.vs.screenshot('privacy-budget-restricted');
		const titles = await s.vs.commandsFor('RAG Assay: ');
		assert.ok(!titles.includes('RAG Assay: Generate Private Answer…'), titles.join());
	});
});
