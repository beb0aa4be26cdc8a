import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { tagText } from '../../text/sentences.ts';
import type { TaggedText } from '../../text/tagged-text.ts';
import { responseLanguage } from '../sentence-list.ts';

/** Sentences and words of a response, cut and tagged as an analysis does. */
export function responseSentences(trace: AnsweredTrace): Promise<TaggedText> {
	return tagText(trace.response.text, responseLanguage(trace));
}
