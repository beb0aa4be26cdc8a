import { createHash } from 'node:crypto';
import { hashFile } from '../../files/read-file.ts';
import { modelFile, sizeLimits } from '../../files/file-kind.ts';
import type { ModelFiles } from './model-folder.ts';

/** Options of a long read. */
export interface HashOptions {
	readonly signal?: AbortSignal;
	/** Called with bytes done and bytes in all. */
	readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Content hash of everything that decides a model's numbers: SHA-256, in lower-case hex, over each of its files in the
 * order graph, external data (by location), config, generation config, tokenizer, tokenizer config, chat template;
 * before each file's bytes a line with its role, its location (external data only) and its size. The folder's path,
 * the files' names and times do not count; an absent file has no line.
 * @throws the signal's reason when aborted.
 */
export async function contentHash(files: ModelFiles, options: HashOptions = {}): Promise<string> {
	const parts = [
		{ role: 'graph', file: files.graph },
		...files.externalData.map((file) => ({ role: `external-data ${JSON.stringify(file.location)}`, file })),
		{ role: 'config', file: files.config },
		{ role: 'generation-config', file: files.generationConfig },
		{ role: 'tokenizer', file: files.tokenizer },
		{ role: 'tokenizer-config', file: files.tokenizerConfig },
		{ role: 'chat-template', file: files.chatTemplate },
	].flatMap(({ role, file }) => (file === undefined ? [] : [{ role, path: file.realPath, bytes: file.bytes }]));
	const total = parts.reduce((sum, part) => sum + part.bytes, 0);
	const hash = createHash('sha256');
	let done = 0;
	for (const { role, path, bytes } of parts) {
		hash.update(`${role} ${bytes}\n`);
		const before = done;
		// oxlint-disable-next-line no-await-in-loop -- one hash over all of them, in their order
		await hashFile(hash, path, modelFile(sizeLimits.externalData), {
			signal: options.signal,
			onProgress: (here) => options.onProgress?.((done = before + here), total),
		});
	}
	return hash.digest('hex');
}
