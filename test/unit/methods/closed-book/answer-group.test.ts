import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerGroup } from '../../../../src/methods/closed-book/answer-group.ts';
import { tagText } from '../../../../src/text/sentences.ts';

async function groupOf(text: string, question: string): Promise<string> {
	const { sentences, value } = answerGroup(text, await tagText(text, 'en'), question);
	return `${sentences} ${value}`;
}

test('the kind of value is that of the words which the question does not have', async () => {
	assert.equal(await groupOf('The interest rate of the Solar loan is 4.2 %.', 'What is the interest rate of the Solar loan?'), '1 number');
	assert.equal(await groupOf('The attending doctor of Mia Berg is Amara Okafor.', 'Who is the attending doctor of Mia Berg?'), '1 name');
	assert.equal(await groupOf('The diagnosis of Mia Berg is a migraine.', 'What is the diagnosis of Mia Berg?'), '1 other');
	assert.equal(await groupOf('Ticket 4471 is open.', 'What is the state of ticket 4471?'), '1 other', 'the number was asked with');
});

test('a number weighs more than a name, a name more than other words; sentences count to three', async () => {
	assert.equal(await groupOf('She was born in Oslo. She is 41.', 'Who is she?'), '2 number');
	assert.equal(await groupOf('It is red. It is round. It is in Oslo. It is old.', 'What is it?'), '3+ name');
	assert.equal(await groupOf('', 'What is it?'), '1 other');
});

test('where parts of speech are not known, digits still tell numbers', async () => {
	const text = 'Цена составляет 40 рублей.';
	assert.equal(answerGroup(text, await tagText(text, 'other'), 'Какова цена?').value, 'number');
});
