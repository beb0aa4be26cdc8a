import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import { attributeResponse, type SpadAttribution, type SpadMode } from '../../../../src/lm/graph/attribute.ts';
import { checkSpad } from '../../../../src/lm/graph/self-check.ts';
import { buildSpadGraph } from '../../../../src/lm/graph/spad-graph.ts';
import { SpadSession } from '../../../../src/lm/graph/spad-session.ts';
import { cpu, fixtureFolder, type FixtureFolder } from './fixture-folder.ts';

/** Folders with `model.onnx`, `config.json`, `meta.json` and `oracle.json`: ours, and those of `RAG_ASSAY_FIXTURES`. */
const ours = fileURLToPath(new URL('../../../fixtures/spad-graphs/', import.meta.url));
const given = process.env['RAG_ASSAY_FIXTURES'];
const folders = [ours, ...(given === undefined || given === '' ? [] : [given])]
	.flatMap((root) => readdirSync(root).toSorted().map((name) => join(root, name)).filter((folder) => existsSync(join(folder, 'oracle.json'))));

/** Exports whose graph gives other numbers behind a filled cache than at once, or takes none; all others run on their cache. */
const withoutCache = new Set(['gpt2-optimum-merged', 'llama-optimum-int8', 'llama-genai-fp16-mha']);

const furthest = (found: ArrayLike<number>, expected: readonly number[]): number => {
	assert.equal(found.length, expected.length);
	return expected.reduce((most, x, i) => (Math.abs(found[i]! - x) <= most ? most : Math.abs(found[i]! - x)), 0);
};

async function attributed({ files, config, oracle }: FixtureFolder, mode: SpadMode, asked: readonly number[] = []): Promise<SpadAttribution> {
	const graph = buildSpadGraph(files, { proof: false });
	const session = await SpadSession.open(graph, files.graph.path, cpu, config);
	try {
		// So small a budget that rows come in several chunks.
		return await attributeResponse(session, {
			ids: oracle.input_ids, targets: oracle.targets, groups: Int32Array.from(oracle.groups), contexts: oracle.rag_by_context[0]!.length, asked,
		}, { mode, heads: 1, budget: 4 * oracle.input_ids.length * 4 * 5, signal: new AbortController().signal, onProgress: () => undefined });
	} finally {
		await session.dispose();
	}
}

describe('attribution in the graphs of real exporters', () => {
	assert.ok(folders.length >= 13, 'the fixtures are not where they should be');
	for (const folder of folders) {
		const name = basename(folder);
		test(`${name}: sources, contexts and parts by layer are the oracle's`, async (t) => {
			const fixture = await fixtureFolder(folder);
			const { oracle, tolerance } = fixture;
			assert.deepEqual(oracle.positions, oracle.targets.map((_, r) => oracle.input_ids.length - oracle.targets.length + r), 'rows are the last ones, as in teacher forcing');
			const session = await DecoderSession.open(fixture.files.graph.path, cpu, fixture.config);
			t.after(() => session.dispose());
			const verdict = await checkSpad(fixture.files, session, cpu, fixture.config);
			assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
			if (folder.startsWith(ours)) assert.equal(verdict.mode, withoutCache.has(name) ? 'whole' : 'cached');

			const modes: SpadMode[] = verdict.mode === 'cached' ? ['whole', 'cached'] : ['whole'];
			for (const mode of modes) {
				const found = await attributed(fixture, mode, [0, 5]);
				const final = oracle.probes.at(-1)!;
				const errors = {
					sources: furthest(found.sources, oracle.sources.flat()), contexts: furthest(found.byContext, oracle.rag_by_context.flat()),
					attention: furthest(found.layers.attention, oracle.att.flat(2)), ffn: furthest(found.layers.feedForward, oracle.ffn.flat()),
					probes: furthest(found.layers.probes, oracle.probes.slice(0, -1).flat()), final: furthest(found.logProbability.map(Math.exp), final),
				};
				const sums = final.map((_, r) => found.sources.subarray(7 * r, 7 * r + 7).reduce((a, b) => a + b, 0));
				const sum = furthest(sums, [...found.logProbability].map(Math.exp));
				const line = [...Object.entries(errors), ['sum', sum] as const].map(([part, error]) => `${part} ${error.toExponential(1)}`).join(', ');
				t.diagnostic(`${name} (${mode}): ${line}; tolerance ${tolerance}`);
				for (const [part, error] of Object.entries(errors)) assert.ok(error <= tolerance, `${name} (${mode}): ${part} differ by ${error}, more than ${tolerance}`);
				assert.ok(sum <= 1e-6, `${name}: sources add up to the probability but for ${sum}`);
				for (const r of [0, 5]) {
					const shares = found.keyShares.get(r)!;
					assert.equal(shares.length, oracle.positions[r]! + 1);
					const attention = found.sources.subarray(7 * r, 7 * r + 4).reduce((a, b) => a + b, 0);
					assert.ok(Math.abs(shares.reduce((a, b) => a + b, 0) - attention) <= 1e-5, 'shares by key add up to what attention gave');
					const first = shares.reduce((a, share, j) => (oracle.groups[j] === 1 ? a + share : a), 0);
					assert.ok(Math.abs(first - found.byContext[r * found.contexts]!) <= 1e-5, 'and those of a context to its share');
				}
			}
		});
	}
});
