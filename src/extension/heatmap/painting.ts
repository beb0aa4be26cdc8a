import * as vscode from 'vscode';
import type { Heatmap, HeatmapMeasure } from '../../protocol/requests.ts';
import type { Result } from '../../protocol/rpc.ts';
import { contextColorCount, sourceSlot } from './heat-colors.ts';

export type HeatmapAnswer = NonNullable<Result<typeof Heatmap>>;
type Quad = HeatmapAnswer['buckets'][number][number];

/** The colors of one version of a document. */
export interface Painting {
	readonly version: number;
	readonly measure: HeatmapMeasure;
	readonly buckets: readonly (readonly vscode.Range[])[];
	/** By source color. */
	readonly sources: readonly (readonly vscode.Range[])[];
	/** Whether the sources are parts of lines, and not whole lines. */
	readonly inline: boolean;
	/** Values between the buckets, in the measure's unit. */
	readonly edges: readonly number[];
	/** Why nothing is colored where the measure is not known. */
	readonly missing: string | null;
}

export function paintingOf(answer: HeatmapAnswer): Painting {
	const sources: vscode.Range[][] = Array.from({ length: contextColorCount + 1 }, () => []);
	for (const { source, index, range } of answer.sources) sources[sourceSlot(source, index)]!.push(rangeOf(range));
	return {
		version: answer.version,
		measure: answer.measure,
		edges: answer.edges,
		missing: answer.missing,
		inline: answer.inline,
		buckets: answer.buckets.map((bucket) => bucket.map(rangeOf)),
		sources,
	};
}

export function rangeOf([startLine, startCharacter, endLine, endCharacter]: Quad): vscode.Range {
	return new vscode.Range(startLine, startCharacter, endLine, endCharacter);
}
