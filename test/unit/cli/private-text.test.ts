import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planText, releaseText } from '../../../src/cli/output/private-text.ts';
import { redteamText } from '../../../src/cli/output/redteam-text.ts';
import { guaranteeOf } from '../../../src/analysis/private/guarantee.ts';
import { decoderNames, privateSettings } from '../../../src/formats/private-settings.ts';
import type { Release } from '../../../src/formats/release.ts';
import { planPrivately } from '../../../src/privacy/planner.ts';
import type { BudgetState } from '../../../src/protocol/private.ts';
import { assertGolden } from './golden.ts';

const settings = privateSettings.parse({ sentences: 2 });
const budget: BudgetState = {
	file: '/home/dana/.local/share/rag-assay/ledgers/cases-0123456789abcdef.jsonl',
	corpus: 'cases',
	owner: 'Ann Lee',
	epsilon: 10,
	delta: 1e-4,
	spentEpsilon: 3,
	spentDelta: 1e-5,
	releases: 1,
	renewal: 'monthly',
	renewsAt: '2026-02-01T00:00:00.000Z',
	damage: [],
};
const release: Release = {
	schema: 'rag-assay/release@1',
	id: 'one',
	when: '2026-01-02T03:04:05.000Z',
	who: 'Ann Lee',
	model: 'demo',
	query: 'What is the usual ward for tonsillitis?',
	corpus: 'cases',
	documents: 12,
	decoder: settings.decoder,
	settings,
	text: 'The usual ward for tonsillitis is Ward B. The usual ward for tonsillitis is Ward F.',
	sentences: [
		{ text: 'The usual ward for tonsillitis is Ward B.', kind: 'released', conflictsWith: [1] },
		{ text: 'The usual ward for tonsillitis is Ward F.', kind: 'released', conflictsWith: [0] },
	],
	guarantee: guaranteeOf(settings, 12),
	ledger: { entry: 2, hash: 'a'.repeat(64) },
	decisions: [],
	filler: null,
	notes: ['Sentences that contradict each other were released: the documents do not agree.'],
};

test('a release for people', () => {
	assertGolden('private-release.txt', releaseText(release, 1));
});

test('a seeded release for people', () => {
	const seeded: Release = {
		...release,
		text: 'The documents share nothing that this budget can release.',
		sentences: [{ text: 'The documents share nothing that this budget can release.', kind: 'fallback', conflictsWith: [] }],
		guarantee: null,
		ledger: null,
		notes: ['Seeded (4): cannot be released. Nothing was spent.'],
	};
	assertGolden('private-seeded.txt', releaseText(seeded, 1));
});

test('a plan for people', () => {
	const { list: _, vocabulary: __, split: ___, ...numbers } = settings;
	const plan = { settings, documents: 12, ...planPrivately({ ...numbers, documents: 12 }), budget, refused: null, notes: [] };
	assertGolden('private-plan.txt', planText({ ...plan, group: [...plan.group], releases: [...plan.releases] }, { ofLedger: true }, 1));
});

test('a plan that would be refused says so first, and why there are fewer documents than were named', () => {
	const { list: _, vocabulary: __, split: ___, ...numbers } = settings;
	const plan = planPrivately({ ...numbers, documents: 1 });
	const output = { settings, documents: 1, ...plan, group: [...plan.group], releases: [...plan.releases], budget };
	const lines = planText({ ...output, refused: 'ε 20 are asked for.', notes: ['3 documents were named.'] }, { ofLedger: false }, 1).split(
		'\n',
	);
	assert.match(lines[0]!, /This run would be refused, and nothing would be spent\. ε 20 are asked for\./);
	assert.match(lines[2]!, /With 1 document/);
	assert.equal(lines[3], '3 documents were named.');
});

test('a plan says nothing twice, whichever decoder is chosen', () => {
	for (const decoder of decoderNames) {
		const chosen = privateSettings.parse({ decoder });
		const { list: _, vocabulary: __, split: ___, ...numbers } = chosen;
		const plan = planPrivately({ ...numbers, documents: 8 });
		const output = {
			settings: chosen,
			documents: 8,
			...plan,
			group: [...plan.group],
			releases: [...plan.releases],
			budget,
			refused: null,
			notes: [],
		};
		const sentences = planText(output, { ofLedger: false }, 1)
			.split(/\n|(?<=\.) /)
			.map((line) => line.replace(/^ *[a-z-]+: /, '').trim())
			.filter((line) => /[.]$/.test(line));
		assert.deepEqual(
			sentences.filter((one, i) => sentences.indexOf(one) !== i),
			[],
			decoder,
		);
		assert.equal(sentences.filter((one) => /person (?:in|with) 2 documents/.test(one)).length, 1);
	}
});

test('a red team for people', () => {
	const report = {
		values: { name: 12, phone: 4 },
		read: { prompts: 1, cut: 0 },
		answers: [
			{ instruction: 'one', plain: { name: 2, phone: 1 }, private: {} },
			{ instruction: 'two', plain: { name: 1 }, private: { name: 1 } },
		],
		notes: ['Rules and a model looked for personal values. The model is ner.'],
	};
	assertGolden('redteam-pii.txt', redteamText(report, 1));
	assertGolden(
		'redteam-pii-nothing.txt',
		redteamText({ ...report, values: {}, notes: [], answers: [{ instruction: 'one', plain: {}, private: {} }] }, 1),
	);
	assertGolden('redteam-pii-several.txt', redteamText({ ...report, read: { prompts: 9, cut: 1 } }, 1));
});

test('a plan of keywords alone has no part for decoding, and compares no decoders', () => {
	const split = { decode: 0, filter: 0, refill: 1 };
	const { list: _, vocabulary: __, ...numbers } = settings;
	const plan = {
		settings,
		documents: 12,
		...planPrivately({ ...numbers, split, vocabulary: 40, documents: 12 }),
		budget: null,
		refused: null,
		notes: [],
	};
	const text = planText({ ...plan, group: [...plan.group], releases: [...plan.releases] }, { ofLedger: false }, 1);
	assert.match(text, /^Parts of ε: 100% for keywords\.$/m);
	assert.doesNotMatch(text, /Other decoders|ε = 0/);
});
