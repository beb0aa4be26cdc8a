import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { attributeInMode } from '../../../../src/lm/attribution/attribute.ts';
import { checkLens } from '../../../../src/lm/attribution/self-check.ts';
import { SpadSession } from '../../../../src/lm/attribution/spad-session.ts';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import { loadDecoder } from '../../../../src/lm/load-decoder.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { sourceCount, sourceNames } from '../../../../src/model-io/attribution.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import type { Block } from '../../../../src/onnx/recognize/decoder.ts';
import { buildSpadGraph, recognizeGraph, type RecognizedDecoder } from '../../../../src/onnx/spad-graph.ts';
import { cpu, fixtureFolder, type FixtureFolder } from '../../../support/fixture-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { ownFixtures } from './fixture-attribution.ts';

const demo = fileURLToPath(new URL('../../../../models/demo', import.meta.url));
const parts: PromptParts = {
	system: 'Answer from the documents.',
	query: 'What is the blood pressure of Ann Miller?',
	contexts: [
		{ id: 'desk', text: 'Bob Stone works for the harbour office.' },
		{ id: 'ward', text: 'The blood pressure of Ann Miller is 127/84.' },
	],
	response: 'The blood pressure of Ann Miller is 127/84.',
};
const at = (screen?: number) => ({ signal: new AbortController().signal, onProgress: () => undefined, screen });

test('with the demo model: parts add up, the value comes from its context, and the first reading stays the same to the last bit', async (t) => {
	const model = await loadDecoder({
		files: await checkModelFolder(demo),
		device: cpu,
		name: 'demo',
		sha256: '0'.repeat(64),
		graphStore: { folder: temporaryFolder(t, 'lens-'), onWarning: assert.fail },
	});
	t.after(() => model.dispose());
	const before = await model.attribute(parts, at());
	assert.equal(model.readyForLens, false);
	const { logProbability, start, tokenIds } = before.attributed;
	const reading = await model.lens(parts, [...tokenIds.keys()], at());
	assert.deepEqual([reading.contextIds, reading.notByValues, model.readyForLens], [['desk', 'ward'], null, true]);
	for (const [r, log] of logProbability.entries()) {
		const sources = [...reading.sources.subarray(r * sourceCount, (r + 1) * sourceCount)];
		assert.ok(Math.abs(sources.reduce((a, b) => a + b, 0) - Math.exp(log)) <= 1e-6);
		assert.ok(Math.abs(sources[sourceNames.indexOf('ln')]!) <= 1e-6, 'the norm is inside the probe');
	}
	const value = start.findIndex((from) => from >= parts.response!.indexOf('127'));
	const [desk = NaN, ward = NaN] = reading.contextShares.subarray(2 * value, 2 * value + 2);
	assert.ok(ward > 0.3 && ward > 5 * Math.abs(desk), `${desk} ${ward}`);

	assert.equal(model.readyToAttribute(), true, 'the graph that is open gives the first reading, too');
	assert.deepEqual(await model.attribute(parts, at()), before);
	assert.equal(model.readyForLens, true);
	assert.ok((await model.attribute(parts, at(1e-3))).errorBound > 0);
	assert.equal(model.readyForLens, false, 'one graph at a time');
	const two = await model.lens(parts, [2, 1], at());
	assert.deepEqual([...two.rows], [2, 1]);
	for (const [i, row] of [2, 1].entries())
		for (let k = 0; k < sourceCount; k++)
			assert.ok(Math.abs(two.sources[i * sourceCount + k]! - reading.sources[row * sourceCount + k]!) <= 1e-6);
	await assert.rejects(model.lens(parts, [tokenIds.length], at()), RangeError);
});

type Attention = Extract<Block, { kind: 'attention' }>;

/** A decoder whose attention blocks were recognized otherwise. */
function misread(recognized: RecognizedDecoder, change: (block: Attention) => Attention): RecognizedDecoder {
	const { structure } = recognized;
	return {
		...recognized,
		structure: { ...structure, blocks: structure.blocks.map((block) => (block.kind === 'attention' ? change(block) : block)) },
	};
}

async function opened(t: TestContext, name: string): Promise<{ fixture: FixtureFolder; session: DecoderSession }> {
	const fixture = await fixtureFolder(join(ownFixtures, name));
	const session = await DecoderSession.open(fixture.files.graph.path, cpu, fixture.config);
	t.after(() => session.dispose());
	return { fixture, session };
}

test('a graph whose gates were overlooked is found out', async (t) => {
	const { fixture, session } = await opened(t, 'qwen35-genai-delta-net');
	const recognized = recognizeGraph(fixture.files);
	assert.ok(
		recognized.structure.blocks.some((block) => block.kind === 'attention' && block.heads.steps.some(({ node }) => node.type === 'Mul')),
	);
	const wrong = misread(recognized, (block) => ({ ...block, heads: { ...block.heads, steps: [] } }));
	assert.match(
		(await checkLens(fixture.files, session, cpu, fixture.config, wrong)) ?? 'trusted',
		/^what values give does not add up to the attention block \(by /,
	);
	assert.equal(await checkLens(fixture.files, session, cpu, fixture.config), null);
});

test('where values are mixed behind attention, heads are weighed as in the first reading, and it says so', async (t) => {
	const { fixture, session } = await opened(t, 'llama-optimum');
	const { files, config, oracle } = fixture;
	const mixed = misread(recognizeGraph(files), (block) => ({ ...block, heads: { ...block.heads, proportional: false } }));
	assert.equal(await checkLens(files, session, cpu, config, mixed), null);
	const graph = buildSpadGraph(files, { proof: false, lens: true, panels: true }, mixed);
	assert.equal(graph.notByValues, 'a norm between its attention and the output projection mixes the values');
	const spad = await SpadSession.open(graph, files.graph.path, cpu, config);
	t.after(() => spad.dispose());
	const asked = oracle.targets.map((_, r) => r);
	const found = await attributeInMode(
		spad,
		{ ids: oracle.input_ids, targets: oracle.targets, groups: Int32Array.from(oracle.groups), contexts: 2, asked, lens: true },
		{ ...at(), mode: 'whole', heads: 1 },
	);
	const [ffn, initial] = [sourceNames.indexOf('ffn'), sourceNames.indexOf('initial')];
	let apart = 0;
	for (const r of asked) {
		const { sources, byContext } = found.lens.get(r)!;
		const [byValues, contexts] = [oracle.lens!.sources[r]!, oracle.lens!.rag_by_context[r]!];
		assert.ok(Math.abs(sources.reduce((a, b) => a + b, 0) - Math.exp(found.logProbability[r]!)) <= 1e-6);
		for (const same of [ffn, initial])
			assert.ok(Math.abs(sources[same]! - byValues[same]!) <= fixture.tolerance, 'the probes are the same');
		apart = Math.max(apart, ...contexts.map((part, k) => Math.abs(part - byContext[k]!)));
	}
	assert.ok(apart > 1e-3, 'what attention gave is divided otherwise');
});
