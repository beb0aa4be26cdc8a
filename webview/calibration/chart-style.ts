import { element } from '../shared/elements.ts';
import { translucent } from '../shared/line-charts.ts';
import { isHighContrast, themeColor } from '../shared/theme-colors.ts';

/** Colors and marks of the two classes: told apart by hue, by dashes and by hatching. */
export interface ClassStyle {
	readonly color: string;
	readonly fill: string | CanvasPattern;
	readonly dash: number[];
}

export function classStyles(): { readonly negative: ClassStyle; readonly positive: ClassStyle } {
	const [negative, positive] = [themeColor('charts.blue'), themeColor('charts.red')];
	return {
		negative: { color: negative, fill: isHighContrast() ? 'transparent' : translucent(negative), dash: [] },
		positive: { color: positive, fill: hatching(positive), dash: [6, 3] },
	};
}

/** Diagonal lines, for who does not see the hue. */
function hatching(color: string): CanvasPattern | string {
	const size = 8;
	const tile = element('canvas');
	[tile.width, tile.height] = [size, size];
	const context = tile.getContext('2d');
	if (context === null) return 'transparent';
	context.strokeStyle = color;
	context.globalAlpha = isHighContrast() ? 0.9 : 0.55;
	context.lineWidth = 1.2;
	context.beginPath();
	for (const from of [-size, 0, size]) {
		context.moveTo(from, size);
		context.lineTo(from + size, 0);
	}
	context.stroke();
	return context.createPattern(tile, 'repeat') ?? 'transparent';
}
