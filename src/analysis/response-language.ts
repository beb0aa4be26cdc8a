import type { AnsweredTrace } from '../formats/read-traces.ts';
import { languageOf, type Language } from '../text/language.ts';

/** Language of a trace's response. One of a few words shows none: its question then speaks for it. */
export function responseLanguage(trace: AnsweredTrace): Language {
	const { text } = trace.response;
	return languageOf((text.match(/\p{L}+/gu)?.length ?? 0) < 12 ? `${trace.query.text}\n${text}` : text);
}
