import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import { cacheGrowth } from '../../../src/lm/cache-check.ts';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { anyPiece } from '../../../src/lm/first-chunk.ts';
import type { RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { changed, node, verdictOn, type Insertion } from './changed-fixture.ts';
import { cpu } from '../../support/fixture-folder.ts';

/** What is added to the first attention's scores: minus infinity where a key is not to be seen. */
const mask = ({ model, structure }: RecognizedDecoder): string => {
	const [first] = structure.blocks;
	assert.ok(first?.kind === 'attention' && first.rule.kind === 'given');
	const scores = first.rule.softmax.inputs[0]!;
	return model.graph.nodes.find(({ outputs }) => outputs.includes(scores))!.inputs[1]!;
};

/** The mask `[1, 1, n, S]`, with the keys that lie so many tokens behind a row's own, or more, to be seen. */
const openFrom =
	(distance: 'one' | 'fourteen' | 'sixteen' | 'fifteen'): Insertion =>
	(input, output) => [
		node('Shape', [input], 'mask-sizes'),
		node('Gather', ['mask-sizes', 'scalar-two'], 'mask-rows', { axis: 0 }),
		node('Gather', ['mask-sizes', 'scalar-three'], 'mask-keys', { axis: 0 }),
		node('Sub', ['mask-keys', 'mask-rows'], 'mask-past'),
		node('Range', ['scalar-zero', 'mask-keys', 'scalar-one'], 'key-places'),
		node('Range', ['mask-past', 'mask-keys', 'scalar-one'], 'row-places'),
		node('Unsqueeze', ['row-places', 'one'], 'row-column'),
		node('Sub', ['key-places', 'row-column'], 'ahead'),
		node('GreaterOrEqual', ['ahead', distance], 'far'),
		node('Where', ['far', 'float-zero', input], output),
	];

for (const distance of ['one', 'fourteen', 'fifteen', 'sixteen'] as const) {
	test(`a graph whose attention sees the tokens from ${distance} behind its own on is neither scored nor attributed with`, async (t) => {
		const graph = await changed([mask, openFrom(distance)]);
		const verdict = await verdictOn(t, graph);
		assert.ok(!verdict.trusted && /attention sees later tokens/.test(verdict.reason), JSON.stringify(verdict));
		const session = await DecoderSession.open(graph.files.graph.path, cpu, graph.config);
		t.after(() => session.dispose());
		await assert.rejects(cacheGrowth(session, { file: 'model.onnx', dynamic: false, window: 128, firstPiece: anyPiece }), (error) => {
			assert.ok(error instanceof UserError && error.code === 'RA412', String(error));
			assert.match(error.message, /depend on the tokens after it/);
			return true;
		});
	});
}

test('the same graph as it was passes both', async (t) => {
	const graph = await changed();
	assert.ok((await verdictOn(t, graph)).trusted);
	const session = await DecoderSession.open(graph.files.graph.path, cpu, graph.config);
	t.after(() => session.dispose());
	assert.equal(await cacheGrowth(session, { file: 'model.onnx', dynamic: false, window: 128, firstPiece: anyPiece }), 'any');
});
