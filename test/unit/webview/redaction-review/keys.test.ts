import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCommand, keyTable } from '../../../../webview/redaction-review/keys.ts';

const press = (keys: string, where: 'list' | 'control' | 'text') => {
	const parts = keys.split('+');
	const key = parts.at(-1)!;
	return keyCommand({ key, where, ctrl: parts.includes('Ctrl'), shift: parts.includes('Shift'), alt: parts.includes('Alt') });
};

test('keys in the list of sentences', () => {
	for (const [keys, command] of [
		['Enter', 'accept'],
		['j', 'next'],
		['ArrowDown', 'next'],
		['k', 'previous'],
		['ArrowUp', 'previous'],
		['e', 'edit'],
		['r', 'redact-or-restore'],
		['a', 'redact-everywhere'],
		['u', 'undo'],
		['Ctrl+z', 'undo'],
		['Ctrl+Shift+Z', 'redo'],
		['Ctrl+y', 'redo'],
		['Shift+U', 'redo'],
		['Shift+?', 'help'],
		['ArrowRight', 'word-forward'],
		['Shift+ArrowRight', 'extend-forward'],
		['Escape', 'leave'],
		// With Caps Lock, letters come the other way round.
		['J', 'next'],
		['K', 'previous'],
		['E', 'edit'],
		['R', 'redact-or-restore'],
		['A', 'redact-everywhere'],
		['U', 'undo'],
		['Shift+u', 'redo'],
		['Ctrl+Z', 'undo'],
		['Ctrl+Shift+z', 'redo'],
	] as const)
		assert.equal(press(keys, 'list'), command, keys);
});

test('while a text field has the focus every letter types', () => {
	for (const key of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?!. ') assert.equal(press(key, 'text'), undefined, key);
	for (const keys of ['Enter', 'ArrowLeft', 'ArrowDown', 'Home', 'Ctrl+z', 'Ctrl+y', 'Tab'])
		assert.equal(press(keys, 'text'), undefined, keys);
	assert.deepEqual([press('Escape', 'text'), press('Ctrl+Enter', 'text')], ['leave', 'accept-words']);
});

test('a control keeps the keys that it has of its own; other windows keep theirs', () => {
	for (const keys of ['Enter', ' ', 'ArrowDown', 'Tab', 'Escape']) assert.equal(press(keys, 'control'), undefined, keys);
	assert.equal(press('j', 'control'), 'next');
	for (const keys of ['Ctrl+j', 'Alt+a', 'Shift+J', 'Shift+r', 'Shift+A', 'Ctrl+e', 'Ctrl+Enter', 'F1', 'Tab'])
		assert.equal(press(keys, 'list'), undefined, keys);
});

test('the list of keys names each that the review is done by', () => {
	const shown = keyTable.map(([keys]) => keys).join(' ');
	for (const key of ['Enter', 'J / K', 'R', 'A', 'E', 'U or Ctrl+Z', 'Ctrl+Y', '?']) assert.ok(shown.includes(key), key);
});
