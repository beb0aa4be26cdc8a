import { z } from 'zod';
import { memsadPlusFormat, type MemsadPlusDetector } from '../../formats/detectors/memsad.ts';
import { memsadBaseline } from '../../formats/memsad-baseline.ts';
import { crossFittedScores, divergenceBaseline, divergenceOf, minBaseline } from '../../methods/memsad/length-matched-divergence.ts';
import { reportDetector } from './detector-report.ts';
import type { Measure, Measured } from './measure.ts';
import {
	entryClasses,
	entryFigures,
	entryLevel,
	entryOptions,
	entryParts,
	lookAtEntries,
	plantedTruth,
	type EntryOptions,
} from './memory-entries.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import { scoredText } from './scored-span.ts';
import type { EntryItem } from './text-item.ts';

const id = 'memsad+ entry';

/** The text is all that it takes: nothing reads it. */
const wording: Measure<{ units: number }, 'entry', never> = {
	name: 'entry-wording',
	schema: z.object({ units: z.number() }),
	of: 'entry',
	readers: [],
	unavailableAfter: new Set(),
	take: async ({ text }) => ({ units: text.length }),
};

/** How unlike benign entries of its length an entry is written: the threshold of MEMSAD+'s divergence, matched by length and cross-fitted. */
export const memsadPlusMethod = defineMethod({
	name: 'memsad+',
	title: 'MEMSAD+',
	subject: 'entry',
	options: entryOptions,
	classes: { of: 'memory entry', ...entryClasses, truths: (item) => [plantedTruth(item)] },
	format: memsadPlusFormat,
	measure: wording,
	look: (items, settings) => lookAtEntries(items, settings, minBaseline),
	detectors: [
		{ level: entryLevel, title: 'MEMSAD+, memory entries', weight: 2, fit: async (items, context) => fitMemsadPlus(items, context) },
	],
});

function fitMemsadPlus(items: readonly Measured<EntryItem>[], context: FitContext<EntryOptions>): Fitted<MemsadPlusDetector> {
	const { options } = context;
	const { calibrating, heldOut, planted } = entryParts(items, context, minBaseline);
	const texts = calibrating.map(({ text }) => text);
	const baseline = divergenceBaseline(texts);
	const fitted = crossFittedScores(baseline, texts);
	const span = (item: Measured<EntryItem>, score: number) => scoredText(item, plantedTruth(item), score, { length: item.text.length });
	const judgedBy = (of: readonly Measured<EntryItem>[]) => of.map((item) => span(item, divergenceOf(baseline, item.text)?.score ?? 0));
	const parts = {
		calibrating: calibrating.map((item, i) => span(item, fitted[i]!)),
		heldOut: judgedBy(heldOut),
		planted: judgedBy(planted),
	};
	const { fields, judged, chosen, measuredOn } = entryFigures(parts, options);
	const { name: file, text, sha256 } = memsadBaseline([...new Set(texts)]);
	return {
		detector: { method: 'memsad+', ...fields, baseline: { file, sha256, texts: new Set(texts).size } },
		files: [{ name: file, text }],
		reported: [
			reportDetector({
				id,
				method: 'memsad+',
				level: entryLevel,
				title: 'MEMSAD+, memory entries: written unlike benign ones',
				unit: 'deviations',
				direction: 'above',
				threshold: fields.threshold,
				classes: entryClasses,
				spans: judged,
				negativesChose: heldOut.length === 0,
				chosen,
				measuredOn,
				thresholdNoise: null,
				notes: ['The benign entries are kept beside the profile, word by word: who has the profile reads them.'],
			}),
		],
	};
}
