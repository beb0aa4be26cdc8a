import { errorNumbers, type ErrorNumberOf } from '../error-numbers.ts';
import { codePointsOf, type CodePoints } from '../text/code-points.ts';
import type { TextRange } from '../text/tagged-text.ts';
import type { ResponseLine, SpanLine } from './ragtruth-schema.ts';
import type { TraceLabel } from './trace.ts';

/** Why a label or an undecided span cannot be: what is wrong, and what was expected. */
export interface LabelMistake {
	readonly member: 'labels' | 'undecided';
	readonly index: number;
	readonly code: ErrorNumberOf<'impossibleLabelSpan' | 'labelTextDiffers'>;
	readonly message: string;
	readonly hint: string;
}

/** What a line says of its response, with offsets in UTF-16 units instead of code points, in the order of the line. */
export function readLabels(
	response: string,
	{ labels = [], undecided = [] }: Pick<ResponseLine, 'labels' | 'undecided'>,
): { labels: TraceLabel[]; undecided: TextRange[]; mistakes: LabelMistake[] } {
	const points = codePointsOf(response);
	const mistakes: LabelMistake[] = [];
	const placed = <L extends SpanLine>(member: LabelMistake['member'], lines: readonly L[]): { line: L; range: TextRange }[] =>
		lines.flatMap((line, index) => {
			const found = placeOf(response, points, line, member === 'labels' ? `label ${index + 1}` : `undecided span ${index + 1}`);
			if ('start' in found) return [{ line, range: found }];
			mistakes.push({ member, index, ...found });
			return [];
		});
	return {
		labels: placed('labels', labels).map(({ line, range }) => ({
			...range,
			type: line.label_type,
			...(line.meta === undefined || line.meta === '' ? {} : { note: line.meta }),
			...(line.due_to_null === true ? { dueToNull: true } : {}),
			...(line.implicit_true === true ? { implicitTrue: true } : {}),
		})),
		undecided: placed('undecided', undecided).map(({ range }) => range),
		mistakes,
	};
}

/** Where a span stands in the response, in UTF-16 units; what is wrong with it where it stands nowhere. */
function placeOf(
	response: string,
	points: CodePoints,
	{ start, end, text }: SpanLine,
	name: string,
): TextRange | Omit<LabelMistake, 'member' | 'index'> {
	const isSpan = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end && end <= points.length;
	if (!isSpan)
		return {
			code: errorNumbers.impossibleLabelSpan,
			message: `${name.charAt(0).toUpperCase()}${name.slice(1)} has no place in its response: ${start} to ${end}.`,
			hint: `Expected \`start\` < \`end\`, both from 0 to ${points.length} (Unicode code points of the response).`,
		};
	const range = { start: points.toUnits(start), end: points.toUnits(end) };
	const found = response.slice(range.start, range.end);
	if (text === undefined || text === found) return range;
	const counted =
		response.slice(start, end) === text ? ' It fits when UTF-16 units are counted; the format counts Unicode code points.' : '';
	return {
		code: errorNumbers.labelTextDiffers,
		message: `The text of ${name} differs from the text at ${start} to ${end}: ${shown(found)}.`,
		hint: `Expected ${shown(text)} there.${counted}`,
	};
}

function shown(text: string): string {
	const characters = Array.from(text);
	return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text);
}
