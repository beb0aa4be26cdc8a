import { readTags, type AnswerTags } from '../../../lab/datasets/answer-tags.ts';
import { sentenceTruth } from '../../../lab/datasets/sentence-truth.ts';
import { entityAskedAbout } from '../../../lab/spad/labelled-response.ts';
import type { Trace } from '../../formats/trace.ts';
import type { TextRange } from '../../text/tagged-text.ts';

/** What only the project's own sets say of a trace, in their tags: which sentences nobody decides, and whom it is about. */
export interface WorldKnowledge {
	readonly undecided: (sentence: TextRange) => boolean;
	/** Keeps answers about one entity on one side of every cut; `undefined`: about nobody by name. */
	readonly entity: string | undefined;
}

const nothing: WorldKnowledge = { undecided: () => false, entity: undefined };

/** Of a trace of any other origin: nothing. */
export function worldKnowledge({ tags, query, contexts }: Trace): WorldKnowledge {
	const read = tags.length === 0 ? null : answerTags(tags);
	if (read === null) return nothing;
	return {
		undecided: (sentence) => sentenceTruth(sentence, [], read) === null,
		entity: entityAskedAbout({ query: query.text, contexts: contexts.map(({ id, text }) => ({ id, text: text.text })) }),
	};
}

function answerTags(tags: readonly string[]): AnswerTags | null {
	try {
		return readTags(tags);
	} catch (error) {
		// Somebody else's tags.
		if (error instanceof RangeError) return null;
		throw error;
	}
}
