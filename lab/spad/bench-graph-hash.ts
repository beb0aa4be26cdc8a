import { createHash } from 'node:crypto';
import { buildSpadGraph, type GraphFiles } from '../../src/onnx/spad-graph.ts';

/** Returns a SHA-256, in hexadecimal, of the graph that attribution runs: kept numbers of another version of it are not used. */
export function graphHash(files: GraphFiles): string {
	return createHash('sha256')
		.update(buildSpadGraph(files, { proof: false, panels: true }).bytes)
		.digest('hex');
}
