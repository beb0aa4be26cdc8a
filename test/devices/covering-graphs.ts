import { basename } from 'node:path';
import { readModelFile } from '../../src/onnx/onnx-model-reader.ts';
import { subgraphsOf, type OnnxNode } from '../../src/onnx/onnx-model.ts';
import { fixtureFolder } from '../support/fixture-folder.ts';

/**
 * A few fixtures that together have every operator of all of them, each with every set of attributes that it is given: those a device can get
 * wrong in ways of its own. Greedy, in the order of what each adds.
 */
export async function coveringGraphs(folders: readonly string[]): Promise<string[]> {
	const operators = new Map(await Promise.all(folders.map(async (folder) => [folder, await operatorsOf(folder)] as const)));
	const missing = new Set([...operators.values()].flatMap((one) => [...one]));
	const chosen: string[] = [];
	while (missing.size > 0) {
		const adds = (folder: string): number => [...operators.get(folder)!].filter((one) => missing.has(one)).length;
		const best = folders.reduce((max, folder) => (adds(folder) > adds(max) ? folder : max));
		for (const one of operators.get(best)!) missing.delete(one);
		chosen.push(best);
	}
	return chosen.toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

async function operatorsOf(folder: string): Promise<ReadonlySet<string>> {
	const { files } = await fixtureFolder(folder);
	const found = new Set<string>();
	const look = (nodes: readonly OnnxNode[]): void => {
		for (const node of nodes) {
			found.add(`${node.domain}:${node.type}(${[...node.attributes.keys()].toSorted().join()})`);
			for (const inner of subgraphsOf(node)) look(inner.nodes);
		}
	};
	look(readModelFile(files.graph.realPath).graph.nodes);
	return found;
}
