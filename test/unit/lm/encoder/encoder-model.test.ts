import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { TextRole } from '../../../../src/embedding/encoder-settings.ts';
import { executionProvidersFor } from '../../../../src/lm/devices/execution-providers.ts';
import { checkEncoderFolder } from '../../../../src/lm/encoder/encoder-folder.ts';
import { loadEncoder, type LoadedEncoder } from '../../../../src/lm/encoder/load-encoder.ts';
import type { Dtype } from '../../../../src/lm/safety/graph-name.ts';
import { encoderFolder, expected } from '../../../support/tiny-encoder.ts';

interface Choice {
	readonly dtype?: Dtype;
	readonly graph?: string | undefined;
}

async function opened(
	t: Pick<TestContext, 'after'>,
	files: Readonly<Record<string, unknown>> = {},
	choice: Choice = {},
): Promise<LoadedEncoder> {
	const folder = await checkEncoderFolder(encoderFolder(t, files), choice);
	const loaded = await loadEncoder({ ...folder, device: executionProvidersFor('cpu') });
	t.after(() => loaded.encoder.dispose());
	return loaded;
}

const rowOf = ({ dimensions }: LoadedEncoder, rows: Float32Array, i: number): number[] =>
	Array.from(rows.subarray(i * dimensions, (i + 1) * dimensions));
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, one, i) => sum + one * b[i]!, 0);

describe('a text encoder gives what sentence-transformers gives', () => {
	for (const { name, files, graph, rows: all } of expected.cases)
		it(name, async (t) => {
			const loaded = await opened(t, files, { graph });
			for (const [role, rows] of Object.entries(all)) {
				const as = role === 'any' ? undefined : (role as TextRole);
				const { rows: found } = await loaded.encoder.embed(expected.texts, { as });
				for (const [i, row] of rows.entries()) {
					assert.equal(loaded.dimensions, row.length);
					const distance = Math.max(...rowOf(loaded, found, i).map((one, j) => Math.abs(one - row[j]!)));
					assert.ok(distance < 2e-6, `${role}, ${JSON.stringify(expected.texts[i])}: ${distance}`);
				}
			}
		});
});

describe('a text encoder', () => {
	const { files } = expected.cases.find(({ name }) => name === 'cut after 8 tokens')!;

	it('says which texts it has not read to their end', async (t) => {
		const { encoder } = await opened(t, files);
		const { cut } = await encoder.embed(['the user', expected.texts[6]!, 'a', expected.texts[8]!]);
		assert.deepEqual([encoder.maxTokens, Array.from(cut)], [8, [1, 3]]);
	});

	it('gives a text the same vector beside any others, also where whole numbers are scaled by all that is fed', async (t) => {
		for (const dtype of ['fp32', 'fp16', 'q8'] as const) {
			const loaded = await opened(t, {}, { dtype });
			const { rows: together } = await loaded.encoder.embed(expected.texts);
			for (const [i, text] of expected.texts.entries()) {
				const alone = rowOf(loaded, (await loaded.encoder.embed([text])).rows, 0);
				const apart = Math.max(...rowOf(loaded, together, i).map((one, j) => Math.abs(one - alone[j]!)));
				assert.ok(apart <= { fp32: 1e-6, fp16: 2e-3, q8: 0 }[dtype], `${dtype} ${text}: ${apart}`);
			}
		}
	});

	it('is another one in another precision, with other pooling or other prompts, and the same in another folder', async (t) => {
		const of = (name: string) => expected.cases.find((one) => one.name === name)!.files;
		const hashes = [
			await opened(t, of('cls')),
			await opened(t, of('cls'), { dtype: 'q8' }),
			await opened(t, of('max')),
			await opened(t, of('prompts')),
			await opened(t, of('prompts that are not pooled')),
			await opened(t, files),
		].map(({ sha256 }) => sha256);
		assert.equal(new Set(hashes).size, hashes.length);
		assert.equal((await opened(t, of('cls'))).sha256, hashes[0]);
	});

	it('reads halves and bytes nearly as it reads singles', async (t) => {
		const { rows } = expected.cases.find(({ name }) => name === 'nothing said')!;
		for (const [dtype, min] of [
			['fp16', 0.9999],
			['q8', 0.9],
		] as const) {
			const loaded = await opened(t, {}, { dtype });
			const { rows: found } = await loaded.encoder.embed(expected.texts);
			for (const [i, row] of rows.any!.entries()) {
				const cosine = dot(rowOf(loaded, found, i), [...row]);
				assert.ok(cosine > min, `${dtype} ${i}: ${cosine}`);
			}
		}
	});

	it('tells how far it has come, and ends within a batch', async (t) => {
		const { encoder } = await opened(t);
		const texts = Array.from({ length: 100 }, (_, i) => `the user ${i}`);
		const controller = new AbortController();
		const told: number[] = [];
		await assert.rejects(
			encoder.embed(texts, {
				signal: controller.signal,
				onProgress: (done) => {
					told.push(done);
					if (told.length === 2) controller.abort();
				},
			}),
			{ name: 'AbortError' },
		);
		assert.deepEqual(told, [32, 64]);
	});
});

describe('refused is', () => {
	const refusal = (t: TestContext, files: Readonly<Record<string, unknown>>, code: string, message: RegExp): Promise<void> =>
		assert.rejects(opened(t, files), (error: Error & { code?: string }) => {
			assert.equal(error.code, code, error.message);
			assert.match(error.message, message);
			return true;
		});
	const [transformer, pooling] = ['sentence_transformers.models.Transformer', 'sentence_transformers.models.Pooling'];

	it('a layer behind pooling that the graph has not', (t) =>
		refusal(
			t,
			{ 'modules.json': [transformer, pooling, 'sentence_transformers.models.Dense'].map((type) => ({ path: '', type })) },
			'RA453',
			/after pooling comes Dense/,
		));
	it('a way to pool that nobody knows', (t) =>
		refusal(t, { '1_Pooling/config.json': { pooling_mode: 'median' } }, 'RA453', /pooling_mode/));
	it('a default prompt that there is not', (t) =>
		refusal(
			t,
			{ 'config_sentence_transformers.json': { prompts: {}, default_prompt_name: 'note' } },
			'RA453',
			/'note' is none of its prompts/,
		));
	it('a file that is no JSON', (t) => refusal(t, { 'modules.json': '<html>' }, 'RA453', /is no JSON/));
	it('a graph that is no encoder', async (t) => {
		const folder = encoderFolder(t);
		// A decoder that asks for a cache.
		writeFileSync(join(folder, 'onnx', 'model.onnx'), readFileSync(new URL('../../../../models/demo/onnx/model.onnx', import.meta.url)));
		const checked = await checkEncoderFolder(folder, {});
		await assert.rejects(loadEncoder({ ...checked, device: executionProvidersFor('cpu') }), { code: 'RA452' });
	});
	it('a link out of the folder', async (t) => {
		const [folder, other] = [encoderFolder(t), encoderFolder(t, { 'secret.json': [] })];
		rmSync(join(folder, 'modules.json'), { force: true });
		symlinkSync(join(other, 'secret.json'), join(folder, 'modules.json'));
		await assert.rejects(checkEncoderFolder(folder, {}), { code: 'RA211' });
	});
});
