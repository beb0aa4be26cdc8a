import { createHash } from 'node:crypto';
import { memsadFormat, type MemsadDetector } from '../../formats/detectors/memsad.ts';
import { defaultCapacity, lastQueries } from '../../methods/memsad/query-history.ts';
import { defaultAlpha, directionsOf, memsadScores, stacked } from '../../methods/memsad/scores.ts';
import { reportDetector } from './detector-report.ts';
import { embeddingOf, entryEmbedding, queryEmbedding } from './embedding-measure.ts';
import { numbersOf, type Measured } from './measure.ts';
import {
	entryClasses,
	entryFigures,
	entryLevel,
	entryOptions,
	entryParts,
	entryThreshold,
	lookAtEntries,
	plantedTruth,
} from './memory-entries.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import { numberOption, type ParsedOptions } from './method-options.ts';
import { scoredText } from './scored-span.ts';
import { thresholdNoise } from './threshold-noise.ts';
import type { EntryItem } from './text-item.ts';

const id = 'memsad entry';
/** Fewer scores say nothing of where benign ones lie. */
const minScores = 10;

/** What nearness to queries can be told besides. */
const options = {
	...entryOptions,
	'nearest-share': numberOption({
		title: 'Share of the nearest query (α)',
		help: 'Share of the similarity to the nearest query in an entry\u2019s score. The rest is the mean similarity to all queries.',
		min: 0,
		max: 1,
		whole: false,
		default: defaultAlpha,
	}),
	'history-length': numberOption({
		title: 'Queries that count',
		help: 'How many of the last queries entries are compared with.',
		min: 1,
		max: 10_000,
		whole: true,
		default: defaultCapacity,
	}),
};
type MemsadOptions = ParsedOptions<typeof options>;

/** How near benign entries lie to what is asked (docs/methods/memsad.md): the threshold of MEMSAD's combined score. */
export const memsadMethod = defineMethod({
	name: 'memsad',
	title: 'MEMSAD',
	subject: 'entry',
	options,
	classes: { of: 'memory entry', ...entryClasses, truths: (item) => [plantedTruth(item)] },
	format: memsadFormat,
	measure: entryEmbedding,
	beside: queryEmbedding,
	look: (items, settings, queries) =>
		queries.length === 0
			? {
					fits: false,
					why: 'It compares entries with queries that the agent was asked, and there are none: add a file `NAME.queries.jsonl`.',
				}
			: lookAtEntries(items, settings, minScores),
	detectors: [
		{
			level: entryLevel,
			title: 'MEMSAD, memory entries',
			weight: 2,
			fit: async (items, context, queries) => fitMemsad(items, context, queries),
		},
	],
});

function fitMemsad(
	items: readonly Measured<EntryItem>[],
	context: FitContext<MemsadOptions>,
	asked: readonly Measured[],
): Fitted<MemsadDetector> {
	const { seed, options: chosenOptions } = context;
	const alpha = chosenOptions['nearest-share'];
	const queries = lastQueries(
		asked
			.flatMap((item) => (item.subject === 'query' ? [{ text: item.text, numbers: numbersOf(item, queryEmbedding) }] : []))
			.flatMap(({ text, numbers }) => (numbers === undefined ? [] : [{ text, embedding: embeddingOf(numbers) }])),
		chosenOptions['history-length'],
	);
	const directions = directionsOf(stacked(queries.map(({ embedding }) => embedding)), alpha);
	const spans = items.flatMap((item) => {
		const numbers = numbersOf(item, entryEmbedding);
		if (numbers === undefined) return [];
		const { combined, max, mean } = memsadScores(stacked([embeddingOf(numbers)]), directions);
		const others = { 'nearest query alone': max[0]!, 'mean over the queries alone': mean[0]!, length: item.text.length };
		return [{ ...scoredText(item, plantedTruth(item), combined[0]!, others), label: item.label, group: item.group }];
	});
	const parts = entryParts(spans, context, minScores);
	const { fields, judged, chosen, measuredOn } = entryFigures(parts, chosenOptions);
	const history = {
		queries: queries.length,
		sha256: createHash('sha256')
			.update(JSON.stringify(queries.map(({ text }) => text)))
			.digest('hex'),
	};
	return {
		detector: { method: 'memsad', ...fields, history, ...(alpha === defaultAlpha ? {} : { alpha }) },
		files: [],
		reported: [
			reportDetector({
				id,
				method: 'memsad',
				level: entryLevel,
				title: 'MEMSAD, memory entries: unusually close to what users ask',
				unit: 'cosine',
				direction: 'above',
				threshold: fields.threshold,
				classes: entryClasses,
				spans: judged,
				negativesChose: parts.heldOut.length === 0,
				chosen,
				measuredOn,
				thresholdNoise: thresholdNoise(
					parts.calibrating,
					(drawn) =>
						entryThreshold(
							drawn.map(({ score }) => score),
							chosenOptions,
						).threshold,
					seed,
					id,
				),
				notes: [`Compared with ${queries.length} queries. A scan uses its own history. A history with other questions changes all scores.`],
			}),
		],
	};
}
