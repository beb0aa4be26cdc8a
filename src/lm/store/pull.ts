import { join } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { genaiConfigName } from '../genai-config.ts';
import type { Dtype } from '../safety/graph-name.ts';
import { readJsonFile } from '../safety/json-file.ts';
import { checkOnnxFile } from '../safety/onnx-file.ts';
import { plainFile } from '../safety/plain-file.ts';
import { reasonAgainstLocation } from '../safety/external-location.ts';
import { sizeLimits } from '../../files/size-limits.ts';
import { download } from './download.ts';
import { hubFile } from './hub-file.ts';
import { graphCandidates } from './hub-names.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { NoSuchFile } from './refusal.ts';
import type { Repository } from './repository.ts';
import type { PlainFile } from '../../onnx/graph-files.ts';

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
	const work = new Pull(from, folder, known, options);
	await work.either('config.json', genaiConfigName, sizeLimits.config);
	await work.required('tokenizer.json', sizeLimits.tokenizer);
	await work.required('tokenizer_config.json', sizeLimits.tokenizerConfig);
	await work.optional('generation_config.json', sizeLimits.config);
	await work.optional('chat_template.jinja', sizeLimits.chatTemplate);
	for (const name of options.beside) await work.optional(name, sizeLimits.config);
	if (options.beside.length > 0) work.manifest = { ...work.manifest, encoder: true };
	await work.graph();
	return work.manifest;
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
