import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from './temporary-folder.ts';

export const fixtures = fileURLToPath(new URL('../fixtures/graphs/', import.meta.url));

/** Makes an empty folder that is removed after the tests of the file. */
export const emptyFolder = temporaryFolders({ after });

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
