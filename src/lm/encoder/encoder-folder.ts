import * as z from 'zod';
import { encoderSettings, notUnderstood, type EncoderSettings, type FolderJson } from '../../embedding/encoder-settings.ts';
import { sizeLimits } from '../../files/file-kind.ts';
import type { Dtype } from '../safety/graph-name.ts';
import { readTextFile } from '../safety/json-file.ts';
import { checkModelFolder, folderFile, folderRoots, type ModelFiles } from '../safety/model-folder.ts';
import { encoderConfig, type EncoderConfig } from './encoder-config.ts';

/** Files of sentence-transformers beside a model, that of its pooling by the name that it usually has. */
export const encoderFiles = {
	modules: 'modules.json',
	sentenceBert: 'sentence_bert_config.json',
	prompts: 'config_sentence_transformers.json',
	pooling: '1_Pooling/config.json',
} as const;

/** The checked files of an encoder, and what they say of it. */
export interface EncoderFolder {
	readonly files: ModelFiles;
	readonly settings: EncoderSettings;
	readonly config: EncoderConfig;
}

/** @throws {UserError} as `checkModelFolder`; RA205 and RA453 for settings that cannot be read. */
export async function checkEncoderFolder(
	directory: string,
	options: { readonly dtype?: Dtype | undefined; readonly graph?: string | undefined },
): Promise<EncoderFolder> {
	const files = await checkModelFolder(directory, options);
	const roots = await folderRoots(files.directory, files.graph);
	const named = async (name: string): Promise<FolderJson | undefined> => {
		const file = await folderFile(files.directory, roots, name, sizeLimits.config);
		return file === undefined ? undefined : { path: file.path, json: jsonOf(await readTextFile(file, sizeLimits.config), file.path) };
	};
	const modules = await named(encoderFiles.modules);
	const settings = encoderSettings({
		modules,
		pooling: await named(poolingFile(modules)),
		sentenceBert: await named(encoderFiles.sentenceBert),
		prompts: await named(encoderFiles.prompts),
	});
	return { files, settings, config: await encoderConfig(files) };
}

const withPaths = z.array(z.looseObject({ path: z.string(), type: z.string() }));

/** As the list of modules names its folder. */
function poolingFile(modules: FolderJson | undefined): string {
	const listed = withPaths.safeParse(modules?.json);
	const folder = listed.data?.find(({ type }) => type.endsWith('Pooling'))?.path;
	return folder !== undefined && /^\w[\w-]*$/.test(folder) ? `${folder}/config.json` : encoderFiles.pooling;
}

function jsonOf(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) throw notUnderstood('this file is no JSON', file);
		throw error;
	}
}
