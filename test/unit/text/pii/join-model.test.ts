import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Candidate } from '../../../../src/text/pii/candidate.ts';
import { joinModel } from '../../../../src/text/pii/join-model.ts';
import { recognizePii } from '../../../../src/text/pii/recognize.ts';

const text = 'Ann Bo, Cy 12-34 Éva 😀 Dee (x) F9 漢字 Gus';

/** Ranges that do not overlap, of a text. */
const ranges = fc
	.uniqueArray(fc.nat(text.length), { maxLength: 12 })
	.map((cuts) => cuts.toSorted((a, b) => a - b))
	.map((cuts) => cuts.flatMap((start, i) => (i % 2 === 0 && cuts[i + 1] !== undefined ? [{ start, end: cuts[i + 1]! }] : [])));
const kinds = fc.constantFrom('name' as const, 'phone' as const, 'city' as const);
const candidates = ranges.chain((all) =>
	fc.tuple(
		...all.map((range) =>
			fc
				.tuple(kinds, fc.constantFrom('checked', 'cue', 'shape'))
				.map(([type, sureness]) => ({ ...range, type, sureness, by: 'rule' }) satisfies Candidate),
		),
	),
);
const findings = ranges.chain((all) => fc.tuple(...all.map((range) => kinds.map((type) => ({ ...range, type })))));

describe('what rules and a model find, joined', () => {
	test('in order and apart; no letter or digit that either marks is lost, and none is marked that neither does', () => {
		fc.assert(
			fc.property(candidates, findings, (rules, found) => {
				const joined = joinModel(text, rules, found, 'ner');
				for (const [i, { start, end }] of joined.entries()) assert.ok(start < end && start >= (joined[i - 1]?.end ?? 0));
				const marks = (all: readonly { start: number; end: number }[], at: number): boolean =>
					all.some(({ start, end }) => start <= at && at < end);
				for (const { index } of text.matchAll(/[\p{L}\p{N}]/gu))
					assert.equal(marks(joined, index), marks(rules, index) || marks(found, index), `at ${index}`);
			}),
			{ numRuns: 2000 },
		);
	});

	test('what a check speaks for is as it was, but for a longer name; without the model, so is everything', () => {
		fc.assert(
			fc.property(candidates, findings, (rules, found) => {
				const joined = joinModel(text, rules, found, 'ner');
				for (const rule of rules.filter((one) => one.sureness === 'checked' && one.type !== 'name')) assert.ok(joined.includes(rule));
				assert.deepEqual(joinModel(text, rules, [], 'ner'), rules);
			}),
		);
	});

	const found = (given: string, ...spans: readonly (readonly [string, string])[]) =>
		recognizePii(given, {
			model: {
				model: 'ner',
				spans: spans.map(([label, value]) => ({ label, start: given.indexOf(value), end: given.indexOf(value) + value.length })),
			},
		}).map(({ type, start, end, by, model }) => [type, given.slice(start, end), by, model]);

	test('a checksum says where an account number ends and what it is', () => {
		const iban = 'GB33BUKB20201555555555';
		assert.deepEqual(found(`Pay to ${iban} today.`, ['PHONE', iban]), found(`Pay to ${iban} today.`));
		assert.deepEqual(
			found(`Pay to ${iban} today.`, ['ACCOUNTNUM', `to ${iban}`]).map(([type, value, by]) => [type, value, by]),
			[
				['account-number', 'to', 'ner'],
				['account-number', iban, found(`Pay to ${iban} today.`)[0]![2]],
			],
		);
	});

	test('a name that rules know a part of is whole, and names both; one that none knows names the model', () => {
		const [name] = found('Ask Dr. Vabo Trumel about it.', ['PER', 'Dr. Vabo Trumel']);
		assert.deepEqual(name, ['name', 'Dr. Vabo Trumel', 'title and ner', 'ner']);
		assert.deepEqual(found('the case of oyelaran is open', ['PER', 'oyelaran']), [['name', 'oyelaran', 'ner', 'ner']]);
	});

	test('a label that nobody knows is a personal value, normalized as letters', () => {
		const [one] = recognizePii('It is in LÖCKER-a12.', { model: { model: 'ner', spans: [{ label: 'LOCKER', start: 9, end: 19 }] } });
		assert.deepEqual([one!.type, one!.normalized], ['other', 'locker a12']);
	});
});
