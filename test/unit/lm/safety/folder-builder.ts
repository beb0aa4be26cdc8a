import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeLeftBehind } from '../../../support/left-behind.ts';

export const fixtures = fileURLToPath(new URL('../../../fixtures/graphs/', import.meta.url));

const made: string[] = [];
after(() => {
	for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that is gone after the test file. */
export function emptyFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rag-assay-test-')));
	removeLeftBehind(folder);
	made.push(folder);
	return folder;
}

export function write(folder: string, name: string, content: string | Uint8Array): string {
	const path = join(folder, name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, content);
	return path;
}

/** A complete model folder around a real export with external data, or around the given model file. */
export function modelFolder(graph?: Uint8Array): string {
	const folder = emptyFolder();
	write(folder, 'config.json', '{"model_type":"llama"}');
	write(folder, 'tokenizer.json', '{"model":{"type":"BPE"}}');
	write(folder, 'tokenizer_config.json', '{}');
	mkdirSync(join(folder, 'onnx'));
	if (graph === undefined) cpSync(join(fixtures, 'qwen2-genai-int4-shared'), join(folder, 'onnx'), { recursive: true });
	else write(folder, 'onnx/model.onnx', graph);
	return folder;
}
