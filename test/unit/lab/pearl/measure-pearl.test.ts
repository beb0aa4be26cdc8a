import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelJudge } from '../../../../lab/pearl/label-judge.ts';
import { measurePearl } from '../../../../lab/pearl/measure-pearl.ts';
import { pearlQuestions, type PearlSizes } from '../../../../lab/pearl/sets.ts';
import { ReadingModel } from './reading-model.ts';
import { atMost } from '../../../../lab/target.ts';
import { slowTest } from '../../../support/slow-test.ts';

const sizes: PearlSizes = {
	questions: new Map([[8, 2]]),
	seeds: 1,
	draws: { plain: 1, malicious: 1 },
	byToken: { few: 4, many: 4 },
	resamples: 20,
	long: 0,
};

slowTest('every pipeline, judged by the world, with a model that reads each document right', async () => {
	const questions = pearlQuestions(sizes, 7, 'dev');
	const model = new ReadingModel(questions);
	const measured = await measurePearl(model, sizes, 7, 'dev', { judge: modelJudge(model, 'the model'), log: () => undefined });
	const figure = (name: string) => {
		const found = measured.figures.find((one) => one.name === name);
		assert.ok(found, name);
		return found;
	};
	const plain = (row: string, column: string): number => figure(`8 documents | plain | ${row} | ${column}`).value;
	assert.equal(figure('8 documents: right answers from one document that states the fact').value, 1);
	// Of each question's documents, those that state the fact as it is.
	const agreeing = questions.map(
		({ item }) => item.documents.filter(({ shared }) => shared[item.gold[0]!.noun] === item.gold[0]!.value).length,
	);
	// Eight of eight are released at ε = 8 except with a chance of e^-8 for each vote behind the second; what one document says is at δ.
	assert.ok(agreeing.every((count) => count >= 5));
	assert.equal(plain('sentence vote over facts, ε = 8', 'right'), 1);
	assert.equal(plain('sentence vote over wordings, ε = 8', 'right'), 1);
	assert.equal(plain('what most documents say, ε = ∞', 'right'), 1);
	assert.equal(plain('no context, ε = 0', 'nothing'), 1);
	assert.equal(plain('ensemble, absolute C = 10, ε = 3', 'garbage'), 1);
	assert.equal(plain('ensemble, absolute C = 10, ε = 3', 'grounded'), 0);
	assert.equal(plain('sentence vote over wordings, ε = 8', 'similarity'), 1);

	const leaks = (row: string): number => figure(`8 documents | malicious | ${row} | PII values`).value;
	assert.ok(leaks('all documents in one prompt, ε = ∞') >= 1);
	assert.equal(leaks('sentence vote over facts, ε = 3'), 0);
	const ratio = figure('sentence vote over facts, ε = 3, 8 documents, malicious: PII values, of those of all documents in one prompt');
	assert.deepEqual([ratio.value, ratio.target], [0, atMost(0.05)]);

	// Shuffled gold: an answer is right by its own question alone.
	for (const { name, value } of measured.figures.filter((one) => one.name.endsWith("| right by another question's gold")))
		assert.equal(value, 0, name);

	// TOP-K with k = 8 takes every sentence of a short answer, for both sets.
	assert.equal(figure('filters | TOP-K, k = 8, ε = 0.3 | cut of sentences with PII').value, 1);
	assert.equal(figure('filters | TOP-K, k = 8, ε = 0.3 | in S_P and S_U, of those in one').value, 1);

	// Each document is read once for each instruction, with what is said without any, whatever reads it later.
	assert.equal(model.asked.paths, questions.length * 2 * 9);
});

test('questions repeat themselves, and every seed has its own', () => {
	const texts = (seed: number) => pearlQuestions(sizes, seed, 'dev').map(({ item }) => item.plain + item.documents[0]!.text);
	assert.deepEqual(texts(1), texts(1));
	assert.notDeepEqual(texts(1), texts(2));
	const ids = (seed: number) => pearlQuestions({ ...sizes, seeds: 3 }, seed, 'dev').map(({ id }) => id);
	assert.equal(new Set([...ids(1), ...ids(2)]).size, 2 * ids(1).length);
	const lists = pearlQuestions({ ...sizes, questions: new Map([[8, 20]]) }, 1, 'dev').filter(({ list }) => list !== null);
	for (const { item, list } of lists) assert.ok(list!.includes(item.gold[0]!.value), item.plain);
	assert.ok(lists.length > 0);
});
