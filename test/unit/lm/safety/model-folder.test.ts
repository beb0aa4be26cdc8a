import assert from 'node:assert/strict';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import type { Dtype } from '../../../../src/lm/safety/graph-name.ts';
import { field, graphParts, inlineParts, model, nodeParts } from '../../../support/protobuf-writer.ts';
import { emptyFolder, modelFolder, write } from '../../../support/model-folder-builder.ts';

const good = model(graphParts(field(5, inlineParts('t'))));

async function refusal(folder: string, dtype?: Dtype): Promise<UserError> {
	const error: unknown = await checkModelFolder(folder, dtype === undefined ? {} : { dtype }).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.ok(error instanceof UserError, `expected a refusal, got ${String(error)}`);
	assert.ok(error.hint !== undefined && error.place !== undefined, 'it says where and what to do');
	return error;
}

describe('a model folder', () => {
	it('is accepted as exporters write it, with sizes and names', async () => {
		const folder = modelFolder();
		const files = await checkModelFolder(folder);
		assert.equal(files.graph.path, join(folder, 'onnx', 'model.onnx'));
		assert.equal(files.dtype, 'fp32');
		assert.deepEqual(
			files.externalData.map((file) => [file.location, file.bytes]),
			[['model.onnx.data', 61_696]],
		);
		assert.equal(files.weightBytes, 61_696 + 19_475);
		assert.equal(files.generationConfig, undefined);
		assert.equal(files.chatTemplate, undefined);
	});

	it('is accepted with the model at its top, and with the optional files', async () => {
		const folder = modelFolder(good);
		renameSync(join(folder, 'onnx', 'model.onnx'), join(folder, 'model.onnx'));
		write(folder, 'generation_config.json', '{"eos_token_id":1}');
		write(folder, 'chat_template.jinja', '{{ messages }}');
		const files = await checkModelFolder(folder);
		assert.equal(files.graph.path, join(folder, 'model.onnx'));
		assert.equal(files.chatTemplate?.bytes, 14);
		assert.equal(files.generationConfig?.path, join(folder, 'generation_config.json'));
	});

	it('gives the weights that were asked for, or says what there is', async () => {
		const folder = modelFolder(good);
		write(folder, 'onnx/model_quantized.onnx', good);
		write(folder, 'onnx/decoder_model_merged_q4f16.onnx', good);
		assert.equal((await checkModelFolder(folder, { dtype: 'q8' })).graph.path, join(folder, 'onnx', 'model_quantized.onnx'));
		const q4 = await checkModelFolder(folder, { dtype: 'q4' });
		assert.equal(q4.dtype, 'q4f16');
		const error = await refusal(folder, 'fp16');
		assert.equal(error.code, 'RA203');
		assert.match(error.message, /no weights as fp16; it has fp32, q8, q4f16/);
	});

	it('is refused when a file it needs is missing', async () => {
		for (const name of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) {
			const folder = modelFolder(good);
			rmSync(join(folder, name));
			const error = await refusal(folder);
			assert.equal(error.code, 'RA202');
			assert.match(error.message, new RegExp(`no ${name.replace('.', '\\.')}`));
		}
		const folder = modelFolder(good);
		rmSync(join(folder, 'onnx'), { recursive: true });
		assert.equal((await refusal(folder)).code, 'RA203');
		assert.equal((await refusal(join(folder, 'nothing'))).code, 'RA201');
		assert.equal((await refusal(join(folder, 'config.json'))).code, 'RA201');
	});

	it('is refused when a file is empty, a folder, a link to nothing, too large or not JSON', async () => {
		const cases: [string, (path: string) => void, string][] = [
			['config.json', (path) => writeFileSync(path, ''), 'RA204'],
			['onnx/model.onnx', (path) => writeFileSync(path, ''), 'RA204'],
			['tokenizer.json', (path) => mkdirSync(path), 'RA204'],
			['tokenizer.json', (path) => symlinkSync('nowhere', path), 'RA204'],
			[
				'config.json',
				(path) => {
					writeFileSync(path, '{');
					truncateSync(path, 2 ** 22 + 1);
				},
				'RA204',
			],
			['config.json', (path) => writeFileSync(path, '<html>'), 'RA205'],
			['config.json', (path) => writeFileSync(path, '[]'), 'RA205'],
			['config.json', (path) => writeFileSync(path, Uint8Array.of(0x7b, 0xff, 0x7d)), 'RA205'],
			['tokenizer.json', (path) => writeFileSync(path, '{}'), 'RA205'],
			['onnx/model.onnx', (path) => writeFileSync(path, 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'), 'RA213'],
			['onnx/model.onnx', (path) => writeFileSync(path, '<!DOCTYPE html>'), 'RA206'],
		];
		for (const [name, spoil, code] of cases) {
			const folder = modelFolder(good);
			const path = join(folder, ...name.split('/'));
			rmSync(path);
			spoil(path);
			const error = await refusal(folder);
			assert.equal(error.code, code, `${name}: ${error.message}`);
			assert.equal(error.place!.file, path);
		}
	});

	it('is refused when its model file is cut off', async () => {
		const folder = modelFolder();
		truncateSync(join(folder, 'onnx', 'model.onnx'), 10_000);
		const error = await refusal(folder);
		assert.equal(error.code, 'RA207');
		assert.match(error.message, /^This ONNX file is cut off: it has 10000 bytes, and a part of it should go on to byte \d+\.$/);
	});

	it('is refused when an operator opens files by itself', async () => {
		const node = field(1, nodeParts('e', 'EPContext'), field(7, 'com.microsoft'));
		assert.equal((await refusal(modelFolder(model(graphParts(node))))).code, 'RA212');
	});

	it('may be a snapshot of a hub cache: links into one folder of blobs', async () => {
		const cache = emptyFolder();
		const snapshot = join(cache, 'snapshots', 'abc');
		mkdirSync(join(snapshot, 'onnx'), { recursive: true });
		mkdirSync(join(cache, 'blobs'));
		const source = modelFolder();
		for (const [i, name] of [
			'config.json',
			'tokenizer.json',
			'tokenizer_config.json',
			'onnx/model.onnx',
			'onnx/model.onnx.data',
		].entries()) {
			cpSync(join(source, name), join(cache, 'blobs', String(i)));
			symlinkSync(join(...(name.includes('/') ? ['..', '..', '..'] : ['..', '..']), 'blobs', String(i)), join(snapshot, name));
		}
		const files = await checkModelFolder(snapshot);
		assert.equal(files.externalData[0]!.realPath, join(cache, 'blobs', '4'));
		assert.equal(files.graph.path, join(snapshot, 'onnx', 'model.onnx'));
	});

	it('may be a link itself, and a small file of it may not lead elsewhere', async () => {
		const folder = modelFolder();
		const link = join(emptyFolder(), 'link');
		symlinkSync(folder, link);
		await checkModelFolder(link);
		const elsewhere = write(emptyFolder(), 'secret.json', '{}');
		rmSync(join(folder, 'tokenizer_config.json'));
		symlinkSync(elsewhere, join(folder, 'tokenizer_config.json'));
		const error = await refusal(link);
		assert.equal(error.code, 'RA211');
	});

	it('does not hold the weights in memory', async () => {
		// 3 GiB of a sparse file as external data: reading it would take more memory than Node gives to one buffer.
		const folder = modelFolder();
		const data = join(folder, 'onnx', 'model.onnx.data');
		truncateSync(data, 3 * 2 ** 30);
		const before = process.memoryUsage().arrayBuffers;
		await checkModelFolder(folder);
		assert.ok(process.memoryUsage().arrayBuffers - before < 64 * 2 ** 20);
	});
});
