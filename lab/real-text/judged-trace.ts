import type { AnsweredTrace } from '../../src/formats/read-traces.ts';
import { ownDocument } from '../datasets/own-document.ts';
import type { JudgedText } from './judged-text.ts';

/** Returns a judged answer as the product reads it from a file. */
export function judgedTrace({ id, parts }: JudgedText): AnsweredTrace {
	return {
		id,
		tags: [],
		query: ownDocument(parts.query),
		contexts: parts.contexts.map((context) => ({ id: context.id, text: ownDocument(context.text) })),
		sections: [],
		response: ownDocument(parts.response),
	};
}
