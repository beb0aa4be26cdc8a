import { realpath, stat } from 'node:fs/promises';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isAbsent } from '../../files/unreadable.ts';
import type { GraphFiles, PlainFile } from '../../onnx/graph-files.ts';
import type { GraphFolder } from './model-folder.ts';

/**
 * Requires that a model's files are those that were checked: libraries open them by their names again, and the runtime reads weights from them while it computes.
 * Call it after what has used the files. Changes show by size and time of writing, and by where links lead.
 * @throws {UserError} RA504 that names the file
 */
export async function requireUnchanged(files: GraphFiles & Partial<GraphFolder>): Promise<void> {
	const { graph, externalData, config, tokenizer, tokenizerConfig, generationConfig, chatTemplate } = files;
	const all = [graph, ...externalData, config, tokenizer, tokenizerConfig, generationConfig, chatTemplate];
	await Promise.all(all.map(async (file) => file && requireSame(file)));
}

async function requireSame(file: PlainFile): Promise<void> {
	if (!(await isSame(file)))
		throw new UserError(errorNumbers.modelFilesChanged, 'This file of the model was changed while the model was in use.', {
			place: { file: file.path },
			hint: 'Wait until the folder is complete, then try again. RAG Assay loads the model again.',
		});
}

/** Inodes do not count: some file systems, of networks above all, number a file anew each time. */
async function isSame({ path, realPath, bytes, written }: PlainFile): Promise<boolean> {
	try {
		const [now, found] = await Promise.all([realpath(path), stat(path, { bigint: true })]);
		return now === realPath && Number(found.size) === bytes && String(found.mtimeNs) === written;
	} catch (error) {
		if (isAbsent(error)) return false;
		throw error;
	}
}
