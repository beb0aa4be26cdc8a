import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { stripMaskMarkers } from '../../../../src/methods/mirabel/mask-markers.ts';
import { processorSeconds } from '../../../support/processor-time.ts';

test('mask markers go, in every spelling', () => {
	for (const marker of [
		'[MASK]',
		'[Mask_1]',
		'<mask>',
		'<mask_3>',
		'[MASK 12]',
		'{{mask}}',
		'(masked)',
		'<|mask|>',
		'<extra_id_0>',
		'[[blank]]',
		'_',
		'____',
	])
		assert.equal(stripMaskMarkers(`pays ${marker} a month`), 'pays a month', marker);
	assert.equal(stripMaskMarkers('Fill in:\n[MASK_1] pays [MASK_2] ____.\n'), 'Fill in:\n pays .');
	assert.equal(stripMaskMarkers('[MASK] ____'), '');
});

test('what is no marker stays as it is', () => {
	for (const text of [
		'__init__ and snake_case',
		'_private',
		'wear a mask  (an FFP2 mask)',
		'[masking] <masks>',
		'a [1] b',
		'  indented\n',
		'',
	])
		assert.equal(stripMaskMarkers(text), text);
});

test('no plain marker is left, whatever stands around it', () => {
	const part = fc.constantFrom('[MASK', ']', '<mask', '_3', '>', '__', '_', ' ', 'a', '[MASK]', '\n', '{');
	fc.assert(
		fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
			assert.doesNotMatch(stripMaskMarkers(parts.join('')), /\[MASK\]|<mask_3>|___/);
		}),
	);
});

test('long runs of brackets and underscores take no time to speak of', () => {
	const took = processorSeconds(() => {
		for (const text of ['['.repeat(50_000), '_'.repeat(50_000), '[mask'.repeat(10_000), '_ '.repeat(25_000), `a${'_'.repeat(50_000)}`])
			stripMaskMarkers(text);
	});
	assert.ok(took < 2, `${took} s`);
});
