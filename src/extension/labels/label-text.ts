import type { LabelQueueState, LearnFromLabels } from '../../protocol/labels.ts';
import type { Result } from '../../protocol/rpc.ts';
import { plural } from '../../wording/phrases.ts';
import type { WireError } from '../../protocol/requests.ts';
import { sentenceOf } from '../vscode/failure.ts';

/** How far labeling has come, in a few words. */
export function progressText({ sentences, labelled, ungrounded, disputed, stale, measured, traces }: LabelQueueState): string {
	if (sentences === 0) return 'There is no response to label in this workspace.';
	const asides = [
		...(disputed > 0 ? [`${disputed} disputed`] : []),
		...(stale > 0 ? [`${stale} ${stale === 1 ? 'label is' : 'labels are'} stale`] : []),
		...(measured < traces ? [`${measured} of ${traces} traces analyzed`] : []),
	];
	const done =
		labelled === sentences
			? allLabeledText(sentences)
			: `${labelled.toLocaleString('en')} of ${plural(sentences, 'sentence')} ${sentences === 1 ? 'is' : 'are'} labeled`;
	const found =
		sentences === 1 ? (ungrounded === 1 ? ' as not supported' : '') : `, ${ungrounded.toLocaleString('en')} of them not supported`;
	return `${done}${found}${asides.length === 0 ? '' : `; ${asides.join(', ')}`}.`;
}

/** That no sentence waits for a label; without the full stop. */
export function allLabeledText(sentences: number): string {
	return sentences === 1 ? 'The only sentence is labeled' : `All ${plural(sentences, 'sentence')} are labeled`;
}

/** Above the queue: progress and the keys. What could not be read stands below it: the list may be long, and the queue is to stay in sight. */
export function queueText(state: LabelQueueState): string {
	const keys = state.current === null ? [] : ['Keys: G supported · N not supported · S skip · U undo.'];
	return [progressText(state), ...keys].join(' ');
}

/** What the labels have brought, as short as a row; the learning curve's own words say more. */
export function adviceText({ points, more }: Result<typeof LearnFromLabels>): string {
	const last = points.at(-1);
	if (last === undefined) return 'Too few labels to estimate the gain';
	const reached = `AUC ${last.auc.value.toFixed(2)} on other labels`;
	return more === null
		? `${reached}; too early to say whether more would help`
		: more === 0
			? `${reached}; more would change little`
			: `${reached}; about ${more.toLocaleString('en')} more would help`;
}

/** What could not be read and is not in what labels have brought, as short as a row. */
export function leftOutText(traces: number): string {
	return `${traces} labeled ${traces === 1 ? 'trace' : 'traces'} could not be read, so the classifier did not learn from them`;
}

/** What a failure's row is called, and what it says to those who look or listen: the file, what is wrong with it, and what to do. */
export function failureText(error: WireError): { readonly name: string; readonly words: string } {
	const { place } = error;
	const name =
		place === undefined
			? error.code
			: `${place.file.split(/[\\/]/).at(-1) ?? place.file}${place.line === undefined ? '' : `:${place.line}`}`;
	return { name, words: sentenceOf(error) };
}

/** A text of one line, of the same length: white space becomes spaces. */
export function withPlainSpaces(text: string): string {
	return text.replaceAll(/\s/g, ' ');
}

/** A context, or a part of one, as a row shows it. */
export interface ContextText {
	readonly label: string;
	/** Lit words, `[start, end)` in the label. */
	readonly highlights: [number, number][];
}

/** As much of a context as a row shows, around its strongest word; `lit`: words by falling share, `[start, end)` in the text. */
export function contextText(text: string, lit: readonly (readonly [number, number])[], width = 160): ContextText {
	const line = withPlainSpaces(text);
	const [strongest] = lit;
	const from =
		strongest === undefined || line.length <= width ? 0 : Math.max(0, Math.min(strongest[0] - Math.floor(width / 3), line.length - width));
	const to = Math.min(line.length, from + width);
	const [before, after] = [from > 0 ? '…' : '', to < line.length ? '…' : ''];
	const shift = before.length - from;
	const highlights = lit
		.filter(([start, end]) => start >= from && end <= to)
		.map(([start, end]): [number, number] => [start + shift, end + shift]);
	return { label: `${before}${line.slice(from, to)}${after}`, highlights: highlights.toSorted((a, b) => a[0] - b[0]) };
}
