import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './installation.ts';
import type { Theme } from './workbench.ts';

/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgba = readonly [number, number, number, number];

const themeKeys = {
	'Dark Modern': 'dark',
	'Light Modern': 'light',
	'Default High Contrast': 'highContrast',
	'Default High Contrast Light': 'highContrastLight',
} as const satisfies Record<Theme, string>;

/** The color that the manifest gives one of our ids in a theme. */
export function contributedColor(id: string, theme: Theme): Rgba {
	const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
		contributes: { colors: { id: string; defaults: Record<string, string> }[] };
	};
	const hex = manifest.contributes.colors.find((color) => color.id === id)?.defaults[themeKeys[theme]];
	if (hex === undefined) throw new Error(`the manifest has no color ${id} for ${theme}`);
	return colorOf(hex);
}

/** Reads a color as themes write it: `#rrggbb` or `#rrggbbaa`. */
export function colorOf(hex: string): Rgba {
	const [r = 0, g = 0, b = 0, a = 255] = hex
		.slice(1)
		.match(/../g)!
		.map((pair) => Number.parseInt(pair, 16));
	return [r, g, b, a / 255];
}

/** Reads a computed style: `rgb(…)` or `rgba(…)`. */
export function parseColor(computed: string): Rgba {
	const [r, g, b, a = 1] = /^rgba?\((.*)\)$/.exec(computed)?.[1]?.split(',').map(Number) ?? [];
	if (r === undefined || g === undefined || b === undefined) throw new Error(`not a computed color: ${computed}`);
	return [r, g, b, a];
}

/** Equal as far as a browser's rounding of the opacity goes. */
export function sameColor(a: Rgba, b: Rgba): boolean {
	return a.slice(0, 3).every((channel, i) => channel === b[i]) && Math.abs(a[3] - b[3]) < 0.006;
}
