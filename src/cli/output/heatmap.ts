import { heatKind, heatStep, heatTint, heatValue, type HeatMeasure } from '../../formats/heat-scale.ts';
import { isFlaggedSentence, sentenceVerdicts } from '../../formats/sentence-verdict.ts';
import { isTokenSource, tokenSourceNames, type TokenSource } from '../../formats/token-sources.ts';
import type { AnalysisRecord } from '../../protocol/requests.ts';
import { cellsOf, type Cell, widthOf, wrap } from './cells.ts';
import { type ColorDepth, mix, paint, type Rgb, rgbCodes, underline } from './color.ts';
import { visible } from './plain-text.ts';

export interface HeatmapOptions {
	readonly measure: HeatMeasure;
	readonly depth: ColorDepth;
	/** Columns of the terminal. */
	readonly width: number;
	/** Whether the terminal's background is light, where it says so. */
	readonly light: boolean;
}

/** What is colored by where nobody says: the classifier's suspicion where one has judged, as in the editor and the report; otherwise the confidence gap. */
export function defaultMeasure({ tokens }: Pick<AnalysisRecord, 'tokens'>): HeatMeasure {
	return tokens.some((token) => heatValue('suspicion', token) !== null) ? 'suspicion' : 'cg';
}

type Tint = ReturnType<typeof heatTint>;
interface Look {
	readonly tint: Tint;
	readonly flagged: boolean;
}

/** The response stands on a panel of its own, so that tints read the same on every terminal. */
const panels: Readonly<Record<'light' | 'dark', { readonly paper: Rgb; readonly ink: Rgb; readonly warm: Rgb; readonly cool: Rgb }>> = {
	light: { paper: [251, 250, 248], ink: [28, 30, 33], warm: [240, 140, 46], cool: [91, 158, 230] },
	dark: { paper: [29, 32, 38], ink: [236, 238, 242], warm: [178, 90, 12], cool: [32, 104, 186] },
};

const plain: Look = { tint: { hue: 'warm', strength: 0 }, flagged: false };

/** How each UTF-16 unit of the response looks. */
function looksOf(record: AnalysisRecord, response: { readonly start: number; readonly text: string }, measure: HeatMeasure): Look[] {
	const flagged = new Uint8Array(response.text.length);
	const verdicts = sentenceVerdicts(record);
	for (const [i, { start, end }] of record.sentences.entries())
		if (isFlaggedSentence(verdicts[i]!)) flagged.fill(1, start - response.start, end - response.start);
	const looks: Look[] = Array.from({ length: response.text.length }, () => plain);
	for (const token of record.tokens) {
		const value = heatValue(measure, token);
		if (value === null) continue;
		const tint = heatTint(measure, heatStep(measure, value));
		for (let at = token.start - response.start; at < token.end - response.start; at++) looks[at] = { tint, flagged: flagged[at] === 1 };
	}
	return looks;
}

function codesOf({ tint, flagged }: Look, { depth, light }: HeatmapOptions): string {
	const line = flagged ? underline : '';
	if (depth === 8 || depth === 24) {
		const panel = panels[light ? 'light' : 'dark'];
		const background = mix(panel.paper, panel[tint.hue], tint.strength);
		return [rgbCodes(depth, 'background', background), rgbCodes(depth, 'text', panel.ink), line].filter(Boolean).join(';');
	}
	const warm = tint.hue === 'warm';
	const color = tint.strength < 0.25 ? '' : tint.strength < 0.6 ? (warm ? '33' : '36') : warm ? '30;43' : '30;46';
	return [color, line].filter(Boolean).join(';');
}

/** Runs of cells that look the same, each painted once. */
function paintLine(line: readonly Cell[], looks: readonly Look[], options: HeatmapOptions, inner: number): string {
	const runs: { codes: string; text: string }[] = [];
	const push = (codes: string, text: string) => {
		const last = runs.at(-1);
		if (last?.codes === codes) last.text += text;
		else runs.push({ codes, text });
	};
	const ground = codesOf(plain, options);
	const onPanel = options.depth >= 8;
	if (onPanel) push(ground, ' ');
	for (const cell of line) push(codesOf(looks[cell.offset] ?? plain, options), cell.text);
	if (onPanel) push(ground, ' '.repeat(inner - widthOf(line) + 1));
	return runs.map(({ codes, text }) => paint(options.depth, codes, text)).join('');
}

/** Whose strength is told in figures where there is no color: a source that gave, and otherwise what asks for a look. */
function markedHue(measure: HeatMeasure): Tint['hue'] {
	return measure === 'cg' || heatKind(measure) === 'rising' ? 'warm' : 'cool';
}

/** Without color: `~` under a flagged sentence, `1` to `9` under what would have the marked hue, by strength. Empty when nothing is marked. */
function markLine(line: readonly Cell[], looks: readonly Look[], hue: Tint['hue']): string {
	return line
		.map((cell) => {
			const { tint, flagged } = looks[cell.offset] ?? plain;
			const digit = tint.hue === hue ? Math.round(tint.strength * 9) : 0;
			return (digit > 0 && cell.text.trim() !== '' ? String(digit) : flagged ? '~' : ' ').repeat(cell.width);
		})
		.join('')
		.trimEnd();
}

/** The response's lines, colored or with a line of marks below each that has any; every line is indented by two columns. */
export function heatmap(
	record: AnalysisRecord,
	response: { readonly start: number; readonly text: string },
	options: HeatmapOptions,
): string[] {
	const looks = looksOf(record, response, options.measure);
	const inner = options.width - 4;
	const lines = wrap(cellsOf(visible(response.text)), inner);
	if (options.depth > 1) return lines.map((line) => `  ${paintLine(line, looks, options, inner)}`);
	return lines.flatMap((line) => {
		const marks = markLine(line, looks, markedHue(options.measure));
		const text = `  ${line.map((cell) => cell.text).join('')}`.trimEnd();
		return marks === '' ? [text] : [text, `  ${marks}`];
	});
}

/** What marks and colors say: what asks for a look (of a source: what it took), and its opposite. */
interface Meaning {
	readonly warm: string;
	readonly cool?: string;
	readonly marked: string;
}

function meaningOf(measure: HeatMeasure): Meaning {
	if (isTokenSource(measure)) return sourceMeaning(measure);
	switch (measure) {
		case 'cg':
			return {
				warm: 'the contexts made the model less sure (CG below 0)',
				cool: 'they made it surer',
				marked: 'the contexts made the model less sure here (CG below 0)',
			};
		case 'kl':
			return { warm: 'the contexts moved the prediction (KL)', marked: 'the contexts moved the prediction (KL)' };
		case 'surprise':
			return { warm: 'the token surprised the model', marked: 'the token surprised the model' };
		case 'suspicion':
			return { warm: 'suspected by the classifier', marked: 'suspected by the classifier' };
	}
}

function sourceMeaning(source: TokenSource): Meaning {
	const name = tokenSourceNames[source];
	return { warm: `took probability: ${name}`, cool: 'gave probability', marked: `probability from: ${name}` };
}

/** What the colors or marks mean. */
export function legend(options: HeatmapOptions): string {
	const { warm, cool, marked } = meaningOf(options.measure);
	if (options.depth === 1) return `~ sentence flagged; 1-9 ${marked}`;
	const swatch = (hue: 'warm' | 'cool') => paint(options.depth, codesOf({ tint: { hue, strength: 1 }, flagged: false }, options), '   ');
	return `${swatch('warm')} ${warm}  ${cool === undefined ? '' : `${swatch('cool')} ${cool}  `}${paint(options.depth, underline, 'flagged')}`;
}
