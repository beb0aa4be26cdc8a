import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
	bucketColor,
	bucketColorId,
	bucketLine,
	themeKinds,
	contextColorCount,
	sourceColor,
	sourceColorId,
	sourceSlot,
	type ThemeKind,
} from '../../../../src/extension/heatmap/heat-colors.ts';
import { heatKind } from '../../../../src/formats/heat-scale.ts';
import { bucketCount, measures as allMeasures } from '../../../../src/protocol/requests.ts';
import { contrast, difference, lab, over, parse, visions, type Rgb } from './color-vision.ts';

/** Background and foreground of the editor in VS Code's own Modern and High Contrast themes. */
const themes: Readonly<Record<ThemeKind, { background: Rgb; foreground: Rgb; min: number }>> = {
	light: { background: parse('#ffffff').rgb, foreground: parse('#3b3b3b').rgb, min: 4.5 },
	dark: { background: parse('#1f1f1f').rgb, foreground: parse('#cccccc').rgb, min: 4.5 },
	highContrast: { background: parse('#000000').rgb, foreground: parse('#ffffff').rgb, min: 7 },
	highContrastLight: { background: parse('#ffffff').rgb, foreground: parse('#292929').rgb, min: 7 },
};
/** One a kind: the others of a kind share its colors. */
const measures = allMeasures.filter((measure, i) => allMeasures.findIndex((other) => heatKind(other) === heatKind(measure)) === i);
const buckets = Array.from({ length: bucketCount }, (_, i) => i);

describe('heatmap scale', () => {
	for (const theme of themeKinds) {
		const { background, foreground, min } = themes[theme];
		for (const measure of measures) {
			test(`${measure} in ${theme}: text is legible on every bucket`, () => {
				const ratios = buckets.map((b) => contrast(foreground, over(bucketColor(measure, b, theme), background)));
				assert.ok(Math.min(...ratios) >= min, ratios.map((r) => r.toFixed(2)).join(' '));
			});

			for (const [vision, matrix] of Object.entries(visions)) {
				test(`${measure} in ${theme} for ${vision}: grows away from its middle, bucket by bucket`, () => {
					const seen = buckets.map((b) => lab(over(bucketColor(measure, b, theme), background), matrix));
					const paper = lab(background, matrix);
					const steps = (order: number[]): void => {
						const distances = order.map((b) => difference(seen[b]!, paper));
						for (let i = 1; i < order.length; i++)
							assert.ok(distances[i]! > distances[i - 1]! + 0.3, distances.map((d) => d.toFixed(1)).join(' '));
						assert.ok(distances.at(-1)! > 20, `the end is only ${distances.at(-1)} from the background`);
					};
					if (measure === 'cg') {
						steps(buckets.slice(0, bucketCount / 2).toReversed());
						steps(buckets.slice(bucketCount / 2));
						assert.ok(difference(seen[0]!, seen.at(-1)!) > 30, `the ends differ by ${difference(seen[0]!, seen.at(-1)!)}`);
					} else steps(buckets);
				});
			}
		}

		test(`cg in ${theme}: the weakest steps that are colored can be seen`, () => {
			const paper = lab(background, visions['normal']!);
			for (const b of [bucketCount / 2 - 2, bucketCount / 2 + 1]) {
				const distance = difference(lab(over(bucketColor('cg', b, theme), background), visions['normal']!), paper);
				assert.ok(distance > 8, `step ${b + 1}: ${distance.toFixed(1)}; about 2.3 is just noticeable side by side`);
			}
		});

		test(`sources in ${theme}: neighboring marks differ, and stand out from the background`, () => {
			for (let slot = 0; slot <= contextColorCount; slot++) {
				const color = parse(sourceColor(slot, theme)).rgb;
				assert.ok(contrast(color, background) >= 3, `${slot}: ${contrast(color, background)}`);
				const next = parse(sourceColor(slot === contextColorCount ? 1 : slot + 1, theme)).rgb;
				for (const matrix of Object.values(visions)) assert.ok(difference(lab(color, matrix), lab(next, matrix)) > 10, `${slot}`);
			}
		});
	}

	test('measures of a kind share their colors, and every measure has one', () => {
		assert.deepEqual(measures, ['cg', 'kl']);
		for (const measure of allMeasures)
			for (const b of buckets)
				assert.equal(bucketColorId(measure, b), bucketColorId(heatKind(measure) === 'rising' ? 'surprise' : 'cg', b));
	});

	test('the line of high contrast says the side and the strength of the confidence gap', () => {
		const lines = buckets.map((b) => bucketLine('cg', b)).map(({ style, width }) => (width === 0 ? '' : `${style} ${width}`));
		assert.deepEqual(lines, [
			'dotted 3',
			'dotted 3',
			'dotted 2',
			'dotted 2',
			'dotted 2',
			'dotted 1',
			'dotted 1',
			'dotted 1',
			'',
			'',
			'',
			'',
			'solid 1',
			'solid 1',
			'solid 1',
			'solid 2',
			'solid 2',
			'solid 2',
			'solid 3',
			'solid 3',
		]);
	});

	test('contexts take the colors in turn, the query has its own', () => {
		assert.equal(sourceSlot('query', 0), 0);
		assert.deepEqual(
			[0, 1, 5, 6, 7].map((i) => sourceSlot('rag', i)),
			[1, 2, 6, 1, 2],
		);
	});

	test('the manifest contributes exactly these colors', () => {
		interface Contributed {
			id: string;
			description: string;
			defaults: Record<string, string>;
		}
		const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
			contributes: { colors: Contributed[] };
		};
		const byId = new Map(manifest.contributes.colors.map((color) => [color.id, color.defaults]));
		const expected = new Map([
			...measures.flatMap((measure) =>
				buckets.map((b) => [bucketColorId(measure, b), (theme: ThemeKind) => bucketColor(measure, b, theme)] as const),
			),
			...Array.from(
				{ length: contextColorCount + 1 },
				(_, slot) => [sourceColorId(slot), (theme: ThemeKind) => sourceColor(slot, theme)] as const,
			),
		]);
		for (const [id, color] of expected) {
			assert.deepEqual(
				byId.get(id),
				Object.fromEntries(themeKinds.map((theme) => [theme, color(theme)])),
				`${id}: run 'npx node scripts/theme-colors.ts'`,
			);
		}
		assert.deepEqual(
			[...byId.keys()].filter((id) => !expected.has(id)),
			['ragAssay.strongForeground', 'ragAssay.highContrastLine'],
		);
	});
});
