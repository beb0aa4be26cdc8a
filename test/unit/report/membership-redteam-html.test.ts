import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { membershipRedteamHtml } from '../../../src/report/membership-redteam-html.ts';
import { membershipVerdict } from '../../../src/report/membership-redteam-words.ts';
import { sampleMembership } from './sample-membership.ts';

describe('the page about membership attacks', () => {
	const page = membershipRedteamHtml(sampleMembership, { version: '1.2.3', date: '2026-11-23 10:00 UTC' });

	test('needs nothing from elsewhere and runs nothing', () => {
		assert.ok(!/<script|<img|<link|\son\w+=|url\(|style="|(?:src|href)="https?:/i.test(page));
		assert.match(page, /default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'/);
	});

	test('what comes from a store stands there as text', () => {
		assert.ok(page.includes('Ada &#60;b&#62; was told &#38; so'));
		assert.ok(page.includes('documents &#60;1&#62;.jsonl'));
	});

	test('has a plot with a defense and one without, and each attack twice in its table', () => {
		assert.equal(page.match(/<svg viewBox="0 0 420 260" role="img" aria-label="/g)?.length, 2);
		for (const { title } of sampleMembership.attacks)
			for (const by of ['without', 'with detect-and-hide']) assert.ok(page.includes(`<th scope="row">${title}, ${by}</th>`));
		assert.ok(page.includes('<i>(no answer)</i>'));
	});
});

test('the verdict names the attack that tells most, and the one that still tells something', () =>
	assert.equal(
		membershipVerdict(sampleMembership),
		'S\u00b2MIA tells members from others rightly for 95% of the documents, where guessing gives 50%. With detect-and-hide the most that is left is 70% (IA).',
	));
