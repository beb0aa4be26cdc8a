import { languageOf } from '../../text/language.ts';
import { tagText } from '../../text/sentences.ts';

/** Sentences of a document's own answer, in their order. One that the limit of tokens broke off is none: where it breaks says nothing. */
export async function pathSentences(text: string, finish: 'stop' | 'length' | 'cancelled'): Promise<string[]> {
	const { sentences } = await tagText(text, languageOf(text));
	const texts = sentences.map(({ start, end }) => text.slice(start, end));
	return finish !== 'stop' && !/[.!?…]["”’)\]]*$/u.test(text.trimEnd()) ? texts.slice(0, -1) : texts;
}
