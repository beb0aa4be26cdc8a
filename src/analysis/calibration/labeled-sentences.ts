import { labelsByText, settled } from '../../formats/sidecar-labels.ts';
import { textSha256, type Label, type Sidecar } from '../../formats/sidecar.ts';
import { isSameSubject, type SubjectKey } from '../../formats/subject.ts';
import type { TextRange } from '../../text/tagged-text.ts';

/** A sentence of a response with what people say of it; its range is in the response's text. */
export interface LabeledSentence extends TextRange {
	readonly text: string;
	readonly textSha256: string;
	/** One a person, in the order of their names. */
	readonly labels: readonly Label[];
	readonly settled: ReturnType<typeof settled>;
}

/**
 * The sentences of a response with their labels. Labels belong to texts: of equal sentences each has all of them; a label whose text
 * is no sentence of the response any more is stale.
 */
export function labeledSentences(
	sidecar: Sidecar,
	subject: SubjectKey,
	response: string,
	ranges: readonly TextRange[],
): { sentences: LabeledSentence[]; stale: Label[] } {
	const own = sidecar.labels.filter((entry) => isSameSubject(entry.subject, subject));
	const byText = labelsByText(own);
	const sentences = ranges.map(({ start, end }): LabeledSentence => {
		const text = response.slice(start, end);
		const hash = textSha256(text);
		const labels = (byText.get(hash) ?? []).toSorted((a, b) => (a.who < b.who ? -1 : 1));
		return { start, end, text, textSha256: hash, labels, settled: settled(labels) };
	});
	const present = new Set(sentences.map((sentence) => sentence.textSha256));
	return { sentences, stale: own.filter((entry) => !present.has(entry.textSha256)) };
}
