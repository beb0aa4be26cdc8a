import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTags, tagsOf } from '../../../../lab/datasets/answer-tags.ts';
import { answered } from './small-world.ts';

test('tags are read as they were written', () => {
	const answer = answered("The doctor of Maria Okafor is Dr Stone. Maria Okafor's ward is Ward A.", { marks: ['memorised', 'verbatim'] });
	const tags = tagsOf(answer);
	assert.deepEqual(tags, ['hospital', 'two', 'memorised', 'verbatim', 'misattributed', 'supported']);
	assert.deepEqual(readTags(tags), {
		domain: 'hospital',
		kind: 'two',
		marks: ['memorised', 'verbatim'],
		verdicts: ['misattributed', 'supported'],
	});
});

test('a sentence off topic has a tag of its own', () => {
	const tags = tagsOf(answered('The ward of James Reid is Ward B.'));
	assert.deepEqual(tags, ['hospital', 'two', 'withheld', 'off-topic']);
	assert.deepEqual(readTags(tags).verdicts, ['off-topic']);
});

test('a mark that is called like a verdict is a defect, and other tags are not read', () => {
	assert.throws(() => tagsOf(answered('The ward of Maria Okafor is Ward A.', { marks: ['memory'] })), RangeError);
	for (const tags of [
		[],
		['hospital'],
		['hospital', 'two', 'withheld'],
		['weather', 'two', 'supported'],
		['hospital', 'ten', 'supported'],
		['hospital', 'two', 'supported', 'withheld', 'supported'],
		['toString', 'two', 'supported'],
	]) {
		assert.throws(() => readTags(tags), RangeError, tags.join());
	}
});
