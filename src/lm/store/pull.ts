import { join } from 'node:path';
import type { PretrainedConfig } from '@huggingface/transformers';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { sizeLimits } from '../../files/file-kind.ts';
import type { PlainFile } from '../../onnx/graph-files.ts';
import { genaiConfigName } from '../genai-config.ts';
import { reasonAgainstLocation } from '../safety/external-data.ts';
import { dtypes, graphNames, type Dtype } from '../safety/graph-name.ts';
import { readJsonFile } from '../safety/json-file.ts';
import { checkOnnxFile } from '../safety/onnx-file.ts';
import { plainFile } from '../safety/plain-file.ts';
import { download, type RemoteFile } from './download.ts';
import { hubRequest } from './hub-request.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import type { Repository } from './repository.ts';

/** Address of a file, by the scheme that `@huggingface/transformers` uses (`env.remotePathTemplate`). */
async function fileAddress(from: Repository, file: string): Promise<URL> {
	const { env } = await import('@huggingface/transformers');
	const folder = env.remotePathTemplate.replaceAll('{model}', from.id).replaceAll('{revision}', encodeURIComponent(from.revision));
	return new URL(folder + file.split('/').map(encodeURIComponent).join('/'), from.host);
}

/**
 * Names under which a repository may keep its model file, the likeliest first: what `@huggingface/transformers` would
 * load for this configuration, then the other names that a model folder may use. With no dtype all are tried, fp32 first,
 * unless the configuration names one (`transformers.js_config.dtype`). Without a configuration of the usual kind, those names alone.
 */
async function graphCandidates(
	id: string,
	config: Readonly<Record<string, unknown>> | undefined,
	dtype: Dtype | undefined,
): Promise<string[]> {
	const others = (dtype === undefined ? dtypes : [dtype]).flatMap((each) => graphNames(each).map(({ name }) => name));
	if (config === undefined) return others;
	const { env, LogLevel, ModelRegistry } = await import('@huggingface/transformers');
	const level = env.logLevel;
	// It warns of architectures that it cannot run itself; scoring does not need it to.
	env.logLevel = LogLevel.NONE;
	const named = await ModelRegistry.get_model_files(id, {
		config: asPretrainedConfig(config),
		...(dtype !== undefined && { dtype }),
	}).finally(() => {
		env.logLevel = level;
	});
	const own = named.filter((name) => name.endsWith('.onnx'));
	return [...new Set([...(own.length === 1 ? own : []), ...others])];
}

/** The library takes the parsed `config.json` as it is and wraps it itself; its type says otherwise. */
function asPretrainedConfig(config: Readonly<Record<string, unknown>>): PretrainedConfig {
	return Object.assign(Object.create(null), config);
}

/** A file that a repository does not have, so that another name can be tried. */
class NoSuchFile extends UserError {}

/** What a hub's refusal means for a user. `errorCode` is its `X-Error-Code` header. */
function refusalOf(status: number, errorCode: string | string[] | undefined, from: Repository, file: string, hasToken: boolean): UserError {
	const at = `${from.id}${from.revision === 'main' ? '' : ` at ${from.revision}`}`;
	const page = new URL(from.id, from.host).href;
	if (status === 401) {
		return hasToken
			? new UserError(errorNumbers.hubTokenNotAccepted, `The hub does not accept the token for ${at}.`, {
					hint: 'Make a new token with read access, and check the id for typing mistakes.',
				})
			: new UserError(errorNumbers.hubTokenNotAccepted, `The hub asks who wants ${at}: it is private, gated, or does not exist.`, {
					hint: 'Check the id; for a private model set HF_TOKEN, or store a token in the editor.',
				});
	}
	if (status === 403 || errorCode === 'GatedRepo') {
		return new UserError(errorNumbers.hubAccessDenied, `The hub does not give ${at} to this account.`, {
			hint: `Ask for access on ${page}, then try again with that account's token.`,
		});
	}
	if (status === 404) {
		if (errorCode === 'RepoNotFound')
			return new UserError(errorNumbers.notFoundOnHub, `The hub has no repository ${from.id}.`, {
				hint: 'Check the id for typing mistakes; a private one needs a token.',
			});
		if (errorCode === 'RevisionNotFound')
			return new UserError(errorNumbers.notFoundOnHub, `The repository ${from.id} has no revision ${from.revision}.`, {
				hint: `Look at ${page} for its branches and tags.`,
			});
		return new NoSuchFile(errorNumbers.notFoundOnHub, `The repository ${at} has no ${file}.`, {
			hint: `Look at ${page} for what it holds: an ONNX export in the layout of Hugging Face repositories is needed.`,
		});
	}
	return new UserError(errorNumbers.downloadServerFailed, `The hub answered ${status} for ${file} of ${at}.`, {
		hint: status === 429 ? 'It limits how often one may ask: wait, or use a token.' : 'Try again later; what was downloaded is kept.',
	});
}

/** The environment's variable that names the hub. */
const setting = 'HF_ENDPOINT';

/** A file of a repository, as the hub has it. Its refusals are RA303..RA306. */
function hubFile(from: Repository, file: string, token: string | undefined): RemoteFile {
	return {
		name: file,
		check: `${setting} and the network`,
		checkLarge: 'Check that the repository is a language model exported to ONNX.',
		ask: async (headers, signal) => hubRequest({ address: await fileAddress(from, file), setting, token, headers, signal }),
		refusal: ({ response }) => refusalOf(response.statusCode ?? 0, response.headers['x-error-code'], from, file, token !== undefined),
	};
}

export interface PullOptions {
	readonly dtype: Dtype | undefined;
	/** Small files beside those of every model, each where there is one. */
	readonly beside: readonly string[];
	readonly token: string | undefined;
	readonly signal: AbortSignal;
	/** Bytes done of the file named in `message`, and in all (0 when unknown). */
	readonly onProgress: (message: string, done: number, total: number) => void;
}

/** What stands for 'no dtype asked for' in a manifest. */
export const anyDtype = 'default';

/**
 * Downloads what is missing of a repository into `folder` and writes its manifest after every file, so that a pull that
 * ends early goes on where it was. `known` is what the folder holds already, checked. Every file is taken from the
 * commit that the revision stood for at the first one.
 * @throws {UserError} RA303..RA309, RA313; RA206, RA207, RA208 and RA212 for a model file that is refused.
 */
export async function pull(from: Repository, folder: string, known: Manifest | undefined, options: PullOptions): Promise<Manifest> {
	const task = new Pull(from, folder, known, options);
	await task.either('config.json', genaiConfigName, sizeLimits.config);
	await task.required('tokenizer.json', sizeLimits.tokenizer);
	await task.required('tokenizer_config.json', sizeLimits.tokenizerConfig);
	await task.optional('generation_config.json', sizeLimits.config);
	await task.optional('chat_template.jinja', sizeLimits.chatTemplate);
	for (const name of options.beside) await task.optional(name, sizeLimits.config);
	if (options.beside.length > 0) task.manifest = { ...task.manifest, encoder: true };
	await task.graph();
	return task.manifest;
}

class Pull {
	manifest: Manifest;
	readonly #from: Repository;
	readonly #folder: string;
	readonly #options: PullOptions;

	constructor(from: Repository, folder: string, known: Manifest | undefined, options: PullOptions) {
		this.#from = from;
		this.#folder = folder;
		this.#options = options;
		this.manifest = known ?? {
			schema: 'rag-assay/stored-model@1',
			id: from.id,
			revision: from.revision,
			commit: null,
			host: from.host,
			files: {},
			graphs: {},
		};
	}

	async required(name: string, limit: number): Promise<void> {
		if (name in this.manifest.files) return;
		const { token, signal, onProgress } = this.#options;
		const from = { ...this.#from, revision: this.manifest.commit ?? this.#from.revision };
		const got = await download(hubFile(from, name, token), this.#path(name), {
			signal,
			limit,
			onProgress: (done, total) => onProgress(`Downloading ${name} of ${this.#from.id}`, done, total ?? 0),
		});
		this.manifest = {
			...this.manifest,
			commit: this.manifest.commit ?? got.commit ?? null,
			files: { ...this.manifest.files, [name]: { bytes: got.bytes, sha256: got.sha256, checkedByHub: got.checked } },
		};
		await writeManifest(this.#folder, this.manifest);
	}

	/** The first of two files, or else the second. @throws {UserError} RA305 for the first where there is neither. */
	async either(name: string, other: string, limit: number): Promise<void> {
		if (other in this.manifest.files || (await this.optional(name, limit)) || (await this.optional(other, limit))) return;
		await this.required(name, limit);
	}

	/** Whether the repository has such a file. */
	async optional(name: string, limit: number): Promise<boolean> {
		try {
			await this.required(name, limit);
			return true;
		} catch (error) {
			if (error instanceof NoSuchFile) return false;
			throw error;
		}
	}

	/** The model file that fits the dtype, and the external data that it names. */
	async graph(): Promise<void> {
		const config =
			genaiConfigName in this.manifest.files ? undefined : await readJsonFile(await this.#file('config.json', sizeLimits.config));
		const candidates = await graphCandidates(this.#from.id, config, this.#options.dtype);
		const name = await this.#first(candidates);
		if (name === undefined) {
			const { dtype } = this.#options;
			throw new UserError(
				errorNumbers.notFoundOnHub,
				`The repository ${this.#from.id} has no ONNX model file${dtype === undefined ? '' : ` with weights as ${dtype}`} under a name that is known (${candidates.slice(0, 2).join(', ')}, …).`,
				{
					hint: `Look at ${new URL(this.#from.id, this.#from.host).href} for what it holds; choose another dtype, or a repository with an ONNX export.`,
				},
			);
		}
		const file = await this.#file(name, sizeLimits.graph);
		const locations = new Set(checkOnnxFile(file).externalTensors.map(({ location }) => location));
		const externalData: string[] = [];
		for (const location of [...locations].toSorted()) {
			const reason = reasonAgainstLocation(location);
			if (reason !== undefined)
				throw new UserError(
					errorNumbers.forbiddenWeightsLocation,
					`${name} asks for weights from ${JSON.stringify(location.slice(0, 200))}, which is refused: ${reason}.`,
					{ place: { file: file.path }, hint: 'Do not use this model unless you trust who made it.' },
				);
			const data = [...name.split('/').slice(0, -1), ...location.split('/').filter((part) => part !== '.')].join('/');
			await this.required(data, sizeLimits.externalData);
			externalData.push(data);
		}
		this.manifest = { ...this.manifest, graphs: { ...this.manifest.graphs, [this.#options.dtype ?? anyDtype]: { name, externalData } } };
		await writeManifest(this.#folder, this.manifest);
	}

	async #first(names: readonly string[]): Promise<string | undefined> {
		for (const name of names) if (await this.optional(name, sizeLimits.graph)) return name;
		return undefined;
	}

	async #file(name: string, limit: number): Promise<PlainFile> {
		const file = await plainFile(this.#path(name), limit);
		if (file === undefined) throw new Error(`${name} was downloaded and is not there`);
		return file;
	}

	#path(name: string): string {
		return join(this.#folder, ...name.split('/'));
	}
}
