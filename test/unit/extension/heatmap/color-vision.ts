/** What the color tests need to know of colors: WCAG contrast, CIELAB, and simulated colour-blindness. */
export type Rgb = readonly [number, number, number];

export function parse(hex: string): { rgb: Rgb; opacity: number } {
	const [r, g, b, a] = hex
		.slice(1)
		.match(/../g)!
		.map((pair) => Number.parseInt(pair, 16));
	return { rgb: [r!, g!, b!], opacity: (a ?? 255) / 255 };
}

/** `hex` laid over an opaque background. */
export function over(hex: string, background: Rgb): Rgb {
	const { rgb, opacity } = parse(hex);
	return rgb.map((value, i) => value * opacity + background[i]! * (1 - opacity)) as unknown as Rgb;
}

const linear = (value: number): number => (value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
	const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB. */
export const visions: Readonly<Record<string, readonly (readonly number[])[]>> = {
	normal: [
		[1, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	],
	protanopia: [
		[0.152286, 1.052583, -0.204868],
		[0.114503, 0.786281, 0.099216],
		[-0.003882, -0.048116, 1.051998],
	],
	deuteranopia: [
		[0.367322, 0.860646, -0.227968],
		[0.280085, 0.672501, 0.047413],
		[-0.01182, 0.04294, 0.968881],
	],
	tritanopia: [
		[1.255528, -0.076749, -0.178779],
		[-0.078411, 0.930809, 0.147602],
		[0.004733, 0.691367, 0.3039],
	],
};

/** CIE 1976 L*a*b* (D65) of a color as an eye with this vision sees it. */
export function lab(rgb: Rgb, vision: readonly (readonly number[])[]): Rgb {
	const source = rgb.map(linear);
	const [r, g, b] = vision.map((row) =>
		Math.min(
			1,
			Math.max(
				0,
				row.reduce((sum, weight, i) => sum + weight * source[i]!, 0),
			),
		),
	) as [number, number, number];
	const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
	const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
	const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
	const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE 1976 color difference; about 2.3 is just noticeable. */
export function difference(a: Rgb, b: Rgb): number {
	return Math.hypot(...a.map((value, i) => value - b[i]!));
}
