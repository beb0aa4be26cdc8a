import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { UserError } from '../../../src/errors.ts';
import { DecoderEngine } from '../../../src/model-process/decoder-engine.ts';
import type { RequestOf } from '../../../src/model-process/model-engine.ts';
import { type PathsDecoding, type PathsResult, pathsResult } from '../../../src/model-io/private-decoding.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const demo = fileURLToPath(new URL('../../../models/demo', import.meta.url));
const about = (...texts: string[]): RequestOf<'decodePaths'>['withoutContext'] => ({
	system: 'Answer the question from the documents.',
	query: 'What is the blood pressure of Ann Miller?',
	contexts: texts.map((text, i) => ({ id: `d${i}`, text })),
});
const agreeing = ['The blood pressure of Ann Miller is 127/84.', 'On Monday the blood pressure of Ann Miller is 127/84. She is fine.'];
const steps: string[] = [];
const hooks = {
	signal: new AbortController().signal,
	onProgress: () => undefined,
	onText: () => undefined,
	onStep: (step: string) => {
		steps.push(step);
		return Promise.resolve();
	},
};
const request = (decoding: PathsDecoding, more: Partial<RequestOf<'decodePaths'>> = {}): RequestOf<'decodePaths'> => ({
	type: 'decodePaths',
	id: 1,
	paths: [...agreeing, ...agreeing, ...agreeing].map((text) => about(text)),
	withoutContext: about(),
	maxTokens: 32,
	decoding,
	memoryLimit: 2 ** 40,
	...more,
});
const ensemble = { kind: 'ensemble-without-noise', clip: 'difference', clipBound: 8, candidates: 50 } as const;
const gated = { kind: 'gated-votes', gate: 0.9, payments: 8, stepEpsilon: 20, candidates: 200, abstaining: 1 } as const;

suite('decoding of many paths in the model process', () => {
	const engine = new DecoderEngine('');
	const folder = temporaryFolder({ after }, 'paths-');
	before(async () => {
		await engine.load({ type: 'load', id: 0, model: demo, device: 'cpu', demoModel: demo, modelStore: folder, offline: true }, hooks);
	});
	after(() => engine.unload());

	/** As it arrives over the channel between the processes. */
	const decoded = async (asked: RequestOf<'decodePaths'>): Promise<PathsResult> => {
		const arrived: unknown = deserialize(serialize(await engine.decodePaths(asked, hooks)));
		assert.deepEqual(pathsResult.parse(arrived), arrived);
		return pathsResult.parse(arrived);
	};

	test('greedy: one answer for each path, nothing of vocabulary size beside it', async () => {
		const result = await decoded(request({ kind: 'greedy' }));
		assert.ok(result.kind === 'greedy' && result.paths.length === 6);
		assert.deepEqual(result.paths[0], result.paths[2]);
		assert.match(result.paths[0]!.text, /127\/84/);
		assert.ok(serialize(result).length < 2000);
		assert.deepEqual(steps.slice(-3), ['text', 'opening', 'running']);
	});

	for (const clip of ['absolute', 'difference'] as const)
		(clip === 'absolute' ? quickTest : slowTest)(`ensemble without noise, ${clip}: what all documents say`, async () => {
			const result = await decoded(request({ ...ensemble, clip }));
			assert.ok(result.kind === 'joint' && result.finish === 'stop');
			assert.match(result.text, /127\/84/);
			assert.equal(result.paid, result.tokens + 1);
		});

	slowTest('ensemble with little budget for a token is noise, and the same again with the same seed alone', async () => {
		const noisy = { ...ensemble, kind: 'ensemble', clipBound: 2, stepEpsilon: 0.2 } as const;
		const [first, again, other, own, ownAgain] = [
			await decoded(request(noisy, { maxTokens: 8, seed: 4 })),
			await decoded(request(noisy, { maxTokens: 8, seed: 4 })),
			await decoded(request(noisy, { maxTokens: 8, seed: 5 })),
			await decoded(request(noisy, { maxTokens: 8 })),
			await decoded(request(noisy, { maxTokens: 8 })),
		];
		assert.deepEqual(first, again);
		assert.notDeepEqual(first, other);
		assert.notDeepEqual(own, ownAgain);
		assert.ok(first.kind === 'joint' && !first.text.includes('127/84'));
	});

	test('gated votes: what is agreed on comes through, and no more is paid for than may be', async () => {
		const result = await decoded(request(gated, { seed: 1 }));
		assert.ok(result.kind === 'joint' && result.paid <= gated.payments);
		const poor = await decoded(request({ ...gated, payments: 1, refusals: ['not'] }, { seed: 1 }));
		assert.ok(poor.kind === 'joint' && poor.paid === 1 && poor.finish === 'redacted');
		assert.ok(poor.text.endsWith('[REDACTED].'));
	});

	slowTest('paths of which none has a document: the model without documents, and no vote', async () => {
		const none = { paths: [null, null] };
		const alone = await decoded(request({ kind: 'greedy' }, { paths: [about()] }));
		const joint = await decoded(request({ ...ensemble, clipBound: 100 }, none));
		assert.ok(alone.kind === 'greedy' && joint.kind === 'joint');
		assert.equal(joint.text, alone.paths[0]!.text);
		const abstained = await decoded(request({ ...gated, abstaining: 1000 }, none));
		assert.ok(abstained.kind === 'joint' && abstained.paid <= 1);
	});

	test('a document that does not fit is told of', async () => {
		const result = await decoded(request({ kind: 'greedy' }, { paths: [about(agreeing[0]!), about(agreeing[1]!.repeat(100))] }));
		assert.deepEqual(
			result.truncations?.map(({ path }) => path),
			[1],
		);
	});

	slowTest('room is found without a document, and what one of them is long decides nothing', async () => {
		const { withoutContext, maxTokens } = request({ kind: 'greedy' });
		const room = { type: 'roomForPaths', id: 1, paths: 12, jointly: false, withoutContext, maxTokens, characters: 1_300_000 } as const;
		const whole = await engine.roomForPaths({ ...room, memoryLimit: 2 ** 40 }, hooks);
		assert.equal(whole.window, 512);
		// As much as there is room for, to the last token.
		let [enough, little] = [2 ** 40, 0];
		while (enough - little > 2 ** 16) {
			const middle = (enough + little) / 2;
			const found = await engine.roomForPaths({ ...room, memoryLimit: middle }, hooks).catch((error: unknown) => {
				assert.ok(error instanceof UserError && error.code === 'RA502' && !/shorter contexts/.test(error.hint ?? ''));
				return null;
			});
			if (found === null) little = middle;
			else enough = middle;
		}
		const bound = await engine.roomForPaths({ ...room, memoryLimit: enough }, hooks);
		assert.ok(bound.window < 512 && bound.window > maxTokens);
		for (const long of [agreeing[0]!, agreeing[0]!.repeat(2000)]) {
			const paths = Array.from({ length: 12 }, (_, i) => about(i === 3 ? long : agreeing[i % 2]!));
			const result = await decoded(request({ kind: 'greedy' }, { paths, bound, maxTokens, memoryLimit: enough }));
			assert.ok(result.kind === 'greedy' && result.paths.length === 12);
			assert.match(result.paths[0]!.text, /127\/84/);
		}
	});

	test('of too many documents it is said how many fit, and they do', async () => {
		const { withoutContext, maxTokens } = request({ kind: 'greedy' });
		const room = { type: 'roomForPaths', id: 1, jointly: false, withoutContext, maxTokens, memoryLimit: 2 ** 31 } as const;
		const of = (paths: number) => engine.roomForPaths({ ...room, paths, characters: paths * 100_000 }, hooks);
		const refused = await of(50_000).catch((error: unknown) => error);
		assert.ok(refused instanceof UserError && refused.code === 'RA502', String(refused));
		const [, fitting = ''] = /^What would fit: about ([\d,]+) documents in place of 50,000; or a limit of/.exec(refused.hint ?? '') ?? [];
		assert.doesNotMatch(refused.hint ?? '', /smaller model/);
		const max = Number(fitting.replaceAll(',', ''));
		assert.ok(max > 1, refused.hint);
		await of(max);
		await assert.rejects(of(max + 1), { code: 'RA502' });
	});

	test('is refused before anything is run where it would take too much memory', async () => {
		const said = steps.length;
		await assert.rejects(engine.decodePaths(request({ kind: 'greedy' }, { memoryLimit: 2 ** 26 }), hooks), { code: 'RA502' });
		assert.deepEqual(steps.slice(said), ['text']);
	});
});
