import { codePointsOf } from '../text/code-points.ts';
import type { LabelLine } from './ragtruth-schema.ts';
import type { TraceLabel } from './trace.ts';

/** Why a label cannot be: what is wrong, and what was expected. */
export interface LabelMistake {
	readonly index: number;
	readonly code: 'RA120' | 'RA121';
	readonly message: string;
	readonly hint: string;
}

/** Labels of a response with offsets in UTF-16 units instead of code points, in their order. */
export function readLabels(response: string, lines: readonly LabelLine[]): { labels: TraceLabel[]; mistakes: LabelMistake[] } {
	const points = codePointsOf(response);
	const labels: TraceLabel[] = [];
	const mistakes: LabelMistake[] = [];
	for (const [index, line] of lines.entries()) {
		const { start, end } = line;
		const isSpan = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end && end <= points.length;
		if (!isSpan) {
			mistakes.push({
				index,
				code: 'RA120',
				message: `Label ${index + 1} has no place in its response: ${start} to ${end}.`,
				hint: `Expected \`start\` < \`end\`, both from 0 to ${points.length} (Unicode code points of the response).`,
			});
			continue;
		}
		const [from, to] = [points.toUnits(start), points.toUnits(end)];
		const found = response.slice(from, to);
		if (line.text !== undefined && line.text !== found) {
			const counted =
				response.slice(start, end) === line.text ? ' It fits when UTF-16 units are counted; the format counts Unicode code points.' : '';
			mistakes.push({
				index,
				code: 'RA121',
				message: `The text of label ${index + 1} is not what stands at ${start} to ${end}: ${shown(found)}.`,
				hint: `Expected ${shown(line.text)} there.${counted}`,
			});
			continue;
		}
		labels.push({
			start: from,
			end: to,
			type: line.label_type,
			...(line.meta === undefined || line.meta === '' ? {} : { note: line.meta }),
			...(line.due_to_null === true ? { dueToNull: true } : {}),
			...(line.implicit_true === true ? { implicitTrue: true } : {}),
		});
	}
	return { labels, mistakes };
}

function shown(text: string): string {
	const characters = Array.from(text);
	return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text);
}
