import { labelledSentences, type LabelledSentence } from '../../analysis/calibration/labelled-sentences.ts';
import { responseSentences } from '../../analysis/calibration/response-sentences.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { isAnswered, type AnsweredTrace } from '../../formats/read-traces.ts';
import { emptySidecar, type Label } from '../../formats/sidecar.ts';
import { traceSubject } from '../../formats/subject.ts';
import type { Result } from '../../protocol/message.ts';
import type { GetLabels } from '../../protocol/labels.ts';
import { quadOf } from '../editor/text-positions.ts';
import { documentOf, type ReadTraceFile } from '../editor/trace-file.ts';
import { loadSidecar } from '../sidecar-store.ts';
import { pathOf } from '../uris.ts';

/** The labelled sentences of one trace. */
export interface TraceLabels {
	readonly trace: AnsweredTrace;
	readonly sentences: readonly LabelledSentence[];
	readonly stale: readonly Label[];
}

/** The sentences of each answered trace of a file, with what its sidecar says. Rejects with RA111 for a sidecar that cannot be read. */
export async function fileLabels({ key, parsed }: Pick<ReadTraceFile, 'key' | 'parsed'>): Promise<TraceLabels[]> {
	const path = pathOf(sidecarFile(key));
	const sidecar = path === undefined ? emptySidecar : await loadSidecar(path);
	return Promise.all(
		parsed.traces.filter(isAnswered).map(async (trace) => {
			const { sentences } = await responseSentences(trace);
			return { trace, ...labelledSentences(sidecar, traceSubject(trace.id), trace.response.text, sentences) };
		}),
	);
}

/** A sentence's place in its document, UTF-16 units. */
export function placeIn(
	{ response: { map } }: AnsweredTrace,
	{ start, end }: { readonly start: number; readonly end: number },
): { start: number; end: number } {
	return { start: map.toDocument(start), end: map.toDocument(end) };
}

/** The same, for an editor. `null` for a file without a response. */
export async function labelRows(read: ReadTraceFile, version: number, who: string): Promise<Result<typeof GetLabels>> {
	const traces = await fileLabels(read);
	const document = documentOf(read, read.key);
	if (traces.length === 0 || document === undefined) return null;
	const said = ({ label, who: by, when, note }: Label) => ({ label, who: by, when, note });
	return {
		uri: read.key,
		version,
		who,
		sentences: traces.flatMap(({ trace, sentences }) =>
			sentences.map((sentence) => ({
				subject: traceSubject(trace.id),
				textSha256: sentence.textSha256,
				range: quadOf(document, placeIn(trace, sentence)),
				text: sentence.text,
				labels: sentence.labels.map(said),
				settled: sentence.settled,
				own: sentence.labels.find((label) => label.who === who)?.label ?? null,
			})),
		),
		stale: traces.flatMap(({ stale }) => stale.map((label) => ({ ...said(label), subject: label.subject, textSha256: label.textSha256 }))),
	};
}
