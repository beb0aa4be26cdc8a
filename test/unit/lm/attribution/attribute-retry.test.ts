import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { attributeResponse, type AttributingSession, type SpadRequest } from '../../../../src/lm/attribution/attribute.ts';
import { buildSpadGraph } from '../../../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../../../src/lm/attribution/spad-session.ts';
import { ownFixtures } from './fixture-attribution.ts';
import { cpu, fixtureFolder } from '../../../support/fixture-folder.ts';

/** What ONNX Runtime says where a sliding window's cache has forgotten keys, and where there is no room. */
const misfit =
	"Non-zero status code returned while running Add node. Name:'mask' Status Message: mask: left operand cannot broadcast on dim 3 LeftShape: {1,1,2,24}, RightShape: {1,1,2,30}";
const shortage =
	'Non-zero status code returned while running MatMul node. Status Message: Failed to allocate memory for requested buffer of size 1048576 for a shape of {1,512,512}';

/** A model whose runtime fails behind a filled cache, from the given length on. */
async function failing(t: TestContext, { said, from, whole }: { said: string; from: number; whole?: string }) {
	const { files, config, oracle } = await fixtureFolder(join(ownFixtures, 'llama-genai'));
	const real = await SpadSession.open(buildSpadGraph(files, { proof: false, panels: true }), files.graph.path, cpu, config);
	t.after(() => real.dispose());
	const failure = (message: string) => new UserError('RA409', `It failed: ${message}`, { cause: new Error(message) });
	const session: AttributingSession = {
		takesCache: true,
		pieceTokens: 8,
		start: () => real.start(),
		step: async (ids, cache, rows, goesOn) => {
			if (cache.length >= from) throw failure(said);
			if (whole !== undefined && ids.length === oracle.input_ids.length) throw failure(whole);
			return real.step(ids, cache, rows, goesOn);
		},
	};
	const request: SpadRequest = {
		ids: oracle.input_ids,
		targets: oracle.targets,
		groups: Int32Array.from(oracle.groups),
		contexts: oracle.rag_by_context[0]!.length,
	};
	const seen: number[] = [];
	const retries: string[] = [];
	const options = {
		mode: 'cached',
		heads: 1,
		budget: 4 * oracle.input_ids.length * 4 * 5,
		signal: new AbortController().signal,
		onProgress: (done: number, total: number) => {
			seen.push(done / total);
		},
		onRetry: (error: UserError) => {
			retries.push(error.message);
		},
	} as const;
	return {
		run: () => attributeResponse(session, request, options),
		undisturbed: () => attributeResponse(real, request, { ...options, mode: 'whole' }),
		seen,
		retries,
	};
}

describe('a run that fails behind a filled cache', () => {
	test('is made again over the whole text where sizes do not fit together, is told of, and its progress goes on', async (t) => {
		const { run, undisturbed, seen, retries } = await failing(t, { said: misfit, from: 24 });
		const found = await run();
		assert.deepEqual(retries, [`It failed: ${misfit}`]);
		assert.ok(seen.length > 5 && seen.every((fraction, i) => i === 0 || fraction >= seen[i - 1]!), seen.join(' '));
		assert.ok(seen.some((fraction) => fraction > 0.3 && fraction < 0.9) && seen.at(-1) === 1);
		assert.deepEqual(found.sources, (await undisturbed()).sources);
	});

	test('is not made again where that would not help', async (t) => {
		const { run, retries } = await failing(t, { said: shortage, from: 24 });
		await assert.rejects(run, (error) => error instanceof UserError && error.message.includes('allocate'));
		assert.deepEqual(retries, []);
	});

	test('keeps the first failure when the second run fails too', async (t) => {
		const { run } = await failing(t, { said: misfit, from: 24, whole: shortage });
		await assert.rejects(run, (error) => {
			assert.ok(
				error instanceof UserError && error.code === 'RA409' && error.message.includes('allocate') && error.cause instanceof AggregateError,
			);
			assert.deepEqual(
				error.cause.errors.map((each: unknown) => (each instanceof Error ? each.message : '')),
				[`It failed: ${misfit}`, `It failed: ${shortage}`],
			);
			return true;
		});
	});
});
