import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionProviderChoice } from '../../../../src/lm/devices/execution-provider-choice.ts';
import { takesPanels } from '../../../../src/onnx/emit/probes.ts';
import { attributeResponse, type SpadAttribution, type SpadMode } from '../../../../src/lm/attribution/attribute.ts';
import { buildSpadGraph } from '../../../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../../../src/lm/attribution/spad-session.ts';
import type { FixtureFolder } from '../../../support/fixture-folder.ts';

/** Our own folders with `model.onnx`, `config.json`, `meta.json` and `oracle.json`. */
export const ownFixtures = fileURLToPath(new URL('../../../fixtures/spad-graphs/', import.meta.url));

/** Exports whose numbers depend on what is fed together: their oracle read the whole at once. */
export const byPieces: ReadonlySet<string> = new Set(['llama-optimum-int8']);

/** Their folders: ours, and those of the directory that `RAG_ASSAY_FIXTURES` names. */
export function fixtureFolders(): string[] {
	const given = process.env['RAG_ASSAY_FIXTURES'];
	return [ownFixtures, ...(given === undefined || given === '' ? [] : [given])].flatMap((root) =>
		readdirSync(root)
			.toSorted()
			.map((name) => join(root, name))
			.filter((folder) => existsSync(join(folder, 'oracle.json'))),
	);
}

/** The largest distance of a number from its oracle; NaN where there is no number. */
export function furthest(found: ArrayLike<number>, expected: readonly number[]): number {
	assert.equal(found.length, expected.length);
	return expected.reduce((max, x, i) => {
		const distance = Math.abs(found[i]! - x);
		return Number.isNaN(max) || distance <= max ? max : distance;
	}, 0);
}

/**
 * Attributes a fixture's response.
 * @param rows predicting rows at a time at most: fewer than there are, so that they come in several chunks.
 */
export async function attributed(
	{ files, config, oracle }: FixtureFolder,
	provider: ExecutionProviderChoice,
	mode: SpadMode,
	{ asked = [], rows = 5, lens = false }: { asked?: readonly number[]; rows?: number; lens?: boolean } = {},
): Promise<SpadAttribution> {
	const graph = buildSpadGraph(files, { proof: false, lens, panels: takesPanels(provider.device) });
	const session = await SpadSession.open(graph, files.graph.path, provider, config);
	try {
		return await attributeResponse(
			session,
			{
				ids: oracle.input_ids,
				targets: oracle.targets,
				groups: Int32Array.from(oracle.groups),
				contexts: oracle.rag_by_context[0]!.length,
				asked,
				lens,
			},
			{ mode, heads: 1, budget: 4 * oracle.input_ids.length * 4 * rows, signal: new AbortController().signal, onProgress: () => undefined },
		);
	} finally {
		await session.dispose();
	}
}

/** Distances from the oracle by what is compared, and how far the sources are from adding up to the probability. */
export function errorsOf(
	found: SpadAttribution,
	{ oracle }: FixtureFolder,
): Readonly<Record<'sources' | 'contexts' | 'attention' | 'ffn' | 'probes' | 'final' | 'sum', number>> {
	const probabilities = [...found.logProbability].map(Math.exp);
	const sums = probabilities.map((_, r) => found.sources.subarray(7 * r, 7 * r + 7).reduce((a, b) => a + b, 0));
	return {
		sources: furthest(found.sources, oracle.sources.flat()),
		contexts: furthest(found.byContext, oracle.rag_by_context.flat()),
		attention: furthest(found.layers.attention, oracle.att.flat(2)),
		ffn: furthest(found.layers.feedForward, oracle.ffn.flat()),
		probes: furthest(found.layers.probes, oracle.probes.slice(0, -1).flat()),
		final: furthest(probabilities, oracle.probes.at(-1)!),
		sum: furthest(sums, probabilities),
	};
}
