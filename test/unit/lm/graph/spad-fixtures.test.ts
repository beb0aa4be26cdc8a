import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import type { SpadMode } from '../../../../src/lm/graph/attribute.ts';
import { checkSpad } from '../../../../src/lm/graph/self-check.ts';
import { attributed, errorsOf, fixtureFolders, ownFixtures } from './fixture-attribution.ts';
import { cpu, fixtureFolder } from './fixture-folder.ts';

const folders = fixtureFolders();

/** Exports whose graph gives other numbers behind a filled cache than at once, or takes none; all others run on their cache. */
const withoutCache = new Set(['gpt2-optimum-merged', 'llama-optimum-int8', 'llama-genai-fp16-mha']);

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
			if (folder.startsWith(ownFixtures)) assert.equal(verdict.mode, withoutCache.has(name) ? 'whole' : 'cached');

			const modes: SpadMode[] = verdict.mode === 'cached' ? ['whole', 'cached'] : ['whole'];
			for (const mode of modes) {
				const found = await attributed(fixture, cpu, mode, { asked: [0, 5] });
				const { sum, ...errors } = errorsOf(found, fixture);
				const line = Object.entries({ ...errors, sum }).map(([part, error]) => `${part} ${error.toExponential(1)}`).join(', ');
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
