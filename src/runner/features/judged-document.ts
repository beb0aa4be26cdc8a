import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../formats/analysis-record.ts';
import { textSha256, type FindingKey } from '../../formats/sidecar.ts';
import type { MappedText } from '../../text/text-map.ts';
import type { AnalysedFile } from '../editor/trace-analyses.ts';
import { documentOf } from '../editor/trace-file.ts';

/** The text of a subject with what was found in it; places of findings are offsets of its document. */
export interface JudgedText {
	readonly text: Pick<MappedText, 'text' | 'map'>;
	readonly findings: readonly Finding[];
}

/** A document with the judged texts that stand in it, whatever kinds of subjects they are of. */
export interface JudgedDocument {
	readonly uri: string;
	readonly document: TextDocument;
	readonly texts: readonly JudgedText[];
}

/** What was found in the responses of a trace file. */
export function judgedResponses(analysed: AnalysedFile): JudgedDocument {
	return {
		uri: analysed.key,
		document: documentOf(analysed, analysed.key)!,
		texts: analysed.analyses.map(({ trace: { response }, record: { findings } }) => ({ text: response, findings })),
	};
}

/** What the sidecar knows a finding by: its subject, and the logical text at its place. */
export function findingKey({ text, map }: JudgedText['text'], { subject, code, start, end }: Finding): FindingKey {
	return { subject, code, textSha256: textSha256(text.slice(map.toText(start), map.toText(end))) };
}
