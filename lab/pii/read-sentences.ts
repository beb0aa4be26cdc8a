import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { piiTypes } from '../../src/text/pii/pii-types.ts';
import type { MarkedText } from './marked-text.ts';

const line = z.strictObject({
	text: z.string().min(1),
	pii: z.array(
		z.strictObject({ start: z.number().int().nonnegative(), end: z.number().int(), type: z.enum(piiTypes), value: z.string().min(1) }),
	),
	kind: z.enum(['medical', 'bank', 'support', 'hr', 'report', 'chat', 'form']),
});

/** Sentences of JSON Lines whose offsets and values agree. @throws RangeError with the line of what is wrong. */
export function sentencesOf(text: string): MarkedText[] {
	return text
		.split('\n')
		.filter((one) => one.trim() !== '')
		.map((one, i) => {
			const { text: sentence, pii } = line.parse(JSON.parse(one));
			const wrong = pii.find(({ start, end, value }) => sentence.slice(start, end) !== value);
			if (wrong !== undefined) throw new RangeError(`line ${i + 1}: '${wrong.value}' does not stand at ${wrong.start}`);
			return { text: sentence, values: pii.map(({ start, end, type }) => ({ start, end, type })).toSorted((a, b) => a.start - b.start) };
		});
}

/**
 * 200 sentences of notes, letters, tickets, reports and forms, written by hand by somebody who had not seen the recognizers; a quarter of them hold
 * nothing personal. For figures alone: no rule may follow from them.
 */
export async function handWrittenSentences(): Promise<MarkedText[]> {
	return sentencesOf(await readFile(new URL('./sentences.jsonl', import.meta.url), 'utf8'));
}
