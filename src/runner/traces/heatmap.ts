import { heatEdges, heatStep, heatValue, isAlwaysKnown } from '../../formats/heat-scale.ts';
import { bucketCount, type Heatmap, type HeatmapMeasure } from '../../protocol/requests.ts';
import type { Result } from '../../protocol/rpc.ts';
import { quadOf, type Quad } from '../lsp/positions.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { canonicalUri } from '../lsp/uris.ts';
import type { MappedText } from '../../text/text-map.ts';
import { droppedIndices } from './truncation-hints.ts';
import { documentOf } from './trace-file.ts';

type Rows = NonNullable<Result<typeof Heatmap>>;

/** Colors of one document of an analyzed file: the response's tokens by bucket, the prompt's parts by source. */
export function heatmapOf(uri: string, version: number, analyzed: AnalyzedFile, measure: HeatmapMeasure): Rows | null {
	const document = documentOf(analyzed, uri);
	if (document === undefined) return null;
	const here = canonicalUri(uri);
	const buckets: Quad[][] = Array.from({ length: bucketCount }, () => []);
	if (canonicalUri(analyzed.key) === here) {
		for (const token of analyzed.analyses.flatMap(({ record }) => record.tokens)) {
			const value = heatValue(measure, token);
			if (token.end > token.start && value !== null) buckets[heatStep(measure, value)]!.push(quadOf(document, token));
		}
	}
	return {
		version,
		measure,
		buckets,
		edges: [...heatEdges[measure]],
		missing: missingIn(analyzed, measure),
		inline: analyzed.isForeign === true,
		sources: (analyzed.isForeign === true ? sourcesInRecords : sourcesIn)(here, analyzed, (range) => quadOf(document, range)),
	};
}

/** Why no token has a value of the measure, where none has. */
function missingIn({ analyses }: AnalyzedFile, measure: HeatmapMeasure): string | null {
	const records = analyses.map(({ record }) => record);
	if (isAlwaysKnown(measure) || records.some(({ tokens }) => tokens.some((token) => heatValue(measure, token) !== null))) return null;
	const [first] = records;
	if (first === undefined) return 'There is no response.';
	return (
		first.notAttributed ??
		(measure === 'suspicion'
			? (first.attribution?.errorBound ?? 0) > 0
				? 'Classifiers need exact sources, and these are screened.'
				: 'The profile has no classifier of sentences.'
			: 'Token sources were not asked for.')
	);
}

/** Texts of the prompt that stand in this document, but for contexts of which nothing was read; contexts are numbered from 0 in the order of the trace. */
function sourcesIn(
	here: string,
	{ parsed, analyses }: AnalyzedFile,
	quad: (range: { start: number; end: number }) => Quad,
): Rows['sources'] {
	let contexts = 0;
	const dropped = droppedIndices(analyses[0]?.record.truncation ?? null);
	return parsed.sections.flatMap((section) => {
		const isContext = section.kind === 'context';
		const index = isContext ? contexts++ : 0;
		const hasSource = (isContext && !dropped.has(index)) || section.kind === 'query' || section.kind === 'system';
		if (!hasSource || canonicalUri(section.document) !== here || section.range.end <= section.heading.end) return [];
		const range = quad({ start: section.heading.end, end: section.range.end });
		return [isContext ? { source: 'rag' as const, context: section.name, index, range } : { source: 'query' as const, index, range }];
	});
}

/** Texts of the prompts of the traces that a model has read, where a file has many. */
function sourcesInRecords(
	here: string,
	{ analyses }: AnalyzedFile,
	quad: (range: { start: number; end: number }) => Quad,
): Rows['sources'] {
	const place = ({ document, map }: MappedText): Quad[] =>
		map.length === 0 || canonicalUri(document) !== here ? [] : [quad({ start: map.toDocument(0), end: map.toDocument(map.length) })];
	return analyses.flatMap(({ trace: { query, contexts }, record }) => {
		if (record.model === null) return [];
		const dropped = droppedIndices(record.truncation);
		return [
			...place(query).map((range) => ({ source: 'query' as const, index: 0, range })),
			...contexts.flatMap(({ id, text }, index) =>
				dropped.has(index) ? [] : place(text).map((range) => ({ source: 'rag' as const, context: id, index, range })),
			),
		];
	});
}
