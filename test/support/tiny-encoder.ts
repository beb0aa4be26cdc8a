import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TextRole } from '../../src/embedding/encoder-settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Made by lab/embedding/make_tiny.py, as is `expected.json`: what sentence-transformers makes of `texts` with each set of files. */
export const tinyEncoder = fileURLToPath(new URL('../fixtures/encoders/tiny', import.meta.url));

export interface ExpectedCase {
	readonly name: string;
	/** Files beside the model, by their names. */
	readonly files: Readonly<Record<string, unknown>>;
	/** Model file, where it is not the usual one. */
	readonly graph?: string;
	/** Embeddings of the texts, each of length 1, by what they are to who asks. */
	readonly rows: Readonly<Partial<Record<TextRole | 'any', readonly (readonly number[])[]>>>;
}

export const expected = JSON.parse(readFileSync(join(tinyEncoder, '..', 'expected.json'), 'utf8')) as {
	readonly texts: readonly string[];
	readonly cases: readonly ExpectedCase[];
};

/** A copy of the tiny encoder with these files beside it. */
export function encoderFolder(t: Pick<TestContext, 'after'>, files: Readonly<Record<string, unknown>> = {}): string {
	const folder = temporaryFolder(t, 'rag-assay-encoder-');
	cpSync(tinyEncoder, folder, { recursive: true });
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
	}
	return folder;
}
