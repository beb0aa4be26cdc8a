import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstPieceIn, firstPieceOf } from '../../../src/lm/first-chunk.ts';
import { regimesOf, type Decider } from '../../../src/lm/attribution/length-regimes.ts';
import { OnnxGraph } from '../../../src/onnx/onnx-graph.ts';
import { readModelFile } from '../../../src/onnx/onnx-model-reader.ts';
import { madePlain } from '../../../src/onnx/normalize-graph.ts';
import { lengthChoices } from '../../../src/onnx/recognize/length-choice.ts';
import { ownFixtures } from '../lm/attribution/fixture-attribution.ts';
import { lengthDependent, shortTokens } from './length-dependent.ts';

const choicesIn = (file: string): string[] =>
	lengthChoices(new OnnxGraph(madePlain(readModelFile(file)).model)).map(({ node }) => node.type);

test('a node that chooses by the length what is kept of tokens is found, whatever the operator', async () => {
	for (const [operator, found] of [
		['If', ['If', 'If']],
		['Where', ['Where', 'Where']],
		['Div', ['Div']],
	] as const) {
		assert.deepEqual(choicesIn((await lengthDependent(operator)).files.graph.path), found);
	}
});

test('no other export has one: masks, positions and sizes depend on the length, and keys do not', () => {
	const names = readdirSync(ownFixtures).filter((name) => existsSync(join(ownFixtures, name, 'model.onnx')));
	assert.ok(names.length >= 13);
	for (const name of names) assert.deepEqual(choicesIn(join(ownFixtures, name, 'model.onnx')), [], name);
});

test('the first piece of a text is as long as the shortest that is treated so; where every length is treated otherwise, it is the text', async () => {
	const lengths = [1, 2, shortTokens, shortTokens + 1, 60, 128];
	for (const operator of ['If', 'Where'] as const) {
		const { files, config } = await lengthDependent(operator);
		assert.deepEqual(lengths.map(await firstPieceOf(files, config, 128)), [1, 1, 1, shortTokens + 1, shortTokens + 1, shortTokens + 1]);
	}
	const { files, config } = await lengthDependent('Div');
	assert.deepEqual(lengths.map(await firstPieceOf(files, config, 128)), lengths);
	const plain = { path: '', realPath: join(ownFixtures, 'llama-optimum', 'model.onnx'), bytes: 0 };
	assert.deepEqual(
		lengths.map(await firstPieceOf({ graph: { ...files.graph, ...plain }, externalData: [] }, config, 128)),
		lengths.map(() => 1),
	);
});

const decider = (decide: (tokens: number, past: number) => number): Decider => ({
	run: async (tokens, past) => new Map([['which', { values: Float32Array.of(decide(tokens, past)), dims: [1] }]]),
});

test('lengths are told apart by what decides, exactly, and only where that is the whole text, cache included', async () => {
	const steps = [5, 77, 4097];
	const step = (total: number) => steps.filter((start) => total >= start).length;
	assert.deepEqual(
		await regimesOf(
			decider((tokens, past) => step(tokens + past)),
			131072,
		),
		[1, ...steps],
	);
	assert.deepEqual(
		await regimesOf(
			decider((tokens, past) => step(tokens + past)),
			76,
		),
		[1, 5],
	);
	assert.deepEqual(
		await regimesOf(
			decider(() => 3),
			1,
		),
		[1],
	);
	assert.equal(
		await regimesOf(
			decider((tokens) => step(tokens)),
			131072,
		),
		undefined,
	);
	assert.equal(
		await regimesOf(
			decider((tokens, past) => tokens + past),
			131072,
		),
		undefined,
	);
	assert.deepEqual([1, 4, 5, 80].map(firstPieceIn([1, 5])), [1, 1, 5, 5]);
	assert.deepEqual([1, 4].map(firstPieceIn(undefined)), [1, 4]);
});
