import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MembershipAttackReport } from '../../../src/formats/membership-redteam.ts';
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
			for (const by of ['without a defense', 'with detect-and-hide']) assert.ok(page.includes(`<th scope="row">${title}, ${by}</th>`));
		assert.ok(page.includes('<i>(no answer)</i>'));
	});
});

describe('the verdict', () => {
	const [s2mia, mba, ia] = sampleMembership.attacks as [MembershipAttackReport, MembershipAttackReport, MembershipAttackReport];

	test('says of how many documents the best attack can tell, and which one still can', () =>
		assert.equal(
			membershipVerdict(sampleMembership),
			'An attacker who asks with the first half of a document (S\u00b2MIA) can tell for 38 of 40 documents whether the store has them: 95% [85%, 100%]. Guessing gives 50%. With detect-and-hide IA still can for 28 of 40, 70% [60%, 80%].',
		));

	test('claims nothing where the interval holds what guessing gives', () =>
		assert.equal(
			membershipVerdict({ ...sampleMembership, attacks: [{ ...mba, undefended: s2mia.defended }] }),
			'An attacker who asks for masked words of a document (MBA) is right about 20 of 40 documents, 50% [40%, 60%]: guessing could be as good. With detect-and-hide the best attack (MBA) is right about 18 of 40, 45% [35%, 55%]: guessing could be as good.',
		));

	test('says where the answers are private, with detect-and-hide and without', () => {
		const privately = { ...sampleMembership, private: { decoder: 'sentence-vote' as const, epsilon: 3, delta: 1e-5 }, k: 8 };
		assert.match(
			membershipVerdict(privately),
			/^With private answers \(\u03b5 = 3\), an attacker who .* With detect-and-hide, too, IA still can for /,
		);
		const page = membershipRedteamHtml(privately, { version: '1.2.3', date: '2026-11-23 10:00 UTC' });
		for (const words of [
			'>with private answers</th>',
			'MBA, with private answers and detect-and-hide',
			'Every answer is private, with detect-and-hide and without: \u03b5 = 3 and \u03b4 = 1e-5 each, from 8 documents, by sentence-vote.',
			'30 answers about the same documents promise only \u03b5 = 90 together, or a little less.',
		])
			assert.ok(page.includes(words), words);
	});

	test('stands with what has no figures, and with answers that were empty', () => {
		const page = membershipRedteamHtml(
			{
				...sampleMembership,
				attacks: [{ ...ia, empty: { undefended: 3, defended: 5 } }],
				unscored: [
					{ name: 's2mia', title: 'S\u00b2MIA', reason: 'tooShort', answers: 0, empty: 0 },
					{ name: 'mba', title: 'MBA', reason: 'empty', answers: 80, empty: 9 },
				],
			},
			{ version: '1.2.3', date: '2026-11-23 10:00 UTC' },
		);
		for (const words of [
			'Too few documents are long enough for S\u00b2MIA.',
			'MBA is not scored: 9 of 80 answers were empty. At most a tenth may be empty.',
			'IA: of 1200 answers 3 were empty without detect-and-hide and 5 with it; they count as answers that say nothing.',
		])
			assert.ok(page.includes(words), words);
	});
});
