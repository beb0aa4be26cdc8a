import type { ThemeKind } from './scale.ts';

/** Colour of the query's mark, then those of the contexts, which repeat after the last: hues of Okabe and Ito, adapted to each theme. */
const hues: readonly Readonly<Record<ThemeKind, string>>[] = [
	{ light: '#5f6b7a', dark: '#9aa5b1', highContrast: '#ffffff', highContrastLight: '#292929' },
	{ light: '#0072b2', dark: '#56a8e0', highContrast: '#56b4e9', highContrastLight: '#0050a8' },
	{ light: '#00866a', dark: '#1fbf98', highContrast: '#2fe0b5', highContrastLight: '#006b3f' },
	{ light: '#a8488a', dark: '#d98cbf', highContrast: '#f2a3d6', highContrastLight: '#86306b' },
	{ light: '#8a7400', dark: '#d8c64a', highContrast: '#f0e442', highContrastLight: '#635300' },
	{ light: '#3e58c9', dark: '#8d9df5', highContrast: '#a8b4ff', highContrastLight: '#2b3fa0' },
	{ light: '#4b7a1c', dark: '#97c560', highContrast: '#b4e67a', highContrastLight: '#355a10' },
];

export const contextColourCount = hues.length - 1;

/** Number of the colour of a source: 0 the query, 1 to `contextColourCount` the contexts (`index` from 0). */
export function sourceSlot(source: 'query' | 'rag', index: number): number {
	return source === 'query' ? 0 : 1 + (index % contextColourCount);
}

export function sourceColourId(slot: number): string {
	return slot === 0 ? 'ragAssay.sourceQuery' : `ragAssay.sourceContext${slot}`;
}

export function sourceColour(slot: number, theme: ThemeKind): string {
	return hues[slot]![theme];
}
