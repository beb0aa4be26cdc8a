import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeclaredOption } from '../../../../src/protocol/calibration-panel.ts';
import { optionHint, readOption } from '../../../../webview/calibration/option-value.ts';

const number = (more: Partial<Extract<DeclaredOption['value'], { kind: 'number' }>> = {}): Pick<DeclaredOption, 'help' | 'value'> => ({
	help: 'What it does.',
	value: { kind: 'number', least: 0.000001, most: 0.5, whole: false, default: 0.05, ...more },
});
const choice: Pick<DeclaredOption, 'help' | 'value'> = {
	help: 'What it does.',
	value: {
		kind: 'choice',
		choices: [
			{ name: 'auto', title: 'By itself' },
			{ name: 'I', title: 'One' },
		],
		default: 'auto',
	},
};

test('a number within its limits is read as people write it; both limits are within', () => {
	for (const [text, value] of [
		['0,1', 0.1],
		['0.5', 0.5],
		['1e-6', 0.000001],
	] as const)
		assert.deepEqual(readOption(number(), text), { right: true, value });
	for (const text of ['0.51', '0', '-1', 'x', 'Infinity']) assert.deepEqual(readOption(number(), text), { right: false }, text);
});

test('a whole number is whole', () => {
	const whole = number({ least: 1, most: 200, whole: true, default: null });
	assert.deepEqual(readOption(whole, '12'), { right: true, value: 12 });
	assert.deepEqual(readOption(whole, '1.5'), { right: false });
});

test('what methods have anyway is left to them; empty only where they may choose', () => {
	assert.deepEqual(readOption(number(), '0.05'), { right: true });
	assert.deepEqual(readOption(number(), ' '), { right: false });
	assert.deepEqual(readOption(number({ default: null }), ' '), { right: true });
	assert.deepEqual(readOption(choice, 'auto'), { right: true });
	assert.deepEqual(readOption(choice, 'I'), { right: true, value: 'I' });
	assert.deepEqual(readOption(choice, 'none'), { right: false }, 'one that another version had');
});

test('a hint says what a number may be, without an exponent', () => {
	assert.equal(optionHint(number()), 'What it does. A number from 0.000001 to 0.5.');
	assert.equal(
		optionHint(number({ least: 1, most: 200, whole: true, default: null })),
		'What it does. A whole number from 1 to 200; empty: left to the methods.',
	);
	assert.equal(optionHint(number({ least: 1, most: Number.MAX_SAFE_INTEGER, whole: true })), 'What it does. A whole number of at least 1.');
	assert.equal(optionHint(choice), 'What it does.');
});
