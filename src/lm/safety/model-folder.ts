import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isWithin } from '../../files/confinement.ts';
import { sizeLimits } from '../../files/file-kind.ts';
import type { ExternalDataFile, PlainFile } from '../../onnx/graph-files.ts';
import type { OnnxOutline } from '../../onnx/onnx-reader.ts';
import { genaiConfigName } from '../genai-config.ts';
import { checkExternalData } from './external-data.ts';
import { dtypeOfName, dtypes, graphNames, type Dtype } from './graph-name.ts';
import { readJsonFile } from './json-file.ts';
import { checkOnnxFile } from './onnx-file.ts';
import { plainFile } from './plain-file.ts';

/**
 * Returns the folders in which the small files of a model may be after links are followed: the model's folder, and the folder of the model
 * file.
 */
export async function folderRoots(folder: string, graph: Pick<PlainFile, 'realPath'>): Promise<readonly string[]> {
	return [await realpath(folder), dirname(graph.realPath)];
}

/**
 * Finds a file of a model folder by its name (with `/`). Resolves to `undefined` if there is none.
 * @throws {UserError} RA211 for a link to a place outside of `roots`, and as `plainFile`.
 */
export async function folderFile(folder: string, roots: readonly string[], name: string, limit: number): Promise<PlainFile | undefined> {
	const file = await plainFile(join(folder, ...name.split('/')), limit);
	if (file === undefined || roots.some((root) => isWithin(root, file.realPath))) return file;
	throw new UserError(errorNumbers.linkOutOfModelFolder, `This file is a link to ${file.realPath}, outside the model's folder.`, {
		place: { file: file.path },
		hint: 'Copy that file into the folder if you trust it.',
	});
}

/** The checked files of a model, ready to be opened. */
export interface ModelFiles {
	/** Absolute path of the folder. */
	readonly directory: string;
	/** The model file. Give ONNX Runtime `graph.path`, so that it finds the external data where it was checked. */
	readonly graph: PlainFile;
	/** The dtype that the file's name states. */
	readonly dtype: Dtype;
	readonly outline: OnnxOutline;
	/** Files of weights, sorted by location. */
	readonly externalData: readonly ExternalDataFile[];
	/** `config.json`, or `genai_config.json` if there is no `config.json`. */
	readonly config: PlainFile;
	readonly tokenizer: PlainFile;
	readonly tokenizerConfig: PlainFile;
	readonly generationConfig: PlainFile | undefined;
	/** A chat template in its own file. If absent, the template is in `tokenizer_config.json`, or there is none. */
	readonly chatTemplate: PlainFile | undefined;
	/** Size of graph and weights together, bytes. */
	readonly weightBytes: number;
}

/**
 * The checked files of a folder that may have no tokenizer. Its graph can be inspected. Without a tokenizer, the model cannot read texts.
 */
export type GraphFolder = Omit<ModelFiles, 'tokenizer' | 'tokenizerConfig'> & {
	readonly tokenizer: PlainFile | undefined;
	readonly tokenizerConfig: PlainFile | undefined;
};

interface FolderOptions {
	readonly dtype?: Dtype | undefined;
	readonly graph?: string | undefined;
	/** What to do if the folder does not exist, for a model that is not downloaded. */
	readonly noFolder?: string | undefined;
}

/**
 * Checks a model folder before a library opens anything in it. The layout is that of Hugging Face repositories:
 * - `config.json` (or a builder's `genai_config.json`), `tokenizer.json` and `tokenizer_config.json`
 * - optional: `generation_config.json` and `chat_template.jinja`
 * - `onnx/model.onnx` (or `model.onnx`, or with a dtype's ending) with its external data
 *
 * The model file may be a symbolic link, because a hub's cache consists of links. Every other file must be inside the folder or inside the
 * model file's folder after links are followed.
 * The check covers the files as they are at that moment. It does not protect a folder that others can write to.
 *
 * @param options.dtype the dtype of the weights. Absent: the first that exists of fp32, fp16, q8, q4.
 * @param options.graph the model file in the folder, with `/`, if it is known already (the store knows it).
 * @throws {UserError} RA201 to RA212, which `docs/errors.md` lists.
 */
export async function checkModelFolder(directory: string, options: FolderOptions = {}): Promise<ModelFiles> {
	const files = await checkGraphFolder(directory, options);
	const { tokenizer, tokenizerConfig } = files;
	if (tokenizer === undefined) throw missing(files.directory, 'tokenizer.json');
	if (tokenizerConfig === undefined) throw missing(files.directory, 'tokenizer_config.json');
	return { ...files, tokenizer, tokenizerConfig };
}

/** Checks a model folder in the same way as `checkModelFolder`. The two files of a tokenizer may be missing. */
export async function checkGraphFolder(directory: string, options: FolderOptions = {}): Promise<GraphFolder> {
	const folder = resolve(directory);
	await mustBeFolder(folder, options.noFolder);
	const { file: graph, dtype } =
		options.graph === undefined ? await findGraph(folder, options.dtype) : await namedGraph(folder, options.graph);
	const roots = await folderRoots(folder, graph);
	const optional = (name: string, limit: number) => folderFile(folder, roots, name, limit);
	const config = (await optional('config.json', sizeLimits.config)) ?? (await optional(genaiConfigName, sizeLimits.config));
	if (config === undefined) throw missing(folder, 'config.json');
	const tokenizer = await optional('tokenizer.json', sizeLimits.tokenizer);
	const tokenizerConfig = await optional('tokenizer_config.json', sizeLimits.tokenizerConfig);
	const generationConfig = await optional('generation_config.json', sizeLimits.config);
	const chatTemplate = await optional('chat_template.jinja', sizeLimits.chatTemplate);
	for (const file of [config, tokenizerConfig, generationConfig]) if (file !== undefined) await readJsonFile(file);
	const model = tokenizer === undefined ? undefined : (await readJsonFile(tokenizer)).model;
	if (tokenizer !== undefined && (typeof model !== 'object' || model === null)) {
		throw new UserError(errorNumbers.malformedModelJson, "This file has no 'model' and so is not a tokenizer.", {
			place: { file: tokenizer.path },
			hint: 'It should be the tokenizer.json that the tokenizers library writes.',
		});
	}
	const outline = checkOnnxFile(graph);
	const externalData = await checkExternalData(graph, outline.externalTensors);
	return {
		directory: folder,
		graph,
		dtype,
		outline,
		externalData,
		config,
		tokenizer,
		tokenizerConfig,
		generationConfig,
		chatTemplate,
		weightBytes: externalData.reduce((sum, file) => sum + file.bytes, graph.bytes),
	};
}

function missing(folder: string, name: string): UserError {
	return new UserError(errorNumbers.missingModelFile, `This model folder has no ${name}.`, {
		place: { file: folder },
		hint: 'A model needs config.json (or genai_config.json), tokenizer.json and tokenizer_config.json beside its ONNX file: copy them from where the model comes from.',
	});
}

async function mustBeFolder(
	folder: string,
	hint = 'Give an existing folder, or the id of a repository such as owner/name.',
): Promise<void> {
	let found: Awaited<ReturnType<typeof stat>> | undefined;
	try {
		found = await stat(folder);
	} catch (cause) {
		throw new UserError(errorNumbers.noModelFolder, 'This model folder cannot be opened.', {
			place: { file: folder },
			hint,
			cause,
		});
	}
	if (!found.isDirectory())
		throw new UserError(errorNumbers.noModelFolder, 'This is a file, and a model folder was expected.', {
			place: { file: folder },
			hint: 'Give the folder that holds config.json, tokenizer.json and onnx/model.onnx.',
		});
}

async function findGraph(folder: string, wanted: Dtype | undefined): Promise<{ file: PlainFile; dtype: Dtype }> {
	for (const dtype of wanted === undefined ? dtypes : [wanted]) {
		const found = await firstGraph(folder, dtype);
		if (found !== undefined) return found;
	}
	const others: string[] = [];
	for (const dtype of dtypes) {
		const found = await firstGraph(folder, dtype);
		if (found !== undefined && !others.includes(found.dtype)) others.push(found.dtype);
	}
	throw others.length === 0
		? new UserError(errorNumbers.noOnnxFile, 'This model folder has no ONNX file: onnx/model.onnx was expected.', {
				place: { file: folder },
				hint: 'Export the model to ONNX, or use a repository that has an onnx folder.',
			})
		: new UserError(errorNumbers.noOnnxFile, `This model folder has no weights as ${wanted}; it has ${others.join(', ')}.`, {
				place: { file: folder },
				hint: `Choose one of those as dtype.`,
			});
}

async function namedGraph(folder: string, name: string): Promise<{ file: PlainFile; dtype: Dtype }> {
	const file = await plainFile(join(folder, ...name.split('/')), sizeLimits.graph);
	if (file === undefined)
		throw new UserError(errorNumbers.noOnnxFile, `This model folder has no ${name}.`, {
			place: { file: folder },
			hint: 'Load the model again.',
		});
	return { file, dtype: dtypeOfName(name) };
}

async function firstGraph(folder: string, dtype: Dtype): Promise<{ file: PlainFile; dtype: Dtype } | undefined> {
	for (const candidate of graphNames(dtype)) {
		const file = await plainFile(join(folder, ...candidate.name.split('/')), sizeLimits.graph);
		if (file !== undefined) return { file, dtype: candidate.dtype };
	}
	return undefined;
}
