import type { Frame } from 'playwright-core';
import { parseColor, type Rgba } from './colors.ts';

/** Contrast of an element's text with what is behind it, after WCAG 2.2 (1 to 21), from computed colors. */
export async function contrastOf(frame: Frame, selector: string): Promise<number> {
	const computed = await frame
		.locator(selector)
		.first()
		.evaluate((element: unknown) => {
			interface Styled {
				readonly parentElement: Styled | null;
			}
			const page = globalThis as unknown as { getComputedStyle(of: Styled): { color: string; backgroundColor: string } };
			const backgrounds: string[] = [];
			for (let at: Styled | null = element as Styled; at !== null; at = at.parentElement)
				backgrounds.push(page.getComputedStyle(at).backgroundColor);
			return { color: page.getComputedStyle(element as Styled).color, backgrounds };
		});
	// From the page up to the element; what lies behind the page is white, as browsers have it.
	const behind = computed.backgrounds
		.toReversed()
		.map(parseColor)
		.reduce((below, above) => over(above, below), [255, 255, 255, 1]);
	const [a, b] = [luminance(over(parseColor(computed.color), behind)), luminance(behind)];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function over([r, g, b, a]: Rgba, [below0, below1, below2]: Rgba): Rgba {
	const mix = (above: number, below: number): number => above * a + below * (1 - a);
	return [mix(r, below0), mix(g, below1), mix(b, below2), 1];
}

function luminance([r, g, b]: Rgba): number {
	const linear = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
	return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
