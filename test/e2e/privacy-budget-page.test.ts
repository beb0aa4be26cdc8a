import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { presets } from '../../src/protocol/private.ts';
import { budget, panelState } from '../support/example-privacy-plan.ts';
import { highContrast } from './harness/calibration-page.ts';
import { pictureOf, privacyBudgetPage } from './harness/privacy-budget-page.ts';
import { until } from '../support/until.ts';

const verdict = (p: Page, words: string | RegExp) => p.locator('#verdict-first', { hasText: words }).waitFor();

describe('the page of the privacy budget, without VS Code', { timeout: 300_000 }, () => {
	const open = privacyBudgetPage();

	test('the verdict comes first, and everything that follows from the settings', async () => {
		const { page: p, complaints } = await open(panelState);
		await verdict(p, 'With 8 documents, ε = 3: 1 sentence, if 5 of 8 documents word it alike.');
		assert.match(await p.locator('#epsilon-hint').innerText(), /^One document can make an answer at most 21 times more or less likely/);
		assert.match(await p.locator('#curve-words').innerText(), /^A sentence that 5 documents give/);
		assert.match(
			(await p.locator('#release-chart').getAttribute('aria-label')) ?? '',
			/A sentence that 5 documents give is nearly always released/,
		);
		assert.match(
			(await p.locator('#releases-chart').getAttribute('aria-label')) ?? '',
			/20 answers like this one.*The ledger has ε = 21 left\.$/,
		);
		assert.deepEqual(await p.locator('#group-table tbody tr').allInnerTexts(), [
			'1\t3\t1e-5\tmake an answer at most 21 times more or less likely',
			'2\t6\t4.1e-4\tmake an answer at most 404 times more or less likely',
			'3\t9\t0.013\tmake an answer at most 8,104 times more or less likely',
			'5\t15\t8.2\tdo anything: there is no promise, because δ is 1 or more',
		]);
		for (const { name, epsilon } of presets)
			assert.match(await p.locator(`#preset-${name.toLowerCase()}`).innerText(), new RegExp(`^${name}: ε = ${epsilon}\\n`));
		assert.match(await p.locator('#preset-careful').innerText(), /Nothing: even all 8 documents are too few/);
		assert.match(await p.locator('#saved').innerText(), /^Saved/);
		await p.screenshot({ path: pictureOf('dark') });
		await highContrast(p);
		await p.waitForTimeout(300);
		await p.screenshot({ path: pictureOf('high-contrast') });
		assert.deepEqual(complaints, []);
	});

	test('what follows is worked out while a person writes, once for many keys; the focus and what is written stay', async () => {
		const { page: p, asked, complaints } = await open(panelState);
		await verdict(p, 'ε = 3');
		const plans = async (): Promise<unknown[]> => (await asked()).filter(([method]) => method.endsWith('/privacyBudget/plan'));
		const before = (await plans()).length;
		await p.evaluate(
			'window.rowBefore = document.querySelector("[data-way=sentence-vote]"); window.chartBefore = document.querySelector("#release-chart")',
		);
		const documents = p.locator('#documents input');
		await documents.focus();
		await documents.press('Control+A');
		await p.keyboard.type('128', { delay: 5 });
		await verdict(p, 'With 128 documents');
		assert.equal((await plans()).length, before + 1);
		assert.equal(await p.evaluate('document.activeElement.id'), 'documents');
		assert.equal(await documents.inputValue(), '128');
		assert.equal(
			await p.evaluate(
				'rowBefore === document.querySelector("[data-way=sentence-vote]") && chartBefore === document.querySelector("#release-chart")',
			),
			true,
			'nothing is drawn anew that was there',
		);
		assert.match(await p.locator('#saved').innerText(), /Not saved yet/);
		// Hidden and shown again, the page has what was written.
		await p.reload();
		await verdict(p, 'With 128 documents');
		assert.match(await p.locator('#saved').innerText(), /Not saved yet/);
		await p.locator('#reset').click();
		await verdict(p, 'With 8 documents');
		assert.match(await p.locator('#saved').innerText(), /^Saved/);
		assert.equal(await p.locator('#reset[disabled]').count(), 1);
		assert.deepEqual(complaints, []);
	});

	test('settings that became unusable elsewhere are no words of the person: they follow the next change, and no check stands beside the warning', async () => {
		const { page: p, tell } = await open(panelState);
		await verdict(p, 'ε = 3');
		const { settings } = panelState.saved;
		await tell('ragAssay/privacyBudget/changed', {
			...panelState,
			saved: { documents: 8, settings: { ...settings, decoder: 'public-list' } },
		});
		await p.locator('#saved', { hasText: 'The settings have a value that is not valid yet.' }).waitFor();
		assert.equal(await p.evaluate('getComputedStyle(document.querySelector("#verdict-first"), "::before").content'), 'none');
		await tell('ragAssay/privacyBudget/changed', { ...panelState, saved: { documents: 8, settings: { ...settings, epsilon: 6 } } });
		await verdict(p, 'ε = 6');
		assert.match(await p.locator('#saved').innerText(), /^Saved/);
		assert.match(await p.evaluate<string>('getComputedStyle(document.querySelector("#verdict-first"), "::before").content'), /\u2713/);
	});

	test('a plan that fails leaves a mark on the numbers of before, and is asked for again once the host tells something', async () => {
		const { page: p, tell } = await open(panelState);
		await verdict(p, 'ε = 3');
		await p.evaluate('globalThis.failPlans = true');
		await p.locator('#documents input').fill('16');
		await p.locator('#stale', { hasText: 'could not be planned' }).waitFor();
		await verdict(p, 'With 8 documents');
		await p.evaluate('globalThis.failPlans = false');
		await tell('ragAssay/privacyBudget/changed', panelState);
		await verdict(p, 'With 16 documents');
		await p.locator('#stale').waitFor({ state: 'hidden' });
	});

	test('in a narrow panel all of what it means for one person can be seen', async () => {
		const { page: p } = await open(panelState, { width: 420, height: 2300 });
		await verdict(p, 'ε = 3');
		assert.equal(
			await p.evaluate(
				'(() => { const { scrollWidth, clientWidth } = document.querySelector("#group-table").parentElement; return scrollWidth - clientWidth; })()',
			),
			0,
		);
	});

	test('presets and other ways, by keyboard alone; saving', async () => {
		const { page: p, asked, tell, complaints } = await open(panelState);
		await verdict(p, 'ε = 3');
		await p.locator('#preset-loose').focus();
		await p.keyboard.press('Enter');
		await verdict(p, 'ε = 6: 1 sentence, if 3 of 8');
		assert.equal(await p.locator('#preset-loose').getAttribute('aria-pressed'), 'true');
		assert.equal(await p.locator('#preset-usual').getAttribute('aria-pressed'), 'false');
		assert.equal(await p.locator('#epsilon input').inputValue(), '6');
		await p.locator('#use-gated-votes').focus();
		await p.keyboard.press('Enter');
		await p.locator('[data-way="gated-votes"].chosen').waitFor();
		assert.equal(await p.evaluate('document.activeElement.id'), 'use-gated-votes', 'the focus stays');
		assert.equal(await p.locator('#curve').isVisible(), false, 'that one has no such curve');
		await p.locator('#save').focus();
		await p.keyboard.press('Enter');
		const [method, params] = (await asked()).findLast(([name]) => name.endsWith('/save'))!;
		assert.equal(method, 'ragAssay/privacyBudget/save');
		const saved = params as typeof panelState.saved;
		assert.deepEqual([saved.settings.epsilon, saved.settings.decoder, saved.documents], [6, 'gated-votes', 8]);
		await tell('ragAssay/privacyBudget/changed', { ...panelState, saved });
		await until(async () => (await p.locator('#saved').innerText()).startsWith('Saved'), 'the saved state');
		assert.equal(await p.locator('#save[disabled]').count(), 1);
		assert.deepEqual(complaints, []);
	});

	test('settings that change elsewhere are followed, but never over what is not saved', async () => {
		const { page: p, tell } = await open(panelState);
		await verdict(p, 'ε = 3');
		const epsilonOf = (epsilon: number) => ({
			...panelState,
			saved: { ...panelState.saved, settings: { ...panelState.saved.settings, epsilon } },
		});
		await tell('ragAssay/privacyBudget/changed', epsilonOf(1));
		await verdict(p, 'ε = 1');
		await p.locator('#documents input').fill('16');
		await verdict(p, 'With 16 documents, ε = 1');
		await tell('ragAssay/privacyBudget/changed', epsilonOf(6));
		await p.waitForTimeout(400);
		assert.equal(await p.locator('#epsilon input').inputValue(), '1');
		assert.match(await p.locator('#saved').innerText(), /Not saved yet/);
	});

	test('what cannot be used is marked, with what is allowed; nothing is saved or tried with it', async () => {
		const { page: p } = await open(panelState);
		await verdict(p, 'ε = 3');
		await p.locator('#epsilon input').fill('-1');
		await until(async () => (await p.locator('#epsilon input').getAttribute('aria-invalid')) === 'true', 'the mark');
		assert.equal(await p.locator('#epsilon-hint').innerText(), 'Write a number above 0 and of at most 64.');
		assert.equal(await p.locator('#stale').isVisible(), true);
		for (const id of ['save', 'try', 'export-csv', 'export-json']) assert.equal(await p.locator(`#${id}[disabled]`).count(), 1, id);
		assert.equal(await p.locator('#reset[disabled]').count(), 0);
		await p.screenshot({ path: pictureOf('invalid') });
		await p.locator('#epsilon input').fill('2,5');
		await verdict(p, 'ε = 2.5');
		assert.equal(await p.locator('#stale').isVisible(), false);
		// An expert's value that is wrong unfolds them.
		await p.locator('#expert summary').click();
		await p.locator('#gate input').fill('1');
		await p.locator('#expert summary').click();
		await p.locator('#gate input').dispatchEvent('input');
		await until(() => p.locator('#gate').isVisible(), 'the field that is wrong');
	});

	test('every term is explained on demand: by keyboard, for screen readers, and closed with Escape', async () => {
		const { page: p, complaints } = await open(panelState);
		await verdict(p, 'ε = 3');
		await p.locator('#expert summary').click();
		const buttons = p.locator('.explain:visible');
		assert.ok((await buttons.count()) > 20);
		for (const one of await buttons.all()) {
			const sentence = p.locator(`#${await one.getAttribute('aria-controls')}`);
			assert.equal(await sentence.isVisible(), false);
			assert.match((await one.getAttribute('aria-label')) ?? '', /^What is this: .+\?$/);
			await one.focus();
			await p.keyboard.press('Enter');
			assert.equal(await one.getAttribute('aria-expanded'), 'true');
			assert.equal(await one.getAttribute('aria-describedby'), await sentence.getAttribute('id'));
			assert.match(await sentence.innerText(), /\.$/);
			await p.keyboard.press('Escape');
			assert.equal(await sentence.isVisible(), false);
		}
		await p.locator('#epsilon-explain').click();
		await p.locator('#ledger-explain').click();
		await p.screenshot({ path: pictureOf('expert') });
		assert.match(await p.locator('[data-field="payments"]').innerText(), /Measured at ε = 3: K = 2 was right in 52%/);
		assert.deepEqual(complaints, []);
	});

	test('the ledger: a bar with its words, and what it no longer pays for', async () => {
		const { page: p, asked, tell } = await open(panelState);
		await verdict(p, 'ε = 3');
		assert.match(await p.locator('#ledger-words').innerText(), /^The budget pays for 7 more answers like this one/);
		assert.match(await p.locator('#ledger-facts').innerText(), /^Owner: Ada\. 3 answers in this period\. It renews every month/);
		assert.match((await p.locator('#bar').getAttribute('aria-label')) ?? '', /9 spent by 3 answers, 3 for this answer, 18 left after it/);
		const widths = await p.evaluate<number[]>(
			'[...document.querySelectorAll(".bar .part")].map((part) => part.getBoundingClientRect().width)',
		);
		const sum = widths.reduce((a, b) => a + b, 0);
		assert.deepEqual(
			widths.map((width) => Math.round((width / sum) * 100)),
			[30, 10, 60],
		);
		await p.locator('#verify').click();
		await until(async () => /12 entries checked/.test(await p.locator('#verified').innerText()), 'what was checked');
		await tell('ragAssay/privacyBudget/changed', { ...panelState, ledger: { kind: 'ready', budget: { ...budget, spentEpsilon: 28 } } });
		await until(async () => /does not pay/.test(await p.locator('#ledger-words').innerText()), 'that it does not pay');
		assert.equal(await p.locator('#verified').isVisible(), false, 'another ledger was checked');
		await p.locator('#change-budget').click();
		assert.equal(await p.evaluate('document.activeElement.id'), 'budget-owner');
		assert.equal(await p.locator('#budget-owner input').inputValue(), 'Ada');
		await p.locator('#budget-epsilon input').fill('60');
		assert.equal(await p.locator('#budget-epsilon-hint').innerText(), 'Pays for 10 answers like this one a month.');
		await p.locator('#budget-now').click();
		await p.locator('#budget-set').click();
		assert.deepEqual((await asked()).findLast(([method]) => method.endsWith('/setBudget'))?.[1], {
			owner: 'Ada',
			epsilon: 60,
			delta: 1e-4,
			renewal: 'monthly',
			now: true,
			anew: false,
		});
		await until(async () => !(await p.locator('#budget-form').isVisible()), 'the form to go');
		assert.equal(await p.evaluate('document.activeElement.id'), 'change-budget', 'the focus stays beside it');
	});

	test('a damaged ledger is an error with what to do', async () => {
		const {
			page: p,
			complaints,
			asked,
		} = await open({
			...panelState,
			ledger: {
				kind: 'ready',
				budget: { ...budget, damage: ['Entry 3 was changed: its hash does not match.'], notes: ['Set at once by Ada.'] },
			},
		});
		await verdict(p, 'ε = 3');
		assert.equal(await p.locator('#damage').getAttribute('role'), 'alert');
		assert.match(await p.locator('#damage').innerText(), /Entry 3 was changed[^]*What to do: restore \/w\/data\/ledgers\/corpus/);
		assert.match(await p.locator('#ledger-words').innerText(), /^Nothing is released/);
		assert.equal(await p.locator('#blocked').innerText(), 'You cannot generate a private answer until the ledger is repaired.');
		assert.equal(await p.locator('#try[disabled]').count(), 1, 'what cannot be done is not offered');
		assert.equal(await p.locator('#bar').isVisible(), false);
		assert.equal(await p.locator('#ledger-notes').innerText(), 'Set at once by Ada.');
		await p.locator('#ledger').screenshot({ path: pictureOf('damage') });
		await p.locator('#begin-anew').click();
		assert.match(await p.locator('#budget-form').innerText(), /keeps the damaged one beside it[^]*counts as spent/);
		await p.locator('#budget-owner input').fill('Eva');
		await p.locator('#budget-set').click();
		assert.deepEqual((await asked()).findLast(([method]) => method.endsWith('/setBudget'))?.[1], {
			owner: 'Eva',
			epsilon: 30,
			delta: 1e-4,
			renewal: 'monthly',
			now: false,
			anew: true,
		});
		assert.deepEqual(complaints, []);
	});

	test('no ledger yet: a first budget is made right there', async () => {
		const { page: p, asked } = await open({ ...panelState, ledger: { kind: 'none' } });
		await verdict(p, 'ε = 3');
		assert.match(await p.locator('#budget-form').innerText(), /no budget yet/);
		assert.match(await p.locator('#budget-form').innerText(), /creates one of ε = 10 and δ = 1e-4 in all, which never renews/);
		assert.equal(await p.locator('#budget-epsilon input').inputValue(), '10');
		assert.equal(await p.locator('#budget-days').isVisible(), false, 'it never renews');
		await p.locator('#budget-set').click();
		assert.equal(await p.locator('#budget-owner-hint').innerText(), 'Enter the owner of this budget.');
		assert.ok((await asked()).every(([method]) => !method.endsWith('/setBudget')));
		await p.locator('#ledger').screenshot({ path: pictureOf('no-ledger') });
		await p.locator('#budget-owner input').fill('Ada');
		await p.locator('#budget-set').focus();
		await p.keyboard.press('Enter');
		assert.deepEqual((await asked()).at(-1), [
			'ragAssay/privacyBudget/setBudget',
			{ owner: 'Ada', epsilon: 10, delta: 1e-4, renewal: 'never', now: false, anew: false },
		]);
	});

	test('a budget that renews every so many days; a ledger that a setting names', async () => {
		const { page: p, asked, complaints } = await open({ ...panelState, sharedLedger: '/shared/team.jsonl' });
		await verdict(p, 'ε = 3');
		assert.equal(await p.locator('#corpus').innerText(), 'Corpus: corpus. A setting names its ledger: /shared/team.jsonl');
		await p.locator('#change-budget').click();
		assert.equal(await p.locator('#budget-days').isVisible(), false);
		await p.locator('#budget-renewal').click();
		await p.getByRole('option', { name: 'Every given number of days' }).click();
		await p.locator('#budget-days input').fill('0');
		await p.locator('#budget-set').click();
		assert.equal(await p.locator('#budget-days-hint').innerText(), 'Write a whole number from 1 to 9999.');
		await p.locator('#budget-days input').fill('90');
		assert.equal(await p.locator('#budget-epsilon-hint').innerText(), 'Pays for 10 answers like this one every 90 days.');
		await p.locator('#ledger').screenshot({ path: pictureOf('days') });
		await p.locator('#budget-set').click();
		assert.deepEqual((await asked()).findLast(([method]) => method.endsWith('/setBudget'))?.[1], {
			owner: 'Ada',
			epsilon: 30,
			delta: 1e-4,
			renewal: '90d',
			now: false,
			anew: false,
		});
		assert.deepEqual(complaints, []);
	});

	test('without a folder, or without trust, planning works and says what does not', async () => {
		const unknown = { ...panelState, corpus: null, ledger: { kind: 'unknown' } } as const;
		const { page: p } = await open({ ...unknown, access: 'no-folder' });
		await verdict(p, 'ε = 3');
		assert.match(await p.locator('#saved').innerText(), /To save, open a folder first/);
		assert.match(await p.locator('#ledger-words').innerText(), /Open a folder to use a ledger/);
		assert.equal(await p.locator('#budget-form').isVisible(), false);
		await p.locator('#preset-careful').click();
		await verdict(p, 'ε = 1');
		assert.equal(await p.locator('#save[disabled]').count(), 1);
		const { page: q } = await open({ ...unknown, access: 'untrusted' });
		await verdict(q, 'ε = 3');
		assert.match(await q.locator('#saved').innerText(), /^Restricted Mode/);
		assert.match(await q.locator('#ledger-words').innerText(), /^Restricted Mode: the ledger is not read/);
		assert.equal(await q.locator('#try[disabled]').count(), 1);
		assert.equal(await q.locator('#pick-corpus').isVisible(), false);
		await q.screenshot({ path: pictureOf('untrusted') });
	});

	test('exports hold what is shown', async () => {
		const { page: p, asked } = await open(panelState);
		await verdict(p, 'ε = 3');
		for (const format of ['csv', 'json'] as const) {
			await p.locator(`#export-${format}`).click();
			await until(async () => (await p.locator('#status').innerText()) === `Saved as ${format.toUpperCase()}.`, 'the export');
			const [, params] = (await asked()).at(-1) as [string, { format: string; name: string; content: string }];
			assert.equal(params.format, format);
			assert.match(params.content, format === 'csv' ? /release,sentence-vote,5,0\.954/ : /"spentEpsilon": 9/);
		}
	});

	test('everything is reached with the keyboard', async () => {
		const { page: p } = await open(panelState);
		await verdict(p, 'ε = 3');
		await p.locator('#preset-loose').click();
		await p.locator('#expert summary').click();
		// Shown again, it is as it was left, and the focus at its beginning.
		await until(
			() => p.evaluate<boolean>('JSON.parse(sessionStorage.getItem("state")).expertOpen === true'),
			'what the page leaves behind',
		);
		await p.reload();
		await verdict(p, 'ε = 6');
		const seen: string[] = [];
		for (let i = 0; i < 80; i++) {
			await p.keyboard.press('Tab');
			seen.push(await p.evaluate<string>('document.activeElement.id || document.activeElement.tagName'));
		}
		assert.deepEqual(seen.slice(0, 6), ['try', 'save', 'reset', 'export-csv', 'export-json', 'verdict-explain']);
		const ids =
			'preset-careful preset-usual preset-loose epsilon epsilon-explain delta documents sentences decoder split split-explain SUMMARY clip clipBound tokens payments subsets candidates gate filter filtered keywords countFacts vocabulary open-settings pick-corpus verify open-ledger refresh-ledger change-budget use-public-list use-per-token';
		for (const id of ids.split(' ')) assert.ok(seen.includes(id), `${id} is not among ${seen.join(', ')}`);
	});

	test('narrow or zoomed in, nothing is cut off', async () => {
		for (const width of [800, 550, 380]) {
			const { page: p } = await open(panelState, { width, height: 2600 });
			await verdict(p, 'ε = 3');
			await p.locator('#expert summary').click();
			await p.waitForTimeout(300);
			await p.screenshot({ path: pictureOf(`narrow-${width}`) });
			assert.deepEqual(
				await p.evaluate<string[]>(
					'[...document.querySelectorAll("#panel *")].filter((e) => e.closest(".scrolls") === null && !e.classList.contains("visually-hidden") && e.getBoundingClientRect().right > innerWidth + 0.5).map((e) => e.outerHTML.slice(0, 80))',
				),
				[],
				String(width),
			);
			// What scrolls sideways still has its buttons in view.
			for (const use of await p.locator('#ways vscode-button').all()) {
				const box = await use.boundingBox();
				assert.ok(box !== null && box.x >= 0 && box.x + box.width <= width, `${await use.getAttribute('id')} at ${width}`);
			}
		}
	});
});
