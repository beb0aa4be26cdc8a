import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownTable, withTable } from '../../../../lab/bench/markdown-table.ts';
import { atLeast, atMost, within } from '../../../../lab/target.ts';

const figures = [
	{ name: 'copied', value: 0.98765, low: 0.9511, high: 0.99999, n: 1200, unit: '', target: atLeast(0.95) },
	{ name: 'a | b', value: 0.07, low: 0.05, high: 0.09, n: 1000, unit: '', target: within(0.1, 0.5) },
	{ name: 'Z', value: 5.3804, low: 5, high: 6, n: 800, unit: 'nats', target: null },
	{ name: 'load', value: 123.456, low: null, high: null, n: 1, unit: 'ms', target: atMost(200) },
];

test('a row a figure: three decimals for shares, one for times, whether the target is reached', () => {
	assert.equal(
		markdownTable({ quick: false, figures }),
		[
			'| figure | value | 95 % interval | n | target |',
			'| --- | --- | --- | --- | --- |',
			'| copied | 0.988 | [0.951, 1.000] | 1,200 | ≥ 0.95: reached |',
			'| a \\| b | 0.070 | [0.050, 0.090] | 1,000 | 0.1 to 0.5: **missed** |',
			'| Z | 5.380 nats | [5.000, 6.000] | 800 |  |',
			'| load | 123.5 ms |  | 1 | ≤ 200: reached |',
		].join('\n'),
	);
});

test('the quick run says so', () => {
	assert.match(markdownTable({ quick: true, figures }), /^\*The quick run: not to be quoted\.\*\n\n\| figure/);
});

test('a page takes the table between its two comments, twice the same', () => {
	const page = '# Title\n\n<!-- bench: demo-model -->\nold\n<!-- end of bench: demo-model -->\n\nThe end.\n';
	const written = withTable(page, 'demo-model', '| new |');
	assert.equal(written, '# Title\n\n<!-- bench: demo-model -->\n| new |\n<!-- end of bench: demo-model -->\n\nThe end.\n');
	assert.equal(withTable(written, 'demo-model', '| new |'), written);
});

test('a page without the comments, with one of them or in the wrong order is refused', () => {
	const [begin, end] = ['<!-- bench: x -->', '<!-- end of bench: x -->'];
	for (const page of ['', begin, end, `${end} ${begin}`, `${begin} ${end} ${end}`, `${begin} ${begin} ${end}`, `${end} ${begin} ${end}`])
		assert.throws(() => withTable(page, 'x', ''), RangeError, page);
});
