import { element } from './elements.ts';
import { themeColor } from './theme-colors.ts';

/** The font of VS Code's user interface, for canvases. */
export function fontFamily(): string {
	return getComputedStyle(document.body).fontFamily;
}

/** Charts one below the other as a picture on the theme's background, with a title; Base64 of a PNG. */
export function pictureOf(title: string, charts: readonly HTMLCanvasElement[]): string {
	const [first] = charts;
	const ratio = first === undefined ? 1 : first.width / Math.max(1, first.clientWidth);
	const [margin, head] = [12 * ratio, 34 * ratio];
	const canvas = element('canvas');
	canvas.width = Math.max(0, ...charts.map(({ width }) => width)) + 2 * margin;
	canvas.height = charts.reduce((height, chart) => height + chart.height + margin, head);
	const context = canvas.getContext('2d');
	if (context === null) throw new Error('This window cannot draw pictures.');
	context.fillStyle = themeColor('editor.background');
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.fillStyle = themeColor('foreground');
	context.font = `${13 * ratio}px ${fontFamily()}`;
	context.textBaseline = 'middle';
	context.fillText(title, margin, head / 2, canvas.width - 2 * margin);
	let top = head;
	for (const chart of charts) {
		context.drawImage(chart, margin, top);
		top += chart.height + margin;
	}
	return canvas.toDataURL('image/png').replace('data:image/png;base64,', '');
}
