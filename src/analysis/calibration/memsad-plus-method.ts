import * as z from 'zod';
import { memsadPlusFormat, type MemsadPlusDetector } from '../../formats/detectors/memsad.ts';
import { memsadBaseline } from '../../formats/memsad-baseline.ts';
import {
	crossFittedScores,
	divergenceBaseline,
	divergenceScore,
	minAlike,
	minBaseline,
} from '../../methods/memsad/length-matched-divergence.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { reportDetector } from './detector-report.ts';
import type { Measure, Measured } from './measure.ts';
import {
	entryClasses,
	entryFigures,
	entryLevel,
	entryOptions,
	entryParts,
	lookAtEntries,
	minEntries,
	plantedTruth,
	type EntryOptions,
} from './memory-entries.ts';
import { defineMethod, type FitContext, type FitSettings, type Fitted, type Look } from './method.ts';
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
	look: lookAtWording,
	detectors: [
		{ level: entryLevel, title: 'MEMSAD+, memory entries', weight: 2, fit: async (items, context) => fitMemsadPlus(items, context) },
	],
});

/** Whether there are benign entries enough, of lengths that can be judged. */
function lookAtWording(items: readonly EntryItem[], settings: FitSettings<EntryOptions>): Look {
	const looked = lookAtEntries(items, settings, minBaseline);
	if (!looked.fits) return looked;
	const texts = [...new Set(entryParts(items, settings, minBaseline).calibrating.map(({ text }) => text))];
	const judged = texts.length < minBaseline ? 0 : crossFittedScores(divergenceBaseline(texts), texts).length;
	const min = minEntries(settings.options, minBaseline);
	if (judged >= min) return looked;
	return {
		fits: false,
		code: errorNumbers.methodCannotBeFitted,
		why: `It needs at least ${plural(min, 'different entry', 'different entries')} labeled \`benign\`, each about as long as ${minAlike} others, and ${thereAre(judged)}.`,
	};
}

function fitMemsadPlus(items: readonly Measured<EntryItem>[], context: FitContext<EntryOptions>): Fitted<MemsadPlusDetector> {
	const { options } = context;
	const { calibrating, heldOut, planted } = entryParts(items, context, minBaseline);
	const texts = calibrating.map(({ text }) => text);
	const baseline = divergenceBaseline(texts);
	let unjudged = 0;
	/** A scan says of an entry that is judged by too few of its length that it cannot judge it: it has no part in any figure. */
	const judgedBy = (of: readonly Measured<EntryItem>[]) =>
		of.flatMap((item) => {
			const score = divergenceScore(baseline, item.text);
			if (score === null) unjudged++;
			return score === null ? [] : [scoredText(item, plantedTruth(item), score, { length: item.text.length })];
		});
	const parts = { calibrating: judgedBy(calibrating), heldOut: judgedBy(heldOut), planted: judgedBy(planted) };
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
				notes: [
					'The benign entries are saved beside the profile, word for word. Anyone who has the profile can read them.',
					...(unjudged === 0
						? []
						: [
								`${plural(unjudged, 'entry', 'entries')} ${unjudged === 1 ? 'has' : 'have'} no part in the figures: fewer than ${minAlike} benign entries are about as long, and a scan does not judge the wording of such an entry.`,
							]),
				],
			}),
		],
	};
}
