import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerBlocksOf } from '../../../src/text/answer-blocks.ts';

const kinds = (text: string): string[] => answerBlocksOf(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

test('a line in bold type is a heading above something else', () => {
	assert.deepEqual(kinds('**Opening hours**\n\nIt opens at 9.'), ['heading **Opening hours**', 'prose It opens at 9.']);
	assert.deepEqual(kinds('**Fees and 30 rooms:**\n- It costs 15 euros.'), ['heading **Fees and 30 rooms:**', 'prose It costs 15 euros.']);
	assert.deepEqual(kinds('__Summary__\nIt costs 15 euros.\n**Halden in 2026**\nIt opens at 9.'), [
		'heading __Summary__',
		'prose It costs 15 euros.',
		'heading **Halden in 2026**',
		'prose It opens at 9.',
	]);
	assert.deepEqual(kinds('1. **Fees of 2019:**\n   - 15 euros'), ['heading **Fees of 2019:**', 'prose 15 euros']);
	assert.deepEqual(kinds('It is so.\n\n**費用**\n\n15円です。'), ['prose It is so.', 'heading **費用**', 'prose 15円です。']);
});

test('an answer in bold type is no heading', () => {
	for (const text of [
		'**51 euros**\n\nThat is the fee.',
		'**The fee is 51 euros**\n\nIt includes breakfast.',
		'**The fee is 51 euros.**\n\nIt includes breakfast.',
		'**Omar Said**\n\nHe is the manager.',
		'**About a month**\n\nThe contexts say so.',
		'**Yes**\n\nIt is open.',
		'The manager is:\n\n**Omar Said**\n\nHe came later.',
		'This is\n**very important**\nfor guests.',
		'**Opening hours**',
		'**Fee: 51 euros:**\n\nThat is all.',
		'1. **Omar Said**\n2. **Dana Whitfield**\n3. **Ingrid Haug**',
	])
		assert.ok(
			kinds(text).every((kind) => kind.startsWith('prose')),
			text,
		);
});

test('indented lines that look like code are code', () => {
	assert.deepEqual(kinds('Run it:\n\n    total = 30 * 12\n    print(total)\n\nDone.'), [
		'prose Run it:',
		'code total = 30 * 12\n    print(total)',
		'prose Done.',
	]);
	assert.deepEqual(kinds('Run it:\n\n\tnpm install --save tresh@4\n\nDone.')[1], 'code npm install --save tresh@4');
	for (const text of [
		'It is so.\n\n    The fee is 51 euros.\n\nMore.',
		'1. First\n\n    x = 30 (see there)',
		'- It:\n    - is x = 51.',
		'It is so\n    x = 30',
	])
		assert.ok(
			kinds(text).every((kind) => kind.startsWith('prose')),
			text,
		);
});
