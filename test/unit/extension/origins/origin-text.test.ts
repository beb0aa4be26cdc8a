import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { headText, originText, part, type OriginsAnswer } from '../../../../src/extension/origins/origin-text.ts';

const range: [number, number, number, number] = [3, 0, 3, 4];
const uri = 'file:///a.rag.md';
const contexts = [
	{ id: 'case-2', index: 1, uri, range, share: 0.42 },
	{ id: 'case-1', index: 0, uri, range, share: -0.03 },
];
const answer: OriginsAnswer = {
	uri,
	version: 1,
	subject: { range, text: ' Norring', tokens: 1 },
	sources: [0.05, 0.39, 0, 0.01, 0.45, 0.01, 0],
	lit: [{ uri, range, context: 'case-2', index: 1, share: 0.31, weight: 1 }],
	contexts,
	wordForWord: [],
};
const whole: OriginsAnswer = { ...answer, subject: null, lit: [] };

describe('origin text', () => {
	test('names the strongest word and its context, and says all contexts to those who hear it', () => {
		assert.deepEqual(originText(answer, 'Norring'), {
			text: '$(link) case-2: “Norring” 0.31',
			label: 'Where “Norring” came from: “Norring” in context case-2 0.31. Contexts: case-2 0.42, case-1 −0.03.',
			tooltip:
				'“Norring” has the probability 0.91. Of that come from “Norring” in context case-2 0.31.\n\nBy context: case-2 0.42, case-1 −0.03.',
		});
		assert.equal(originText(answer, undefined).text, '$(link) case-2 0.31', 'its document is not open');
	});

	test('of several tokens, and of the whole response, it speaks of a mean', () => {
		assert.match(
			originText({ ...answer, subject: { range, text: 'in Norring', tokens: 2 } }, 'Norring').tooltip,
			/^“in Norring” has the probability 0\.91, as a mean of its tokens\. /,
		);
		const { text, label, tooltip } = originText(whole, undefined);
		assert.equal(text, '$(link) case-2 0.42');
		assert.match(label, /^Where the response came from: context case-2 0\.42\. Contexts: /);
		assert.match(tooltip, /^The response has the probability 0\.91, as a mean of its tokens\. Of that come from context case-2 0\.42\./);
	});

	test('where no context fed it, it names what did', () => {
		const { text, label } = originText({ ...answer, lit: [], contexts: [] }, undefined);
		assert.equal(text, '$(link) No context gave to it');
		assert.equal(label, 'Where “Norring” came from: no context to speak of; most comes from the model’s own layers, 0.45. Contexts: none.');
	});

	test('that no context gave to words does not say that none holds them', () => {
		const { text, label } = originText({ ...answer, lit: [], contexts: [], wordForWord: ['case-2', '$(x)', 'c', 'd'] }, undefined);
		assert.equal(text, '$(link) No context gave to it (stand in case-2, $ (x) and 2 more)');
		assert.match(label, /own layers, 0\.45; its words stand in case-2, \$\(x\) and 2 more anyway\. Contexts: none\.$/);
	});

	test('where single words are not told apart it names the context, unless that gave next to nothing', () => {
		const unscored = originText(
			{ ...answer, lit: [], contexts: [], sources: [0, 0, 0, 0, 0, 0, 0], subject: { range, text: 'and so on', tokens: 0 } },
			undefined,
		);
		assert.equal(unscored.text, '$(circle-slash) Not scored');
		assert.match(unscored.tooltip, /no room .* was not scored/);
		const many = { ...answer, lit: [], subject: { range, text: 'a long text', tokens: 300 } };
		assert.equal(originText(many, undefined).text, '$(link) case-2 0.42');
		assert.equal(originText({ ...whole, contexts: [{ ...contexts[0]!, share: 0.004 }] }, undefined).text, '$(link) No context gave to it');
	});

	test('what a file wrote is one short line, and makes no pictures', () => {
		const { text, label } = originText(
			{
				...answer,
				lit: [{ ...answer.lit[0]!, context: '$(bug) x' }],
				subject: { range, text: ` a\n\u202eb${'c'.repeat(100)}`, tokens: 1 },
			},
			'$(zap)',
		);
		assert.equal(text, '$(link) $ (bug) x: “$ (zap)” 0.31');
		assert.match(label, /^Where “a bc{28}…” came from/u);
	});

	test("behind a context's head: what it gave, or took", () => {
		assert.equal(headText(0.42, answer), 'gave 0.42 of “Norring”');
		assert.equal(headText(-0.03, whole), 'took 0.03 from the response');
		// The sign is that of the inspector, however little it is.
		for (const share of [-0.000017, -0.001, 0.001, 0]) assert.equal(headText(share, whole), 'gave next to nothing of the response');
		assert.deepEqual([0.5, -0.5, -0.001, 0].map(part), ['0.50', '−0.50', '0.00', '0.00']);
	});
});
