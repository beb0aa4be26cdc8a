import { errorNumbers } from '../../error-numbers.ts';
import type { MappedText } from '../../text/text-map.ts';
import type { FormatProblem } from '../trace.ts';
import { mappingExample } from './row-mapping.ts';
import { namesSource } from './source-names.ts';

/** What to do about answers without contexts. */
export const contextsHint = `Save the retrieved texts with each answer. If they are in a member that was not read, name it: --map '${mappingExample}'.`;

/** Finds out whether the answers of a file are compared with nothing: a file without contexts would look as if all was well. */
export class ContextDoubt {
	#answers = 0;
	#contexts = 0;
	#hasText = false;

	/** Adds the contexts of another answer. */
	add(contexts: readonly { readonly text: MappedText }[]): void {
		this.#answers++;
		this.#contexts += contexts.length;
		this.#hasText ||= contexts.some(({ text }) => !namesSource(text.text));
	}

	/** Returns the warning in a sentence, or `undefined` if the contexts are texts. */
	get words(): string | undefined {
		if (this.#answers === 0 || this.#hasText) return undefined;
		return this.#contexts === 0
			? 'No record of this file has contexts. No answer was compared with anything.'
			: 'The contexts of this file look like names of documents, and not like their texts.';
	}
}

/** Returns the problem of a file whose format is known, and that holds no answer. */
export function noAnswerIn(document: string, format: string): FormatProblem {
	return {
		code: errorNumbers.noAnswerInFile,
		message: `This file looks like ${format}, and none of its records has an answer that can be read.`,
		hint: 'Export it with the answers: RAG Assay compares each answer with its contexts.',
		document,
		range: { start: 0, end: 1 },
	};
}
