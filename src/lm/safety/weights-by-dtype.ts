import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { checkExternalData } from './external-data.ts';
import { dtypes, graphNames, type Dtype } from './graph-name.ts';
import { checkOnnxFile } from './onnx-file.ts';
import { plainFile } from './plain-file.ts';
import { sizeLimits } from '../../files/file-kind.ts';

/** One of the model files of a folder. */
export interface DtypeFile {
	readonly dtype: Dtype;
	/** In the folder, with `/`. */
	readonly file: string;
	/** Of graph and weights together. */
	readonly bytes: number;
}

/** The model files of a folder, by their names, the first of each dtype; nothing of them is loaded. Those that would be refused are left out. */
export async function weightsByDtype(folder: string): Promise<DtypeFile[]> {
	const found = new Map<string, DtypeFile>();
	for (const wanted of dtypes) {
		for (const { name, dtype } of graphNames(wanted)) {
			if ([...found.values()].some((one) => one.dtype === dtype)) continue;
			const bytes = await weightBytes(join(folder, ...name.split('/')));
			if (bytes !== undefined) found.set(name, { dtype, file: name, bytes });
		}
	}
	return [...found.values()];
}

async function weightBytes(path: string): Promise<number | undefined> {
	try {
		const graph = await plainFile(path, sizeLimits.graph);
		if (graph === undefined) return undefined;
		const weights = await checkExternalData(graph, checkOnnxFile(graph).externalTensors);
		return weights.reduce((sum, file) => sum + file.bytes, graph.bytes);
	} catch (error) {
		if (error instanceof UserError) return undefined;
		throw error;
	}
}
