import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elsewhereFigures, type JudgedElsewhere } from '../../../../lab/spad/elsewhere-figures.ts';
import { atLeast, atMost } from '../../../../lab/target.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

function sentence(i: number, probability: number, errors: readonly string[], layout: string | null): JudgedElsewhere {
	return { group: `g${i}`, positive: errors.length > 0, errors, layout, probability };
}

const sentences = [
	// Of 40 right ones 4 are flagged, 3 of them among the 20 of tables.
	...Array.from({ length: 20 }, (_, i) => sentence(i, i < 3 ? 0.85 : 0.1, [], 'entity-table')),
	...Array.from({ length: 20 }, (_, i) => sentence(20 + i, i < 1 ? 0.6 : 0.1, [], 'bullets')),
	// Too few to say anything of mails.
	...Array.from({ length: 2 }, (_, i) => sentence(40 + i, 0.1, [], 'mail')),
	// Of 10 wrong ones 8 are found, of misattributed ones 3 of 4.
	...Array.from({ length: 4 }, (_, i) => sentence(50 + i, i < 3 ? 0.9 : 0.2, ['misattributed'], 'bullets')),
	...Array.from({ length: 6 }, (_, i) => sentence(60 + i, i < 5 ? 0.95 : 0.3, ['fabricated'], 'mail')),
];

test('a threshold and probabilities that were made elsewhere, in figures', () => {
	const figures = elsewhereFigures({ name: 'x', threshold: 0.5, aims: true, sentences }, seededRandom(1));
	const by = new Map(figures.map(({ name, value, n, target }) => [name.replace('sentence, x, ', ''), { value, n, target }]));
	assert.deepEqual(
		[...by.keys()],
		[
			'AUC',
			'false alarms',
			'false alarms in bullets',
			'false alarms in entity-table',
			'ungrounded found',
			'misattributed found',
			'expected calibration error',
			'probability ≥ 0.8 is right',
		],
	);
	assert.deepEqual(by.get('false alarms'), { value: 4 / 42, n: 42, target: atMost(0.03) });
	assert.deepEqual(by.get('false alarms in bullets'), { value: 1 / 20, n: 20, target: null });
	assert.deepEqual(by.get('false alarms in entity-table'), { value: 3 / 20, n: 20, target: null });
	assert.deepEqual(by.get('ungrounded found'), { value: 0.8, n: 10, target: null });
	assert.deepEqual(by.get('misattributed found'), { value: 0.75, n: 4, target: atLeast(0.93) });
	assert.deepEqual(by.get('probability ≥ 0.8 is right'), { value: 8 / 11, n: 11, target: null });
	assert.deepEqual(by.get('expected calibration error')!.target, atMost(0.05));
	// By counting pairs: 0.9 and 0.95 stand above all 42; 0.2 and 0.3 above the 38 of 0.1.
	assert.ok(Math.abs(by.get('AUC')!.value - (8 * 42 + 2 * 38) / 420) < 1e-12);
	assert.deepEqual(by.get('AUC')!.target, atLeast(0.97));
});

test('nothing is aimed at where something was chosen by such words; nothing is said of what is not there', () => {
	const right = sentences.filter(({ positive }) => !positive).map((one) => ({ ...one, layout: null, probability: 0.1 }));
	const figures = elsewhereFigures({ name: 'x', threshold: 0.5, aims: false, sentences: right }, seededRandom(1));
	assert.deepEqual(
		figures.map(({ name, target }) => [name, target]),
		[
			['sentence, x, false alarms', null],
			['sentence, x, expected calibration error', null],
		],
	);
});
