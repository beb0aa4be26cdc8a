import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantedMethods, type MethodBox } from '../../../../webview/calibration/wanted-methods.ts';

const box = (name: string, ticked: boolean, fits = true): MethodBox => ({ name, fits, ticked });

test('ticked boxes are wanted, and all of them is everything', () => {
	assert.deepEqual(wantedMethods([box('a', true), box('b', false)], undefined), ['a']);
	assert.equal(wantedMethods([box('a', true), box('b', true)], ['a']), undefined);
});

test('a method that is impossible for a while is wanted again, unless a person unticked it before', () => {
	const impossible = box('b', false, false);
	// An α that allows no RePCS, while another method is unticked: the α of before has RePCS again.
	const meanwhile = wantedMethods([box('a', true), impossible, box('c', false)], ['a', 'b']);
	assert.deepEqual(meanwhile, ['a', 'b']);
	assert.deepEqual(wantedMethods([box('a', true), impossible, box('c', false)], undefined), ['a', 'b']);
	assert.deepEqual(wantedMethods([box('a', true), impossible], ['a']), ['a']);
	assert.equal(wantedMethods([box('a', true), impossible], undefined), undefined);
});
