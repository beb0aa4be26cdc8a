import * as z from 'zod';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import type { Subject, SubjectKind } from '../../formats/subject.ts';
import { entryItem, queryItem } from './text-item.ts';
import { traceItem } from './trace-item.ts';

/** What calibration knows of a subject before anything reads it; `subject` tells the kinds apart. */
export const calibrationItem = z.discriminatedUnion('subject', [traceItem, entryItem, queryItem]);
export type CalibrationItem = z.infer<typeof calibrationItem>;

/** An item of one kind of subject. */
export type ItemOf<S extends SubjectKind> = Extract<CalibrationItem, { readonly subject: S }>;

/** What a measure of one kind of subject is given to read. */
export interface SubjectTexts {
	readonly trace: AnsweredTrace;
	readonly entry: { readonly id: string; readonly text: string };
	readonly query: { readonly id: string; readonly text: string };
}

/** Those of one kind, in their order. */
export function itemsOf<S extends SubjectKind, T extends CalibrationItem>(
	items: readonly T[],
	subject: S,
): readonly (T & { readonly subject: S })[] {
	return items.filter((item): item is T & { readonly subject: S } => item.subject === subject);
}

/** Which subject an item is of, and where it stands. */
export function subjectOf(item: CalibrationItem): Subject {
	switch (item.subject) {
		case 'trace': {
			const { file, trace, content, response } = item;
			return { kind: 'trace', id: trace, content, place: { file, start: response.start, end: response.end } };
		}
		case 'entry':
		case 'query': {
			const { subject, id, content, place } = item;
			return { kind: subject, id, content, place };
		}
	}
}

/** Whether somebody has said anything of it that a method could learn from or be judged by. */
export function isLabeledItem(item: CalibrationItem): boolean {
	switch (item.subject) {
		case 'trace':
			return item.response.truth !== null || item.sentences.some(({ truth }) => truth !== null);
		case 'entry':
		case 'query':
			return item.label !== null;
	}
}
