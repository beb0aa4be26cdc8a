import type { LabelName, LabelQueueState } from '../../protocol/labels.ts';

/** What the labels are called. */
export const labelWords: Readonly<Record<LabelName, string>> = { grounded: 'grounded', ungrounded: 'not grounded' };

/** How far labelling has come, in a few words. */
export function progressText({ sentences, labelled, ungrounded, disputed, stale, measured, traces }: LabelQueueState): string {
	if (sentences === 0) return 'There is no response to label in this workspace.';
	const asides = [
		...(disputed > 0 ? [`${disputed} disputed`] : []), ...(stale > 0 ? [`${stale} ${stale === 1 ? 'label is' : 'labels are'} stale`] : []),
		...(measured < traces ? [`${measured} of ${traces} traces read`] : []),
	];
	const done = labelled === sentences ? `All ${sentences} sentences are labelled` : `${labelled} of ${sentences} sentences are labelled`;
	return `${done}, ${ungrounded} of them not grounded${asides.length === 0 ? '' : `; ${asides.join(', ')}`}.`;
}

/** Above the queue: progress, the keys, and what the labels have brought. */
export function queueText(state: LabelQueueState, advice: string | undefined): string {
	const keys = state.current === null ? [] : ['G grounded · N not grounded · S skip · U undo'];
	return [progressText(state), ...keys, ...(advice === undefined ? [] : [advice]), ...state.notes].join('\n');
}

/** A text of one line, of the same length: white space becomes spaces. */
export function oneLine(text: string): string {
	return text.replaceAll(/\s/g, ' ');
}

export interface Passage {
	readonly label: string;
	/** Lit words, `[start, end)` in the label. */
	readonly highlights: [number, number][];
}

/** As much of a passage as a row shows, around its strongest word; `lit`: words by falling share, `[start, end)` in the text. */
export function passageRow(text: string, lit: readonly (readonly [number, number])[], width = 160): Passage {
	const line = oneLine(text);
	const [strongest] = lit;
	const from = strongest === undefined || line.length <= width ? 0 : Math.max(0, Math.min(strongest[0] - Math.floor(width / 3), line.length - width));
	const to = Math.min(line.length, from + width);
	const [before, after] = [from > 0 ? '…' : '', to < line.length ? '…' : ''];
	const shift = before.length - from;
	const highlights = lit.filter(([start, end]) => start >= from && end <= to).map(([start, end]): [number, number] => [start + shift, end + shift]);
	return { label: `${before}${line.slice(from, to)}${after}`, highlights: highlights.toSorted((a, b) => a[0] - b[0]) };
}
