import * as vscode from 'vscode';
import type { Heatmap, HeatmapMeasure } from '../../protocol/requests.ts';
import type { Result } from '../../protocol/rpc.ts';
import { shifted, type TextChange } from './shifted-range.ts';
import { contextColorCount, sourceSlot } from './heat-colors.ts';

export type HeatmapAnswer = NonNullable<Result<typeof Heatmap>>;
type Quad = HeatmapAnswer['buckets'][number][number];

/** The colors of one version of a document. */
export interface Painting {
	readonly version: number;
	readonly measure: HeatmapMeasure;
	/** Whether the text has changed since. Then the colors are dim until others come. */
	readonly isStale: boolean;
	readonly buckets: readonly (readonly vscode.Range[])[];
	/** By source color. */
	readonly sources: readonly (readonly vscode.Range[])[];
	/** By source color: the IDs of the contexts that have it, once each. Empty for the question. */
	readonly contexts: readonly (readonly string[])[];
	/** Whether the sources are parts of lines, and not whole lines. */
	readonly inline: boolean;
	/** Values between the buckets, in the measure's unit. */
	readonly edges: readonly number[];
	/** Why nothing is colored where the measure is not known. */
	readonly missing: string | null;
}

export function paintingOf(answer: HeatmapAnswer): Painting {
	const sources: vscode.Range[][] = Array.from({ length: contextColorCount + 1 }, () => []);
	const contexts: Set<string>[] = sources.map(() => new Set());
	for (const { source, context, index, range } of answer.sources) {
		const slot = sourceSlot(source, index);
		sources[slot]!.push(rangeOf(range));
		if (context !== undefined) contexts[slot]!.add(context);
	}
	return {
		version: answer.version,
		measure: answer.measure,
		isStale: false,
		edges: answer.edges,
		missing: answer.missing,
		inline: answer.inline,
		buckets: answer.buckets.map((bucket) => bucket.map(rangeOf)),
		sources,
		contexts: contexts.map((ids) => [...ids]),
	};
}

/** Returns a painting of a text that has changed, its ranges where their text is now. */
export function stalePainting(painting: Painting, changes: readonly TextChange[]): Painting {
	const moved = ({ start, end }: vscode.Range): vscode.Range => {
		const [from, to] = [shifted(start, changes), shifted(end, changes)];
		return new vscode.Range(from.line, from.character, to.line, to.character);
	};
	const nonempty = (ranges: readonly vscode.Range[]): vscode.Range[] => ranges.map(moved).filter(({ isEmpty }) => !isEmpty);
	return {
		...painting,
		isStale: true,
		buckets: changes.length === 0 ? painting.buckets : painting.buckets.map(nonempty),
		sources: changes.length === 0 ? painting.sources : painting.sources.map(nonempty),
	};
}

export function rangeOf([startLine, startCharacter, endLine, endCharacter]: Quad): vscode.Range {
	return new vscode.Range(startLine, startCharacter, endLine, endCharacter);
}
