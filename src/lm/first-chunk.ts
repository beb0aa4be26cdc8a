import { UserError } from '../errors.ts';
import type { GraphFiles } from '../onnx/graph-files.ts';
import { lengthRegimes } from './attribution/length-regimes.ts';
import { madePlain } from '../onnx/normalize-graph.ts';
import { OnnxGraph } from '../onnx/onnx-graph.ts';
import { readModelFile } from '../onnx/onnx-model-reader.ts';
import type { OnnxModel } from '../onnx/onnx-model.ts';
import { lengthChoices } from '../onnx/recognize/length-choice.ts';
import type { ModelConfig } from './model-config.ts';

/**
 * How many tokens of a text have to be fed into an empty cache at once at least, so that what the cache keeps of them is what the graph
 * makes of them in a text of `total` tokens. 1 for almost all graphs; a cache that was filled with fewer is of another text.
 */
export type FirstPiece = (total: number) => number;

/** Of a graph that keeps of a token the same whatever follows it. */
export const anyPiece: FirstPiece = () => 1;

/**
 * Reads from a checked model file how it has to be fed: graphs with LongRoPE rotate keys by one set of tables in short texts and by another
 * in long ones, so that a long text must not begin as a short one.
 * @param window the longest text.
 */
export async function firstPieceOf(files: GraphFiles, config: ModelConfig, window: number): Promise<FirstPiece> {
	const model = plainOrAsItIs(readModelFile(files.graph.realPath, files.graph.path));
	const graph = new OnnxGraph(model);
	const choices = lengthChoices(graph);
	if (choices.length === 0) return anyPiece;
	return firstPieceIn(await lengthRegimes(files, { model, graph }, choices, config, window));
}

/** @param regimes lengths from which on texts are treated otherwise, ascending, 1 first; `undefined`: every length otherwise than the next. */
export function firstPieceIn(regimes: readonly number[] | undefined): FirstPiece {
	return regimes === undefined ? (total) => total : (total) => regimes.findLast((start) => start <= total) ?? 1;
}

/** A file with functions of its own, which sources are not attributed in, can be scored anyway. */
function plainOrAsItIs(model: OnnxModel): OnnxModel {
	try {
		return madePlain(model).model;
	} catch (error) {
		if (error instanceof UserError) return model;
		throw error;
	}
}
