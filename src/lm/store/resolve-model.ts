import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { hasCode, UserError } from '../../errors.ts';
import { fileSha256 } from '../../files/read-file.ts';
import { encoderFiles } from '../encoder/encoder-folder.ts';
import { genaiConfigName } from '../genai-config.ts';
import type { Dtype } from '../safety/graph-name.ts';
import { modelFile, sizeLimits } from '../../files/file-kind.ts';
import { asOnlyWriter } from '../../files/writer-lock.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';
import { notWritable } from './not-writable.ts';
import { retryDownload } from './retry-download.ts';
import { anyDtype, pull } from './pull.ts';
import { folderNames, isRepositoryId, publicHub, repository, type Repository } from './repository.ts';

export interface ResolveModelOptions {
	/** A folder, or the id of a repository such as `owner/name`. Where both could be meant, a folder that exists wins, unless a revision is asked for. */
	readonly model: string;
	/** Branch, tag or commit of a repository; default `main`. */
	readonly revision?: string | undefined;
	/** Which weights; absent: what the repository itself prefers, else the first there is. */
	readonly dtype?: Dtype | undefined;
	/** Whether it embeds texts: then what its folder says of pooling and prompts is needed, too. */
	readonly encoder?: boolean | undefined;
	/** Access token for private repositories; default: the environment's `HF_TOKEN`. */
	readonly token?: string | undefined;
	/** Folder in which downloaded models are kept. */
	readonly store: string;
	/** Never ask the network: what is not in the store is an error. */
	readonly offline: boolean;
	readonly signal: AbortSignal;
	/** Bytes done of what `message` names, and in all (0 when unknown). */
	readonly onProgress: (message: string, done: number, total: number) => void;
	/** Where `HF_ENDPOINT` (address of the hub) and `HF_TOKEN` are read; default: the process's own. */
	readonly environment?: Readonly<Record<string, string | undefined>>;
	/** First pause before an interrupted download goes on, milliseconds; doubles twice. Default 1,000. */
	readonly retryDelay?: number;
}

export interface ResolvedModel {
	/** Absolute path of a folder that `checkModelFolder` can check. */
	readonly directory: string;
	/** What people call it: the folder's own name, or `./owner/name` where the hub's model of that name could have been meant; or the id (with `@revision` unless `main`). */
	readonly name: string;
	/** Model file in the folder, with `/`: give it to `checkModelFolder`. `undefined` for a folder of the user's own. */
	readonly graph: string | undefined;
}

/**
 * Finds a model: a folder is used as it is; a repository is looked up in the store, checked against the SHA-256 values
 * recorded when it was downloaded, and downloaded when something is missing or damaged. A stored model is used without
 * asking the network; a branch that has moved since is fetched by removing the model's folder.
 * @throws {UserError} RA301..RA313, RA206..RA212; the signal's reason when aborted.
 */
export async function resolveModel(options: ResolveModelOptions): Promise<ResolvedModel> {
	const directory = resolve(options.model);
	const mayBeEither = options.model.includes('/') && isRepositoryId(options.model);
	if (!(mayBeEither && options.revision !== undefined) && !options.model.includes('\0') && (await isFolder(directory))) {
		// Where a folder lies is nobody's business who reads a report.
		return { directory, name: mayBeEither ? `./${options.model}` : basename(directory), graph: undefined };
	}
	if (!isRepositoryId(options.model)) {
		throw new UserError(errorNumbers.invalidModelId, `${JSON.stringify(options.model)} is neither a folder nor a valid repository ID.`, {
			hint: 'Give an existing folder, or a repository ID such as owner/name.',
		});
	}
	const environment = options.environment ?? process.env;
	const from = repository(options.model, options.revision ?? 'main', environment['HF_ENDPOINT'] || publicHub);
	const name = from.revision === 'main' ? from.id : `${from.id}@${from.revision}`;
	const folder = join(options.store, ...folderNames(from));
	const stored = (manifest: Manifest): ResolvedModel | undefined => {
		const graph = manifest.graphs[options.dtype ?? anyDtype];
		return graph === undefined || (options.encoder === true && manifest.encoder !== true)
			? undefined
			: { directory: folder, name, graph: graph.name };
	};

	const before = await checked(folder, options);
	const found = before.manifest && stored(before.manifest);
	if (found !== undefined) return found;
	if (options.offline) throw offlineRefusal(from, folder, before, options.dtype);
	try {
		return await asOnlyWriter(
			folder,
			{ signal: options.signal, notWritable, onWait: () => options.onProgress(`Waiting for another download of ${from.id}`, 0, 0) },
			async () => {
				// Another process may have finished it while this one waited.
				const now = await checked(folder, options);
				if (now.manifest !== undefined && now.damaged.length > 0) await writeManifest(folder, now.manifest);
				const there = now.manifest && stored(now.manifest);
				if (there !== undefined) return there;
				const token = options.token ?? (environment['HF_TOKEN'] || undefined);
				const done = stored(
					await retryDownload(options, async () =>
						pull(from, folder, await readManifest(folder), {
							...options,
							dtype: options.dtype,
							beside: options.encoder === true ? Object.values(encoderFiles) : [],
							token,
						}),
					),
				);
				if (done === undefined) throw new Error('a pull ends with its graph in the manifest');
				return done;
			},
		);
	} catch (cause) {
		if (hasCode(cause, 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS')) throw notWritable(folder, cause);
		throw cause;
	}
}

interface Checked {
	/** What may be trusted: without the files that are missing or damaged, and the graphs that need them. */
	readonly manifest: Manifest | undefined;
	readonly damaged: readonly string[];
}

async function checked(folder: string, { signal, onProgress }: ResolveModelOptions): Promise<Checked> {
	const manifest = await readManifest(folder);
	if (manifest === undefined) return { manifest, damaged: [] };
	const good: Manifest['files'] = {};
	const damaged: string[] = [];
	for (const [name, file] of Object.entries(manifest.files)) {
		const sha256 = await hashOf(join(folder, ...name.split('/')), file.bytes, signal, (done) =>
			onProgress(`Checking ${name} of ${manifest.id}`, done, file.bytes),
		);
		if (sha256 === file.sha256) good[name] = file;
		else damaged.push(name);
	}
	const graphs = Object.fromEntries(
		Object.entries(manifest.graphs).filter(([, { name, externalData }]) =>
			[name, ...externalData, genaiConfigName in good ? genaiConfigName : 'config.json', 'tokenizer.json', 'tokenizer_config.json'].every(
				(each) => each in good,
			),
		),
	);
	// An optional file that is damaged is needed too: the model is not what it was without it.
	return { manifest: { ...manifest, files: good, graphs: damaged.some(isSmall) ? {} : graphs }, damaged };
}

const isSmall = (name: string): boolean => name.endsWith('.json') || name.endsWith('.jinja');

/** SHA-256 of a file of `bytes` bytes; `undefined` when it is not there or has another size. */
async function hashOf(path: string, bytes: number, signal: AbortSignal, onProgress: (done: number) => void): Promise<string | undefined> {
	if ((await sizeOf(path)) !== bytes) return undefined;
	return fileSha256(path, modelFile(sizeLimits.externalData), { signal, onProgress });
}

function offlineRefusal(from: Repository, folder: string, { manifest, damaged }: Checked, dtype: Dtype | undefined): UserError {
	if (damaged.length > 0) {
		return new UserError(
			errorNumbers.damagedStoredModel,
			`The stored model ${from.id} is damaged: ${damaged.join(', ')} ${damaged.length === 1 ? 'is' : 'are'} missing or not what was downloaded.`,
			{
				place: { file: folder },
				hint: 'Load it once with the network allowed (without --offline, or ragAssay.offline switched off) to download that again.',
			},
		);
	}
	const there = manifest === undefined ? [] : Object.keys(manifest.graphs);
	return new UserError(
		errorNumbers.modelNotInStore,
		`The model ${from.id}${from.revision === 'main' ? '' : ` at ${from.revision}`} is not in the store${there.length > 0 ? ` with weights as ${dtype ?? 'it prefers'} (there is: ${there.join(', ')})` : Object.keys(manifest?.files ?? {}).length > 0 ? ' as a whole (its download was not finished)' : ''}, and nothing is downloaded offline.`,
		{
			place: { file: folder },
			hint: 'Load it once with the network allowed (without --offline, or ragAssay.offline switched off), or give a folder.',
		},
	);
}

async function isFolder(path: string): Promise<boolean> {
	return (await statOf(path))?.isDirectory() ?? false;
}

async function sizeOf(path: string): Promise<number | undefined> {
	const found = await statOf(path);
	return found?.isFile() === true ? found.size : undefined;
}

async function statOf(path: string): Promise<Stats | undefined> {
	try {
		return await stat(path);
	} catch (error) {
		if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return undefined;
		throw error;
	}
}
