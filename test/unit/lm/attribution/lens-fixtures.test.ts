import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe } from 'node:test';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import { checkLens, checkSpad } from '../../../../src/lm/attribution/self-check.ts';
import type { SpadMode } from '../../../../src/lm/attribution/attribute.ts';
import { sourceCount, sourceNames } from '../../../../src/model-io/attribution.ts';
import { whyNotByValues } from '../../../../src/onnx/emit/logit-lens.ts';
import { recognizeGraph } from '../../../../src/onnx/spad-graph.ts';
import { cpu, exportTest, fixtureFolder } from '../../../support/fixture-folder.ts';
import { attributed, byPieces, fixtureFolders, furthest, ownFixtures } from './fixture-attribution.ts';

const ln = sourceNames.indexOf('ln');

// `lab/model-families/lens.py` computed the expected numbers in float64 with torch.
describe('the second reading is that of torch', () => {
	for (const folder of fixtureFolders().filter((one) => one.startsWith(ownFixtures))) {
		const name = basename(folder);
		exportTest(name, name, async (t) => {
			const fixture = await fixtureFolder(folder);
			const { oracle, tolerance } = fixture;
			const { graph, structure } = recognizeGraph(fixture.files);
			assert.equal(whyNotByValues(graph, structure), undefined, 'heads are weighed by their values');
			const session = await DecoderSession.open(fixture.files.graph.path, cpu, fixture.config);
			t.after(() => session.dispose());
			const verdict = await checkSpad(fixture.files, session, cpu, fixture.config);
			assert.ok(verdict.trusted, JSON.stringify(verdict));
			assert.equal(await checkLens(fixture.files, session, cpu, fixture.config), null);

			const asked = oracle.targets.map((_, r) => r);
			const modes: SpadMode[] = verdict.mode === 'cached' && !byPieces.has(name) ? ['whole', 'cached'] : ['whole'];
			for (const mode of modes) {
				const [found, alone] = [
					await attributed(fixture, cpu, mode, { asked, lens: true }),
					await attributed(fixture, cpu, mode, { asked }),
				];
				assert.deepEqual(
					[found.sources, found.byContext, found.layers],
					[alone.sources, alone.byContext, alone.layers],
					'the first reading is the same',
				);
				const rows = asked.map((r) => found.lens.get(r)!);
				const off = Math.max(...rows.map(({ sources }, r) => Math.abs(sum(sources) - Math.exp(found.logProbability[r]!))));
				const norm = Math.max(...rows.map(({ sources }) => Math.abs(sources[ln]!)));
				const contexts = Math.max(...rows.map(({ sources, byContext }) => Math.abs(sum(byContext) - sources[1]!)));
				t.diagnostic(
					`${name} (${mode}): adds up within ${off.toExponential(1)}, contexts within ${contexts.toExponential(1)}, norm ${norm.toExponential(1)}`,
				);
				assert.ok(off <= 1e-6 && contexts <= 1e-6, `${name} (${mode}): ${off} ${contexts}`);
				if (byPieces.has(name)) continue;
				assert.ok(norm <= 1e-6, `${name} (${mode}): the norm is inside the probe, and gives ${norm}`);
				assert.ok(oracle.lens !== undefined, `${name} has no second reading in its oracle`);
				const errors = [
					furthest(
						rows.flatMap(({ sources }) => [...sources]),
						oracle.lens.sources.flat(),
					),
					furthest(
						rows.flatMap(({ byContext }) => [...byContext]),
						oracle.lens.rag_by_context.flat(),
					),
				];
				t.diagnostic(`${name} (${mode}): off torch by ${errors.map((error) => error.toExponential(1)).join(', ')}; tolerance ${tolerance}`);
				for (const error of errors) assert.ok(error <= tolerance, `${name} (${mode}): ${error}, more than ${tolerance}`);
			}
		});
	}
});

function sum(values: Float64Array): number {
	assert.ok(values.length === sourceCount || values.length === 2);
	return values.reduce((a, b) => a + b, 0);
}
