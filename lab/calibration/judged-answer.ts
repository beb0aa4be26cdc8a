import type { JudgedSpan } from '../spad/judged-span.ts';
import type { SpansByLevel } from '../spad/measure-detection.ts';

/** An answer with its judged sentences, in their order. */
export interface JudgedAnswer {
	readonly id: string;
	/** The answer as a whole. */
	readonly response: JudgedSpan;
	readonly sentences: readonly JudgedSpan[];
}

/** The answers of a side that are judged as a whole and have a judged sentence. */
export function judgedAnswers({ response, sentence }: SpansByLevel): JudgedAnswer[] {
	const sentences = new Map<string, JudgedSpan[]>();
	for (const span of sentence) {
		const known = sentences.get(span.id);
		if (known === undefined) sentences.set(span.id, [span]);
		else known.push(span);
	}
	return response.flatMap((whole) => {
		const own = sentences.get(whole.id);
		return own === undefined ? [] : [{ id: whole.id, response: whole, sentences: own }];
	});
}
