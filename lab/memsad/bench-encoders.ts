import { basename } from 'node:path';
import { lexicalEncoder } from '../../src/embedding/lexical/lexical-encoder.ts';
import { fitLexical } from '../../src/embedding/lexical/fit-lexical.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkEncoderFolder } from '../../src/lm/encoder/encoder-folder.ts';
import { loadEncoder } from '../../src/lm/encoder/load-encoder.ts';
import type { NamedEncoder } from './measure-memory.ts';

/** The offline default, fitted on each split's own store. */
export const lexical: NamedEncoder = { name: 'lexical', open: async (store) => lexicalEncoder(await fitLexical(store)) };

/** An encoder in this process; whoever opens it disposes of it. */
export interface OpenEncoder extends NamedEncoder {
	readonly sha256: string;
	readonly dimensions: number;
	dispose(): Promise<void>;
}

/** Rejects as the product does for a folder that holds none. */
export async function openEncoder(folder: string): Promise<OpenEncoder> {
	const checked = await checkEncoderFolder(folder, {});
	const { encoder, sha256, dimensions } = await loadEncoder({ ...checked, device: executionProvidersFor('cpu') });
	return {
		name: basename(checked.files.directory),
		sha256,
		dimensions,
		open: () =>
			Promise.resolve({
				dimensions,
				embed: async (texts, options) => (texts.length === 0 ? new Float32Array() : (await encoder.embed(texts, options)).rows),
			}),
		dispose: () => encoder.dispose(),
	};
}
