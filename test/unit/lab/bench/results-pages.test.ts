import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tablesPage, withMainTables } from '../../../../lab/bench/results-pages.ts';

const tables = tablesPage(
	'spad',
	[
		'- command: `npm run bench -- spad`',
		'',
		'**By response**',
		'',
		'| detector | α | AUC | F1 |',
		'| --- | ---: | ---: | ---: |',
		'| Z | 0.01 | 0.9  | 0.7 |',
		'| Z | 0.05 | 0.8 | 0.6 |',
		'',
		'| figure | value |',
		'| --- | --- |',
		'| a \\| b | 1 ms |',
		'',
		'**By sentence**',
		'',
		'| detector | α | AUC | F1 |',
		'| --- | ---: | ---: | ---: |',
		'| Z | 0.01 | 0.5 | 0.4 |',
	].join('\n'),
);

const page = (title: string, head: string, row: string): string =>
	`# Page\n\n<!-- from tables -->\n\n${title === '' ? '' : `**${title}**\n\n`}${head}\n| --- | --- | --- |\n${row}\n\n<!-- end -->\n\nThe end.\n`;

test('the page of full tables has a heading, links back and ends with one line break', () => {
	assert.match(tables, /^# Tables of spad\n\n\[spad\.md\]\(spad\.md\) .+\n\n- command: `npm run bench -- spad`\n/);
	assert.match(tables, /\| 0\.4 \|\n$/);
});

test('a main table takes its cells from the table with its title, by the label of the row and the names of the columns', () => {
	const old = page('By response', '| detector | α | F1 |', '| Z | 0.05 | 0.123 |');
	const filled = page('By response', '| detector | α | F1 |', '| Z | 0.05 | 0.6 |');
	assert.equal(withMainTables(old, tables), filled);
	assert.equal(withMainTables(filled, tables), filled);
});

test('a title is not necessary if only one table has the columns; a row may be only its label', () => {
	const old = '<!-- from tables -->\n\n| figure | value |\n| --- | --- |\n| a \\| b |\n\n<!-- end -->';
	assert.match(withMainTables(old, tables), /\n\| a \\\| b \| 1 ms \|\n/);
});

test('a title, a column or a row that the full tables do not have is refused', () => {
	for (const wrong of [
		page('By answer', '| detector | α | F1 |', '| Z | 0.05 | 0.6 |'),
		page('By response', '| detector | α | recall |', '| Z | 0.05 | 0.6 |'),
		page('By response', '| detector | α | F1 |', '| Z | 0.1 | 0.6 |'),
		page('', '| detector | α | F1 |', '| Z | 0.05 | 0.6 |'),
	])
		assert.throws(() => withMainTables(wrong, tables), RangeError, wrong);
});

test('a main table that is not marked as a whole is refused', () => {
	const whole = page('By response', '| detector | α | F1 |', '| Z | 0.05 | 0.6 |');
	for (const broken of [whole.replace('<!-- end -->', ''), whole.replace('<!-- from tables -->\n', '<!-- from tables -->')])
		assert.throws(() => withMainTables(broken, tables), RangeError, broken);
});
