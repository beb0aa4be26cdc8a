import { basename, relative, sep } from 'node:path';
import type { EntryItem, QueryItem } from '../../analysis/calibration/text-item.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import { readLabeledTexts, type LabeledText, type TextSubject } from '../../formats/labeled-texts.ts';
import { problemErrors } from '../../formats/read-traces.ts';
import { settledLabels } from '../../formats/sidecar-labels.ts';
import { emptySidecar, textSha256, type Label, type Sidecar } from '../../formats/sidecar.ts';
import { linePlaces } from '../../text/lines.ts';
import { jsonHash } from '../../files/cache-files.ts';
import type { LexicalSource } from '../models/lexical-worker-client.ts';
import type { Failures } from '../traces/failures.ts';
import type { DataItem, Found, TextData } from './data-item.ts';
import { labelLines, sidecarBeside } from './data-sources.ts';

/** What the embedder `lexical` is fitted to where a data set is calibrated with: its entries and queries, of all shards. */
export function lexicalTexts(items: readonly DataItem[]): LexicalSource {
	return { texts: () => items.flatMap(({ subject }) => ('text' in subject ? [subject.text] : [])) };
}

/**
 * The entries or queries of a file, from its source, with what people say of them beside it. What cannot be read of it is added to `failures`.
 * Rejects with RA506 or RA513.
 */
export async function textFileFound(
	source: string,
	file: string,
	kind: TextSubject,
	failures: Failures,
	signal: AbortSignal,
): Promise<Found> {
	const text = await requireText(file, fileKinds.dataSet);
	const { texts, problems } = readLabeledTexts({ document: file, text }, kind);
	failures.add(...problemErrors(problems, () => text));
	const sidecar = await sidecarBeside(file, failures, signal);
	const labelOf = labelsIn(sidecar, kind);
	const placeOf = linePlaces(text);
	return {
		file: (relative(source, file) || basename(file)).split(sep).join('/'),
		texts: [text],
		labels: labelLines(sidecar),
		items: texts.map((one) => textData(file, kind, { ...one, label: labelOf(one) }, placeOf)),
	};
}

/**
 * What is said of texts: what people have settled weighs more than the line's own label, and what they disagree about is decided by nobody.
 * A label of a text that has changed since says nothing.
 */
function labelsIn({ labels }: Sidecar, kind: TextSubject): (one: LabeledText) => string | null {
	const byId = new Map<string, Label[]>();
	for (const label of labels) {
		if (label.subject.kind !== kind) continue;
		const same = byId.get(label.subject.id);
		if (same === undefined) byId.set(label.subject.id, [label]);
		else same.push(label);
	}
	return ({ id, text, label = null }) => {
		const own = byId.get(id);
		if (own === undefined) return label;
		const hash = textSha256(text);
		const { labels: settled, disputed } = settledLabels({ ...emptySidecar, labels: own }, { kind, id });
		return disputed.includes(hash) ? null : (settled.find(({ textSha256: said }) => said === hash)?.label ?? label);
	};
}

type Judged = Omit<LabeledText, 'label'> & { readonly label: string | null };

function textData(file: string, kind: TextSubject, one: Judged, placeOf: ReturnType<typeof linePlaces>): TextData {
	const { id, text, label, split = null, group, range, kind: asks, relevant } = one;
	// A query and an entry may say the same.
	const content = jsonHash([kind, text]);
	const common = { id, text, label, split, content, group: group ?? content, place: { file, ...range } };
	const place = () => ({ file, ...placeOf(range.start) });
	const known: Pick<TextData, 'subject' | 'key' | 'place'> = { subject: { id, text }, key: content, place };
	switch (kind) {
		case 'entry':
			return { ...known, item: { subject: kind, ...common } satisfies EntryItem };
		case 'query':
			return {
				...known,
				item: {
					subject: kind,
					...common,
					...(asks === undefined ? {} : { kind: asks }),
					...(relevant === undefined ? {} : { relevant }),
				} satisfies QueryItem,
			};
	}
}
