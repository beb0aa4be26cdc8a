import type { PiiFound, PiiType } from './pii-types.ts';
import { kindOfLabel } from './model-labels.ts';

/** What a model finds in one text: UTF-16 offsets, and what it calls it; in order, none overlapping another. */
export interface ModelSpans {
	/** By which it is called. */
	readonly model: string;
	readonly spans: readonly { readonly start: number; readonly end: number; readonly label: string }[];
}

/** A finding of a model, before it is joined with those of rules. */
export type ModelFinding = Pick<PiiFound, 'start' | 'end' | 'type'>;

/** Values of which models name parts, each by a label of its own: given name and surname, number of a building and street. */
const inParts: ReadonlySet<PiiType> = new Set(['name', 'address']);
const blanks = /^[\s\u00A0]+$/u;

/** What a model's spans are here. A label that nobody knows is some personal value; one that is none finds nothing. */
export function modelFindings(text: string, { spans }: ModelSpans): ModelFinding[] {
	const found: (ModelFinding & { readonly labels: readonly string[] })[] = [];
	for (const { start, end, label } of spans) {
		const type = kindOfLabel(label) ?? 'other';
		if (type === 'none' || !/[\p{L}\p{N}]/u.test(text.slice(start, end))) continue;
		const last = found.at(-1);
		const goesOn = last?.type === type && !last.labels.includes(label) && inParts.has(type) && blanks.test(text.slice(last.end, start));
		if (goesOn) found[found.length - 1] = { ...last, end, labels: [...last.labels, label] };
		else found.push({ start, end, type, labels: [label] });
	}
	return found.map(({ start, end, type }) => ({ start, end, type }));
}

/** Labels that are not known, of all that a model has: what it finds under them counts as `other`. */
export function unknownLabels(labels: readonly string[]): string[] {
	return labels.filter((label) => kindOfLabel(label) === undefined);
}
