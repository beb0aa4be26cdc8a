import { dirname, join, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import type { Params, Result } from '../../protocol/rpc.ts';
import type { WriteMoments } from '../../protocol/queries.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isAbsent, tryToWrite } from '../../files/unreadable.ts';
import { seenAt, type SeenFile } from '../../files/change-file.ts';
import type { ScreeningMoments } from '../../formats/screening-moments.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { plural } from '../../wording/phrases.ts';
import { cannotWrite, replaceOutput } from '../calibration/save-profile.ts';
import { writeWhole } from '../../files/cache-files.ts';
import { sampleSeed } from './document-index.ts';
import { packed } from './embedded-rows.ts';
import { openScreener, type ScreenAgainst, type ScreenerParts, type ScreenHooks } from './screener.ts';

/** Reads a store and writes what screening needs of it, whole or not at all; embeddings can be read of it, so that its owner alone may. */
export async function writeMoments(
	store: MemoryStore,
	given: Pick<Params<typeof WriteMoments>, 'output' | 'force'> & ScreenAgainst,
	parts: ScreenerParts,
	hooks: ScreenHooks,
): Promise<Result<typeof WriteMoments>> {
	const file = resolve(given.output);
	const seen = await requireFree(file, given.force);
	await using screener = await openScreener(store, given, parts, hooks);
	const { corpus, encoder, threshold } = screener;
	const { name, sha256 } = encoder.identity;
	const content: ScreeningMoments = {
		schema: 'rag-assay/screening-moments@1',
		encoder: { name, sha256 },
		dimensions: encoder.dimensions,
		n: corpus.n,
		mean: packed(corpus.moments.mean),
		scatter: packed(corpus.moments.scatter),
		sample: { count: corpus.sample.count, embeddings: packed(corpus.sample.values), seed: sampleSeed },
		threshold: {
			// Without a threshold the middleware says that there is none, and flags nothing.
			rule: threshold.rule ?? 'empirical',
			rho: threshold.rho,
			z: threshold.rule === null || threshold.rule === 'empirical' ? threshold.z : null,
			score: threshold.score,
			queries: threshold.calibration.queries,
		},
	};
	const text = `${JSON.stringify(content)}\n`;
	const own = encoder.file?.();
	const beside = own === undefined ? null : join(dirname(file), own.name);
	try {
		if (own !== undefined && beside !== null) await writeWhole(beside, own.bytes, { mode: 0o600, flush: true });
	} catch (cause) {
		throw cannotWrite(file, cause);
	}
	await replaceOutput(file, text, seen);
	return {
		file,
		documents: corpus.n,
		bytes: Buffer.byteLength(text),
		says: [
			threshold.calibration.says,
			...(threshold.hint === null ? [] : [threshold.hint]),
			...(beside === null
				? []
				: [
						`The built-in embedder that they were made with is beside them: ${beside}. It shows pieces of the documents' words, so protect it as you protect the documents.`,
					]),
			`Embeddings of ${plural(corpus.sample.count, 'document')} are in it. Keep it as safe as the documents.`,
		],
	};
}

/**
 * Looks, before a store is read, at where its moments go. @returns what lies there, which is to be there still when they are written
 * @throws {UserError} RA703 without a folder, RA704 or RA507
 */
async function requireFree(file: string, force: boolean): Promise<SeenFile> {
	if (!(await isFolder(dirname(file))))
		throw new UserError(errorNumbers.outputFolderNotFound, 'The folder for the moments does not exist.', {
			place: { file: dirname(file) },
			hint: 'Make it, or name a file elsewhere with --out.',
		});
	let isFile: boolean | null = null;
	let seen: SeenFile;
	try {
		seen = await seenAt(file);
		isFile = (await stat(file)).isFile();
	} catch (cause) {
		if (!isAbsent(cause)) throw cannotWrite(file, cause);
		seen = { state: null };
	}
	if (isFile === false || (isFile === true && !force))
		throw new UserError(
			errorNumbers.refusedOutputFile,
			isFile ? 'This file already exists, so RAG Assay does not overwrite it.' : 'This is not a file, so RAG Assay does not replace it.',
			{ place: { file }, hint: isFile ? 'Name another one, or overwrite it with --force.' : 'Name a file.' },
		);
	await tryToWrite(file).catch((cause: unknown) => {
		throw cannotWrite(file, cause);
	});
	return seen;
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch (cause) {
		if (isAbsent(cause)) return false;
		throw cannotWrite(path, cause);
	}
}
