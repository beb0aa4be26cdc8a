import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { labeledResponses } from '../../../../lab/spad/labeled-response.ts';
import { readDataSet } from '../../../../src/formats/read-data-set.ts';
import { tokenizeConversation } from '../../../../src/lm/conversation.ts';
import { eightBitWeights } from '../../../../src/lm/eight-bit-weights.ts';
import { attributeResponse, type SpadAttribution, type SpadRequest } from '../../../../src/lm/attribution/attribute.ts';
import { buildSpadGraph, recognizeGraph, type GraphFiles } from '../../../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../../../src/lm/attribution/spad-session.ts';
import { layoutFor } from '../../../../src/lm/layout.ts';
import { loadModelConfig, type ModelConfig } from '../../../../src/lm/model-config.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { loadTokenizer } from '../../../../src/lm/tokenizer.ts';
import { fixtureFolders } from './fixture-attribution.ts';
import { cpu, exportTest, fixtureFolder } from '../../../support/fixture-folder.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
/** Of exact and screened numbers, besides the bound: sums over a vocabulary in another order. */
const rounding = 1e-5;

async function attributions(
	files: GraphFiles,
	config: ModelConfig,
	requests: readonly SpadRequest[],
	screen: number | undefined,
): Promise<SpadAttribution[]> {
	const graph = buildSpadGraph(files, { proof: false, screen, eightBitWeights: await eightBitWeights(), panels: true });
	const session = await SpadSession.open(graph, files.graph.path, cpu, config);
	try {
		const found: SpadAttribution[] = [];
		// Whole texts: a cache would round differently with every piece.
		for (const request of requests)
			found.push(
				await attributeResponse(session, request, {
					mode: 'whole',
					heads: graph.heads,
					signal: new AbortController().signal,
					onProgress: () => undefined,
				}),
			);
		return found;
	} finally {
		await session.dispose();
	}
}

/** Holds sources, contexts and parts of a screened attribution to the exact one; the largest distance of a source from it, of its bound. */
function held(screened: SpadAttribution, exact: SpadAttribution, budget: number): number {
	const { tokens, contexts, errorBound } = screened;
	let closest = 0;
	for (let r = 0; r < tokens; r++) {
		const bound = errorBound[r]!;
		assert.ok(bound >= 0 && bound <= budget * (1 + 1e-5), `${bound} of ${budget}`);
		const off = (a: ArrayLike<number>, b: ArrayLike<number>, from: number, count: number, stride = 1): number => {
			const distances = Array.from({ length: count }, (_, i) => Math.abs(a[from + i * stride]! - b[from + i * stride]!));
			for (const distance of distances) assert.ok(distance <= bound + rounding, `token ${r}: ${distance}, more than ${bound}`);
			return Math.max(...distances);
		};
		const farthest = off(screened.sources, exact.sources, 7 * r, 7);
		off(screened.byContext, exact.byContext, contexts * r, contexts);
		const probes = off(screened.layers.probes, exact.layers.probes, r, exact.layers.probes.length / tokens, tokens);
		off(screened.layers.feedForward, exact.layers.feedForward, r, exact.layers.feedForward.length / tokens, tokens);
		if (bound > 10 * rounding) closest = Math.max(closest, farthest / bound, probes / bound);
		const probability = Math.exp(exact.logProbability[r]!);
		assert.ok(
			Math.abs(screened.sources.subarray(7 * r, 7 * r + 7).reduce((a, b) => a + b, 0) - probability) <= rounding,
			'sources still add up',
		);
		assert.ok(Math.abs(screened.logProbability[r]! - exact.logProbability[r]!) <= rounding, "and the model's own output is what it is");
	}
	return closest;
}

describe('a screen keeps to its bound in the graphs of real exporters', () => {
	for (const folder of fixtureFolders()) {
		exportTest(basename(folder), basename(folder), async (t) => {
			const { files, config, oracle } = await fixtureFolder(folder);
			const request = {
				ids: oracle.input_ids,
				targets: oracle.targets,
				groups: Int32Array.from(oracle.groups),
				contexts: oracle.rag_by_context[0]!.length,
			};
			const [exact] = await attributions(files, config, [request], undefined);
			assert.ok(exact !== undefined && exact.errorBound.every((bound) => bound === 0) && exact.probed.exact === exact.probed.all);
			const plain = recognizeGraph(files).structure.head.linear.weight.kind === 'plain';
			for (const budget of [1e-3, 0.3]) {
				const [screened] = await attributions(files, config, [request], budget);
				assert.ok(screened !== undefined);
				held(screened, exact, budget);
				const { all, exact: left } = screened.probed;
				t.diagnostic(`${basename(folder)}, ${budget}: ${all - left} of ${all} probes not computed`);
				if (!plain) assert.equal(left, all, 'an unembedding that is not one matrix of numbers is not screened');
				else if (budget === 0.3) assert.ok(left < all / 2);
			}
		});
	}
});

for (const [count, declare] of [
	[4, quickTest],
	[25, slowTest],
] as const)
	declare(`on ${count} answers of the demo model most probes are not computed, and the bound is one that is met`, async (t) => {
		const folder = path('models/demo');
		const files = await checkModelFolder(folder);
		const tokenizer = await loadTokenizer(files);
		const layout = layoutFor(tokenizer.template);
		const { records } = await readDataSet(path('examples/datasets/demo-world'), (file) => readFile(file, 'utf8'));
		const requests = labeledResponses(records, 'test')
			.slice(0, count)
			.map(({ parts }): SpadRequest => {
				const { withContext, response } = tokenizeConversation(layout, tokenizer, parts);
				const ids = [...withContext.ids, ...response.ids.slice(0, -1)];
				const groups = Int32Array.from(ids, (_, i) => (i < withContext.ids.length ? withContext.sources[i]! + 1 : -1));
				return { ids, targets: response.ids, groups, contexts: parts.contexts.length };
			});
		const config = await loadModelConfig(files);
		const exact = await attributions(files, config, requests, undefined);
		const screened = await attributions(files, config, requests, 1e-3);
		const met = Math.max(...screened.map((one, i) => held(one, exact[i]!, 1e-3)));
		const sum = (of: (one: SpadAttribution) => number) => screened.reduce((total, one) => total + of(one), 0);
		const computed = sum(({ probed }) => probed.exact) / sum(({ probed }) => probed.all);
		t.diagnostic(
			`computed ${(100 * computed).toFixed(1)} % of ${sum(({ probed }) => probed.all)} probes; largest error ${met.toFixed(2)} of its bound`,
		);
		assert.ok(computed < 0.4);
		// An interval whose end is the truth: what is said of the error cannot be less.
		assert.ok(met > 0.5);
	});
