import { heatKind } from '../../formats/heat-scale.ts';
import { bucketCount, type HeatmapMeasure } from '../../protocol/requests.ts';

/** The kinds of theme that VS Code knows; a color has a value for each. */
export const themeKinds = ['light', 'dark', 'highContrast', 'highContrastLight'] as const;
export type ThemeKind = (typeof themeKinds)[number];
type Rgb = readonly [number, number, number];

/**
 * End colors and the opacity that each reaches. Opacity grows with a token's distance from the middle, so that the scale
 * works on any background; text on the strongest color keeps a contrast of 4.5 (7 in high contrast), see the tests.
 * Diverging measures (confidence gap, sources): orange (below zero, asks for a look) to blue (above), which all forms of colour-blindness tell apart and
 * which a selection does not look like; its weakest visible step begins at `min`, for a tint that nobody sees says nothing.
 * Rising ones (divergence, surprise, suspicion): gold to vermilion: one direction, growing in strength for every eye from nothing on, as most tokens surprise a little.
 */
const ends: Readonly<Record<ThemeKind, { readonly below: Side; readonly above: Side; readonly surprise: readonly [End, End] }>> = {
	light: {
		below: { color: [241, 150, 40], min: 0.1, opacity: 0.85 },
		above: { color: [104, 122, 226], min: 0.08, opacity: 0.68 },
		surprise: [
			{ color: [247, 212, 76], opacity: 0 },
			{ color: [232, 112, 40], opacity: 0.8 },
		],
	},
	dark: {
		below: { color: [190, 92, 0], min: 0.14, opacity: 0.62 },
		above: { color: [74, 88, 214], min: 0.18, opacity: 0.74 },
		surprise: [
			{ color: [196, 160, 0], opacity: 0 },
			{ color: [205, 70, 10], opacity: 0.66 },
		],
	},
	highContrast: {
		below: { color: [179, 84, 0], min: 0.18, opacity: 0.75 },
		above: { color: [74, 88, 222], min: 0.2, opacity: 0.85 },
		surprise: [
			{ color: [196, 160, 0], opacity: 0 },
			{ color: [205, 70, 10], opacity: 0.74 },
		],
	},
	highContrastLight: {
		below: { color: [241, 150, 40], min: 0.1, opacity: 0.85 },
		above: { color: [104, 122, 226], min: 0.08, opacity: 0.55 },
		surprise: [
			{ color: [247, 212, 76], opacity: 0 },
			{ color: [232, 112, 40], opacity: 0.65 },
		],
	},
};
interface End {
	readonly color: Rgb;
	readonly opacity: number;
}
interface Side extends End {
	readonly min: number;
}

/** Distance of a bucket from the value that has no color, 0 to 1, and the side of it. */
export function strengthOf(measure: HeatmapMeasure, bucket: number): { readonly side: 'below' | 'above'; readonly strength: number } {
	if (heatKind(measure) === 'rising') return { side: 'above', strength: bucket / (bucketCount - 1) };
	const half = bucketCount / 2;
	return bucket < half
		? { side: 'below', strength: (half - 1 - bucket) / (half - 1) }
		: { side: 'above', strength: (bucket - half) / (half - 1) };
}

/** Background of a bucket as `#rrggbbaa`. */
export function bucketColor(measure: HeatmapMeasure, bucket: number, theme: ThemeKind): string {
	const { side, strength } = strengthOf(measure, bucket);
	if (heatKind(measure) === 'diverging') {
		const { color, min, opacity } = ends[theme][side];
		return hex(color, strength === 0 ? 0 : min + (opacity - min) * strength);
	}
	const [low, high] = ends[theme].surprise;
	return hex(mix(low.color, high.color, strength), low.opacity + (high.opacity - low.opacity) * strength);
}

/** Share of a color's opacity that stays while the text is out of date. */
const dimmed = 0.35;

/** Background of a bucket whose text has changed since, as `#rrggbbaa`. */
export function dimBucketColor(measure: HeatmapMeasure, bucket: number, theme: ThemeKind): string {
	const color = bucketColor(measure, bucket, theme);
	const opacity = Math.round(Number.parseInt(color.slice(7), 16) * dimmed);
	return `${color.slice(0, 7)}${opacity.toString(16).padStart(2, '0')}`;
}

/** Id of a bucket's color in themes and in `workbench.colorCustomizations`: one scale for all measures of a kind, called by the first of them. */
export function bucketColorId(measure: HeatmapMeasure, bucket: number): string {
	return `ragAssay.${heatKind(measure) === 'rising' ? 'surprise' : 'cg'}${bucket + 1}`;
}

/**
 * A line over the text that says in high-contrast themes what the background says: solid above zero, dotted below, the thicker
 * the stronger. Never under the text, where the squiggle of a finding runs. `width` in pixels; 0 for none.
 */
export function bucketLine(measure: HeatmapMeasure, bucket: number): { readonly style: 'solid' | 'dotted'; readonly width: 0 | 1 | 2 | 3 } {
	const { side, strength } = strengthOf(measure, bucket);
	return { style: side === 'above' ? 'solid' : 'dotted', width: strength < 0.2 ? 0 : strength < 0.5 ? 1 : strength < 0.8 ? 2 : 3 };
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
	const at = (i: 0 | 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * share);
	return [at(0), at(1), at(2)];
}

function hex([r, g, b]: Rgb, opacity: number): string {
	return `#${[r, g, b, Math.round(opacity * 255)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Color of the query's mark, then those of the contexts, which repeat after the last: hues of Okabe and Ito, adapted to each theme. */
const hues: readonly Readonly<Record<ThemeKind, string>>[] = [
	{ light: '#5f6b7a', dark: '#9aa5b1', highContrast: '#ffffff', highContrastLight: '#292929' },
	{ light: '#0072b2', dark: '#56a8e0', highContrast: '#56b4e9', highContrastLight: '#0050a8' },
	{ light: '#00866a', dark: '#1fbf98', highContrast: '#2fe0b5', highContrastLight: '#006b3f' },
	{ light: '#a8488a', dark: '#d98cbf', highContrast: '#f2a3d6', highContrastLight: '#86306b' },
	{ light: '#8a7400', dark: '#d8c64a', highContrast: '#f0e442', highContrastLight: '#635300' },
	{ light: '#3e58c9', dark: '#8d9df5', highContrast: '#a8b4ff', highContrastLight: '#2b3fa0' },
	{ light: '#4b7a1c', dark: '#97c560', highContrast: '#b4e67a', highContrastLight: '#355a10' },
];

export const contextColorCount = hues.length - 1;

/** Number of the color of a source: 0 the query, 1 to `contextColorCount` the contexts (`index` from 0). */
export function sourceSlot(source: 'query' | 'rag', index: number): number {
	return source === 'query' ? 0 : 1 + (index % contextColorCount);
}

export function sourceColorId(slot: number): string {
	return slot === 0 ? 'ragAssay.sourceQuery' : `ragAssay.sourceContext${slot}`;
}

export function sourceColor(slot: number, theme: ThemeKind): string {
	return hues[slot]![theme];
}
