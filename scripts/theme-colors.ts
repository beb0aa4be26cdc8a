/** Writes the heatmap's colors into the manifest, so that themes and users can change them; the scale itself is `src/extension/heatmap/heat-colors.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import {
	bucketColor,
	bucketColorId,
	contextColorCount,
	sourceColor,
	sourceColorId,
	type ThemeKind,
} from '../src/extension/heatmap/heat-colors.ts';
import { bucketCount } from '../src/protocol/requests.ts';

interface ColorContribution {
	readonly id: string;
	readonly description: string;
	readonly defaults: Readonly<Record<ThemeKind, string>>;
}

function contribution(id: string, description: string, color: (theme: ThemeKind) => string): ColorContribution {
	return {
		id,
		description,
		defaults: {
			light: color('light'),
			dark: color('dark'),
			highContrast: color('highContrast'),
			highContrastLight: color('highContrastLight'),
		},
	};
}

/** A scale for each kind of measure, called by its first. */
const names = {
	cg: 'confidence gap and of single sources, from the lowest (1) to the highest',
	surprise: 'surprise and suspicion, from none (1) to the highest',
};
const scales = ['cg', 'surprise'] as const;
const colors = [
	...scales.flatMap((measure) =>
		Array.from({ length: bucketCount }, (_, bucket) =>
			contribution(
				bucketColorId(measure, bucket),
				`RAG Assay: background of tokens in step ${bucket + 1} of ${bucketCount} of the ${names[measure]} (${bucketCount}).`,
				(theme) => bucketColor(measure, bucket, theme),
			),
		),
	),
	...Array.from({ length: contextColorCount + 1 }, (_, slot) =>
		contribution(
			sourceColorId(slot),
			slot === 0
				? 'RAG Assay: mark of the query.'
				: `RAG Assay: mark of a retrieved context (color ${slot} of ${contextColorCount}, in turn).`,
			(theme) => sourceColor(slot, theme),
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
manifest.contributes['colors'] = colors;
writeFileSync(file, `${JSON.stringify(manifest, null, '\t')}\n`);
