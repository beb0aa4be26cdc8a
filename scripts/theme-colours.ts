/** Writes the heatmap's colours into the manifest, so that themes and users can change them; the scale itself is `src/extension/heatmap/heat-colors.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import {
	bucketColour,
	bucketColourId,
	contextColourCount,
	sourceColour,
	sourceColourId,
	type ThemeKind,
} from '../src/extension/heatmap/heat-colors.ts';
import { bucketCount } from '../src/protocol/requests.ts';

interface ColourContribution {
	readonly id: string;
	readonly description: string;
	readonly defaults: Readonly<Record<ThemeKind, string>>;
}

function contribution(id: string, description: string, colour: (theme: ThemeKind) => string): ColourContribution {
	return {
		id,
		description,
		defaults: {
			light: colour('light'),
			dark: colour('dark'),
			highContrast: colour('highContrast'),
			highContrastLight: colour('highContrastLight'),
		},
	};
}

/** A scale for each kind of measure, called by its first. */
const names = {
	cg: 'confidence gap and of single sources, from the lowest (1) to the highest',
	surprise: 'surprise and suspicion, from none (1) to the highest',
};
const scales = ['cg', 'surprise'] as const;
const colours = [
	...scales.flatMap((measure) =>
		Array.from({ length: bucketCount }, (_, bucket) =>
			contribution(
				bucketColourId(measure, bucket),
				`RAG Assay: background of tokens in step ${bucket + 1} of ${bucketCount} of the ${names[measure]} (${bucketCount}).`,
				(theme) => bucketColour(measure, bucket, theme),
			),
		),
	),
	...Array.from({ length: contextColourCount + 1 }, (_, slot) =>
		contribution(
			sourceColourId(slot),
			slot === 0
				? 'RAG Assay: mark of the query.'
				: `RAG Assay: mark of a retrieved context (color ${slot} of ${contextColourCount}, in turn).`,
			(theme) => sourceColour(slot, theme),
		),
	),
	contribution(
		'ragAssay.strongForeground',
		'RAG Assay: text of strongly colored tokens in dark themes; light themes keep their syntax colors.',
		(theme) => ({ light: '#000000', dark: '#e4e4e4', highContrast: '#ffffff', highContrastLight: '#000000' })[theme],
	),
	contribution(
		'ragAssay.highContrastLine',
		'RAG Assay: lines over tokens that say in high-contrast themes what the background says.',
		(theme) => ({ light: '#00000000', dark: '#00000000', highContrast: '#ffffff', highContrastLight: '#292929' })[theme],
	),
];

const file = new URL('../package.json', import.meta.url);
const manifest = z.looseObject({ contributes: z.looseObject({}) }).parse(JSON.parse(readFileSync(file, 'utf8')));
manifest.contributes['colors'] = colours;
writeFileSync(file, `${JSON.stringify(manifest, null, '\t')}\n`);
