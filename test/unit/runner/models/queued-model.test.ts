import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { UserError } from '../../../../src/errors.ts';
import { AttributionCrashes, QueuedModel, type QueuedModelOptions } from '../../../../src/runner/models/queued-model.ts';
import { JobQueue } from '../../../../src/runner/models/job-queue.ts';
import type { ModelTask } from '../../../../src/runner/models/model-process.ts';
import { attributedResponse, originsOf } from '../attributed.ts';
import { identity, scoredResponse } from '../scored.ts';

const parts: PromptParts = { query: 'q', contexts: [{ id: 'a', text: 'x' }], response: 'r' };
const scoring = (signal = new AbortController().signal) => ({ topK: 5, signal, onProgress: () => undefined });
const generating = { maxTokens: 9, temperature: 1, topP: 1, signal: new AbortController().signal };

function model(part: Partial<QueuedModelOptions> = {}): { model: QueuedModel; works: ModelTask[]; kept: Map<string, Buffer> } {
	const works: ModelTask[] = [];
	const kept = new Map<string, Buffer>();
	return {
		works,
		kept,
		model: new QueuedModel(identity, 'owner', {
			host: {
				run: async (work) => {
					works.push(work);
					return { value: scoredResponse(4), identity };
				},
			},
			queue: new JobQueue(() => 0),
			cache: {
				get: async (key, codec) => {
					const bytes = kept.get(key);
					return bytes === undefined ? undefined : codec.decode(bytes);
				},
				put: async (key, result, codec) => {
					kept.set(key, await codec.encode(result));
				},
			},
			crashes: new AttributionCrashes(),
			version: '1.0.0',
			memoryLimit: () => 77,
			newSeed: () => 5,
			...part,
		}),
	};
}

describe('QueuedModel', () => {
	it('asks the process once for the same text', async () => {
		const { model: asked, works } = model();
		assert.deepEqual(await asked.score(parts, scoring()), scoredResponse(4));
		assert.deepEqual(await asked.score(parts, scoring()), scoredResponse(4));
		assert.deepEqual(works, [{ type: 'score', parts, topK: 5, memoryLimit: 77 }]);
		await asked.score({ ...parts, response: 'R' }, scoring());
		assert.equal(works.length, 2);
	});

	it('of a private text nothing is kept, and nothing that was kept is told', async () => {
		const { model: asked, works, kept } = model();
		await asked.score(parts, { ...scoring(), unkept: true });
		assert.equal(kept.size, 0);
		await asked.score(parts, scoring());
		await asked.score(parts, { ...scoring(), unkept: true });
		assert.deepEqual([kept.size, works.length], [1, 3]);
	});

	it('passes on what is asked next, and what the work takes', async () => {
		const heard: unknown[] = [];
		const works: ModelTask[] = [];
		const { model: asked } = model({
			host: {
				run: async (work, { onNeeds }) => {
					works.push(work);
					onNeeds?.('Scoring, about 12 s in all', true);
					return { value: scoredResponse(4), identity };
				},
			},
			onNeeds: (...needs) => heard.push(needs),
		});
		await asked.score(parts, { ...scoring(), also: ['attribute'] });
		assert.deepEqual(
			[works, heard],
			[[{ type: 'score', parts, topK: 5, memoryLimit: 77, also: ['attribute'] }], [['Scoring, about 12 s in all', true]]],
		);
	});

	it('a job that is aborted already asks nobody', async () => {
		const { model: asked, works } = model();
		const controller = new AbortController();
		controller.abort();
		await assert.rejects(asked.score(parts, scoring(controller.signal)), { name: 'AbortError' });
		assert.deepEqual(works, []);
	});

	it('an answer that does not fit is never kept', async () => {
		const { model: asked, kept } = model({ host: { run: async () => ({ value: { scored: 'well' }, identity }) } });
		await assert.rejects(asked.score(parts, scoring()));
		assert.equal(kept.size, 0);
	});

	it('neither is the answer of a model whose files have changed meanwhile', async () => {
		const { model: asked, kept } = model({
			host: { run: async () => ({ value: scoredResponse(4), identity: { ...identity, sha256: 'f'.repeat(64) } }) },
		});
		await assert.rejects(asked.score(parts, scoring()), (error) => error instanceof UserError && error.code === 'RA504');
		assert.equal(kept.size, 0);
	});

	it('attributes once for the same text, apart from its scores', async () => {
		const types: string[] = [];
		const { model: asked } = model({
			host: {
				run: async (work) => {
					types.push(work.type);
					return { value: work.type === 'score' ? scoredResponse(4) : attributedResponse(4), identity };
				},
			},
		});
		const attributing = { signal: new AbortController().signal, onProgress: () => undefined };
		assert.deepEqual(await asked.score(parts, scoring()), scoredResponse(4));
		assert.deepEqual(await asked.attribute(parts, attributing), attributedResponse(4));
		assert.deepEqual(await asked.attribute(parts, attributing), attributedResponse(4));
		assert.deepEqual(types, ['score', 'attribute']);
	});

	it('screened numbers are kept apart: neither they nor exact ones serve for the other', async () => {
		const asks: (number | undefined)[] = [];
		const queued = () =>
			model({
				host: {
					run: async (work) => {
						if (work.type !== 'attribute' && work.type !== 'origins') throw new Error(work.type);
						asks.push(work.screen);
						const errorBound = work.screen ?? 0;
						return {
							value: work.type === 'attribute' ? { ...attributedResponse(4), errorBound } : { ...originsOf(work.rows), errorBound },
							identity,
						};
					},
				},
			}).model;
		const at = (screen?: number) => ({ signal: new AbortController().signal, onProgress: () => undefined, screen });
		const later = queued();
		for (const [screen, bound] of [
			[0.001, 0.001],
			[0.001, 0.001],
			[0.0001, 0.0001],
			[0, 0],
			[undefined, 0],
			[0.001, 0.001],
			[0.0001, 0.0001],
		] as const) {
			assert.equal((await later.attribute(parts, at(screen))).errorBound, bound);
		}
		assert.deepEqual(asks.splice(0), [0.001, 0.0001, undefined]);

		const origins = queued();
		for (const [screen, bound] of [
			[0.001, 0.001],
			[0.001, 0.001],
			[0, 0],
			[0.001, 0.001],
		] as const)
			assert.equal((await origins.origins(parts, [1], at(screen))).errorBound, bound);
		// Each time the length first.
		assert.deepEqual(asks, [0.001, 0.001, undefined, undefined]);
	});

	it('what the process died of with a screen is tried without one when it is asked for so', async () => {
		const { model: asked } = model({
			host: {
				run: async (work) => {
					if (work.type === 'attribute' && work.screen !== undefined)
						throw new UserError('RA501', 'The model process ended 2 times while it worked on this.');
					return { value: attributedResponse(4), identity };
				},
			},
		});
		const at = (screen: number) => ({ signal: new AbortController().signal, onProgress: () => undefined, screen });
		await assert.rejects(asked.attribute(parts, at(0.001)), (error) => error instanceof UserError && error.code === 'RA501');
		assert.deepEqual(await asked.attribute(parts, at(0)), attributedResponse(4));
	});

	it('a second reading is asked for once, and what the process died of then does not hold up the first one', async () => {
		const asks: string[] = [];
		const reading = {
			rows: Uint32Array.of(0, 1),
			contextIds: ['a'],
			sources: new Float64Array(14),
			contextShares: new Float64Array(2),
			notByValues: null,
		};
		let dies = false;
		const { model: asked } = model({
			host: {
				run: async (work) => {
					asks.push(work.type);
					if (work.type !== 'lens') return { value: attributedResponse(4), identity };
					if (dies) throw new UserError('RA501', 'The model process ended 2 times while it worked on this.');
					return { value: reading, identity };
				},
			},
		});
		const attributing = { signal: new AbortController().signal, onProgress: () => undefined };
		assert.deepEqual(await asked.lens(parts, [0, 1], attributing), reading);
		assert.deepEqual(await asked.lens(parts, [0, 1], attributing), reading);
		assert.deepEqual(asks.splice(0), ['lens']);
		dies = true;
		for (let i = 0; i < 2; i++) await assert.rejects(asked.lens(parts, [2, 3], attributing), { code: 'RA501' });
		assert.deepEqual(await asked.attribute(parts, attributing), attributedResponse(4));
		assert.deepEqual(asks, ['lens', 'attribute']);
	});

	it('asks for origins with the neighbors of the asked tokens, once, and never for tokens that are not there', async () => {
		const asks: number[][] = [];
		const { model: asked } = model({
			host: {
				run: async (work) => {
					if (work.type !== 'origins') return { value: attributedResponse(20), identity };
					asks.push(work.rows);
					return { value: originsOf(work.rows), identity };
				},
			},
		});
		const attributing = { signal: new AbortController().signal, onProgress: () => undefined };
		assert.deepEqual(await asked.origins(parts, [17, 3], attributing), originsOf([17, 3]));
		assert.deepEqual(await asked.origins(parts, [19, 0, 4], attributing), originsOf([19, 0, 4]));
		assert.deepEqual(asks, [Array.from({ length: 20 }, (_, i) => i)]);
		await asked.origins({ ...parts, query: 'Q' }, [19], attributing);
		await asked.origins({ ...parts, query: 'Q' }, [0, 19], attributing);
		assert.deepEqual(asks.slice(1), [[16, 17, 18, 19], Array.from({ length: 16 }, (_, i) => i)]);
		await assert.rejects(asked.origins(parts, [20], attributing), RangeError);
	});

	it('does not attribute again with a model whose process died of it, until it is forgotten; scoring goes on', async () => {
		const types: string[] = [];
		const crashes = new AttributionCrashes();
		const { model: asked } = model({
			crashes,
			host: {
				run: async (work) => {
					types.push(work.type);
					if (work.type !== 'score') throw new UserError('RA501', 'The model process ended 2 times while it worked on this.');
					return { value: scoredResponse(4), identity };
				},
			},
		});
		const attributing = { signal: new AbortController().signal, onProgress: () => undefined };
		const died = (error: unknown): boolean => error instanceof UserError && error.code === 'RA501';
		await assert.rejects(asked.attribute(parts, attributing), died);
		await assert.rejects(asked.attribute({ ...parts, query: 'Q' }, attributing), died);
		await asked.score(parts, scoring());
		assert.deepEqual(types, ['attribute', 'score']);
		crashes.forget();
		await assert.rejects(asked.attribute(parts, attributing), died);
		assert.deepEqual(types, ['attribute', 'score', 'attribute']);
	});

	it('generates with a seed always, and streams a text once though it is begun twice', async () => {
		let streamed = '';
		const seeds: unknown[] = [];
		const { model: asked } = model({
			host: {
				run: async (work, { onText, onAttempt }) => {
					seeds.push('seed' in work ? work.seed : 'none');
					onAttempt?.();
					onText?.('An ans');
					onAttempt?.();
					onText?.('An answer');
					return { value: { text: 'An answer', finish: 'stop', truncation: null }, identity };
				},
			},
		});
		const onText = (piece: string): void => {
			streamed += piece;
		};
		assert.deepEqual(await asked.generate(parts, { ...generating, onText }), { text: 'An answer', finish: 'stop', truncation: null });
		await asked.generate(parts, { ...generating, seed: 8, onText: () => undefined });
		assert.equal(streamed, 'An answer');
		assert.deepEqual(seeds, [5, 8]);
	});
});
