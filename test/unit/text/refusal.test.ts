import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../../../src/text/refusal.ts';
import { tagText } from '../../../src/text/sentences.ts';

const refuses = async (text: string): Promise<boolean> => isRefusal(text, await tagText(text, 'en'));

test('refusals in the words that models use', async () => {
	for (const text of [
		'The allergy of Olga Cugre is not stated.', 'I don\u2019t know.', 'The documents do not mention this.', 'There is no information about the founder in the context.',
		'I\'m not sure. The passages contain no answer to that.', 'This cannot be determined from what is given.', 'I am unable to find the ward.',
	]) assert.equal(await refuses(text), true, text);
});

test('answers, and answers beside a refusal, are none', async () => {
	for (const text of [
		'', 'The doctor of Diego Jansen is Dr Bolmo.', 'No. 5 Lake Road.', 'The founding year is 1926. The chief executive is not stated.', 'She has not been discharged.',
	]) assert.equal(await refuses(text), false, text);
});
