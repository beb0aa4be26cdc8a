import { basename } from 'node:path';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { loadClassifierConfig } from '../../src/lm/token-classifier/classifier-config.ts';
import { loadClassifier } from '../../src/lm/token-classifier/load-classifier.ts';
import type { TokenClassifier } from '../../src/lm/token-classifier/token-classifier.ts';

/** A model that finds personal values, in this process. */
export interface OpenPiiModel {
	readonly name: string;
	readonly sha256: string;
	readonly classifier: TokenClassifier;
}

/** Rejects as the product does for a folder that holds none. */
export async function openPiiModel(folder: string): Promise<OpenPiiModel> {
	const files = await checkModelFolder(folder);
	const loaded = await loadClassifier({ files, config: await loadClassifierConfig(files), device: executionProvidersFor('cpu') });
	return { name: basename(files.directory), ...loaded };
}
