import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { describeError, UserError } from '../../../../src/errors.ts';
import { untrusted } from '../../../../src/lm/attribution/instrumented-model.ts';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import type { SpadAttribution, SpadMode } from '../../../../src/lm/attribution/attribute.ts';
import type { finalColumns } from '../../../../src/onnx/emit/tail.ts';
import { checkSpad } from '../../../../src/lm/attribution/self-check.ts';
import { attributed, byPieces, errorsOf, fixtureFolders, ownFixtures } from './fixture-attribution.ts';
import { cpu, exportTest, fixtureFolder, type FixtureFolder } from '../../../support/fixture-folder.ts';
import { originalLogits, outputOf, type OriginalOutput } from '../../onnx/original-output.ts';

const folders = fixtureFolders();

/** Exports whose graph gives other numbers behind a filled cache than at once, or takes none; all others run on their cache. */
const withoutCache = new Set(['gpt2-optimum-merged', 'llama-genai-fp16-mha', 'llama-torch-whole', 'falconh1-torch-parallel-mamba']);

describe('attribution in the graphs of real exporters', () => {
	assert.ok(folders.length >= 13, 'the fixtures are not where they should be');
	for (const folder of folders) {
		const name = basename(folder);
		const own = folder.startsWith(ownFixtures);
		exportTest(name, `${name}: sources, contexts and parts by layer are the oracle's`, async (t) => {
			try {
				await mustBeTheOracles(t, folder, own);
			} catch (error) {
				// To refuse is right for a graph that is not understood, and wrong for one of ours.
				if (own || !(error instanceof UserError)) throw error;
				t.diagnostic(`${name}: refused: ${describeError(error)}`);
				t.skip(`refused with ${error.code}`);
			}
		});
	}
});

async function mustBeTheOracles(t: TestContext, folder: string, own: boolean): Promise<void> {
	const name = basename(folder);
	const fixture = await fixtureFolder(folder);
	const { oracle, tolerance } = fixture;
	const count = oracle.targets.length;
	assert.deepEqual(
		oracle.positions,
		oracle.targets.map((_, r) => oracle.input_ids.length - count + r),
		'rows are the last ones, as in teacher forcing',
	);
	const session = await DecoderSession.open(fixture.files.graph.path, cpu, fixture.config);
	t.after(() => session.dispose());
	const verdict = await checkSpad(fixture.files, session, cpu, fixture.config);
	if (!verdict.trusted) throw untrusted(verdict.reason, fixture.files.graph.path);
	if (own) assert.equal(verdict.mode, withoutCache.has(name) ? 'whole' : 'cached');
	const logits = await originalLogits(session, oracle.input_ids, oracle.positions);
	const outputs = logits.map((row, r) => outputOf(row, oracle.targets[r]!));

	const modes: SpadMode[] = verdict.mode === 'cached' && !byPieces.has(name) ? ['whole', 'cached'] : ['whole'];
	const asked = [...new Set([0, count - 1])];
	for (const mode of modes) {
		const found = await attributed(fixture, cpu, mode, { asked, rows: Math.min(5, Math.ceil(count / 2)) });
		const { sum, ...errors } = { ...errorsOf(found, fixture), ...outputErrors(found, outputs) };
		const line = Object.entries({ ...errors, sum })
			.map(([part, error]) => `${part} ${error.toExponential(1)}`)
			.join(', ');
		t.diagnostic(`${name} (${mode}): ${line}; tolerance ${tolerance}`);
		for (const [part, error] of Object.entries(errors))
			assert.ok(error <= tolerance, `${name} (${mode}): ${part} differ by ${error}, more than ${tolerance}`);
		assert.ok(sum <= 1e-6, `${name}: sources add up to the probability but for ${sum}`);
		for (const r of asked) mustAddUpByKey(found, r, fixture);
	}
}

/** Largest deviations of the statistics of the model's output from those of the original graph's logits, by `1 + |x|`. */
function outputErrors(found: SpadAttribution, outputs: readonly OriginalOutput[]): Record<(typeof finalColumns)[number], number> {
	const error = (column: (typeof finalColumns)[number]) =>
		outputs.reduce((max, output, r) => {
			const distance = Math.abs(found[column][r]! - output[column]) / (1 + Math.abs(output[column]));
			return Number.isNaN(distance) ? NaN : Math.max(max, distance);
		}, 0);
	return {
		logProbability: error('logProbability'),
		entropy: error('entropy'),
		margin: error('margin'),
		logitMargin: error('logitMargin'),
		energy: error('energy'),
	};
}

function mustAddUpByKey(found: SpadAttribution, r: number, { oracle }: FixtureFolder): void {
	const shares = found.keyShares.get(r)!;
	assert.equal(shares.length, oracle.positions[r]! + 1);
	const attention = found.sources.subarray(7 * r, 7 * r + 4).reduce((a, b) => a + b, 0);
	assert.ok(Math.abs(shares.reduce((a, b) => a + b, 0) - attention) <= 1e-5, 'shares by key add up to what attention gave');
	if (found.contexts === 0) return;
	const first = shares.reduce((a, share, j) => (oracle.groups[j] === 1 ? a + share : a), 0);
	assert.ok(Math.abs(first - found.byContext[r * found.contexts]!) <= 1e-5, 'and those of a context to its share');
}
