import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { contentHash } from '../../../../src/lm/safety/content-hash.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { emptyFolder, modelFolder, write } from '../../../support/model-folder-builder.ts';

const hashOf = async (folder: string) => contentHash(await checkModelFolder(folder));

describe('the content hash of a model', () => {
	it('is SHA-256 over the files in the stated order', async () => {
		const folder = modelFolder();
		write(folder, 'chat_template.jinja', 'x');
		const hash = createHash('sha256');
		for (const [role, name] of [
			['graph', 'onnx/model.onnx'],
			['external-data "model.onnx.data"', 'onnx/model.onnx.data'],
			['config', 'config.json'],
			['tokenizer', 'tokenizer.json'],
			['tokenizer-config', 'tokenizer_config.json'],
			['chat-template', 'chat_template.jinja'],
		] as const) {
			const bytes = readFileSync(join(folder, name));
			hash.update(`${role} ${bytes.length}\n`).update(bytes);
		}
		assert.equal(await hashOf(folder), hash.digest('hex'));
	});

	it('does not change with the place or the time, and changes with every file', async () => {
		const folder = modelFolder();
		write(folder, 'chat_template.jinja', 'x');
		write(folder, 'generation_config.json', '{}');
		const first = await hashOf(folder);
		const copy = emptyFolder();
		cpSync(folder, copy, { recursive: true });
		utimesSync(join(copy, 'config.json'), 1, 1);
		assert.equal(await hashOf(copy), first);
		const seen = new Set([first]);
		for (const name of [
			'onnx/model.onnx.data',
			'config.json',
			'generation_config.json',
			'tokenizer.json',
			'tokenizer_config.json',
			'chat_template.jinja',
		]) {
			appendFileSync(join(copy, name), ' ');
			seen.add(await hashOf(copy));
		}
		assert.equal(seen.size, 7);
		// One byte of a weight.
		const data = readFileSync(join(copy, 'onnx', 'model.onnx.data'));
		data[1000]! ^= 1;
		writeFileSync(join(copy, 'onnx', 'model.onnx.data'), data);
		seen.add(await hashOf(copy));
		assert.equal(seen.size, 8);
	});

	it('reports progress and stops when told', async () => {
		const files = await checkModelFolder(modelFolder());
		const seen: number[] = [];
		await contentHash(files, { onProgress: (done, total) => seen.push(done / total) });
		assert.equal(seen.at(-1), 1);
		assert.deepEqual(
			seen,
			seen.toSorted((a, b) => a - b),
		);
		await assert.rejects(contentHash(files, { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
	});
});
