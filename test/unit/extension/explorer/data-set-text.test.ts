import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceText } from '../../../../src/extension/explorer/row-text.ts';

const sentences = (grounded: number, ungrounded: number) => [
	{ of: 'sentence', class: 'supported', count: grounded },
	{ of: 'sentence', class: 'unsupported', count: ungrounded },
];
const traces = (clean: number, memorised: number) => [
	{ of: 'trace', class: 'clean', count: clean },
	{ of: 'trace', class: 'memorized', count: memorised },
];

test('what is in a data set is counted as people count', () => {
	assert.equal(
		sourceText({ subject: 'trace', items: 1, labelled: 1, classes: [...sentences(1, 0), ...traces(0, 1)] }),
		'1 trace, 1 labeled: 1 supported and 0 unsupported sentences; 0 clean and 1 memorized trace.',
	);
	assert.equal(
		sourceText({ subject: 'trace', items: 5000, labelled: 4900, classes: [...sentences(7059, 1788), ...traces(3, 2)] }),
		'5,000 traces, 4,900 labeled: 7,059 supported and 1,788 unsupported sentences; 3 clean and 2 memorized traces.',
	);
});

test('of what nothing stands in a class nothing is said', () => {
	assert.equal(
		sourceText({ subject: 'trace', items: 12, labelled: 10, classes: [...sentences(120, 30), ...traces(0, 0)] }),
		'12 traces, 10 labeled: 120 supported and 30 unsupported sentences.',
	);
	assert.equal(sourceText({ subject: 'trace', items: 2, labelled: 0, classes: sentences(0, 0) }), '2 traces, 0 labeled.');
});

test('memory entries and queries have their own nouns and classes', () => {
	const counted = (of: string, one: string, other: string) => [
		{ of, class: one, count: 30 },
		{ of, class: other, count: 5 },
	];
	assert.equal(
		sourceText({ subject: 'entry', items: 40, labelled: 35, classes: counted('entry', 'benign', 'planted') }),
		'40 memory entries, 35 labeled: 30 benign and 5 planted memory entries.',
	);
	assert.equal(
		sourceText({ subject: 'entry', items: 40, labelled: 35, classes: counted('memory entry', 'benign', 'planted') }),
		'40 memory entries, 35 labeled: 30 benign and 5 planted memory entries.',
		'by its noun',
	);
	assert.equal(
		sourceText({ subject: 'query', items: 1, labelled: 35, classes: counted('query', 'ordinary', 'fishing') }),
		'1 query, 35 labeled: 30 ordinary and 5 fishing queries.',
	);
});
