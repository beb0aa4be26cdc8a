import { basename, relative, sep } from 'node:path';
import type { EntryItem, QueryItem } from '../../analysis/calibration/text-item.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import { readLabelledTexts, type LabelledText, type TextSubject } from '../../formats/labelled-texts.ts';
import { problemErrors } from '../../formats/read-traces.ts';
import { linePlaces } from '../../text/lines.ts';
import type { Failures } from '../files/failures.ts';
import { jsonHash } from '../json-hash.ts';
import type { Found, TextData } from './data-item.ts';

/** The entries or queries of a file, from its source. What cannot be read of it is added to `failures`. Rejects with RA506 or RA513. */
export async function textFileFound(source: string, file: string, kind: TextSubject, failures: Failures): Promise<Found> {
	const text = await requireText(file, fileKinds.dataSet);
	const { texts, problems } = readLabelledTexts({ document: file, text }, kind);
	failures.add(...problemErrors(problems, () => text));
	const placeOf = linePlaces(text);
	return {
		file: (relative(source, file) || basename(file)).split(sep).join('/'),
		texts: [text],
		labels: [],
		items: texts.map((one) => textData(file, kind, one, placeOf)),
	};
}

function textData(file: string, kind: TextSubject, one: LabelledText, placeOf: ReturnType<typeof linePlaces>): TextData {
	const { id, text, label = null, split = null, group, range } = one;
	// A query and an entry may say the same.
	const content = jsonHash([kind, text]);
	const common = { id, text, label, split, content, group: group ?? content, place: { file, ...range } };
	const place = () => ({ file, ...placeOf(range.start) });
	const known: Pick<TextData, 'subject' | 'key' | 'place'> = { subject: { id, text }, key: content, place };
	switch (kind) {
		case 'entry':
			return { ...known, item: { subject: kind, ...common } satisfies EntryItem };
		case 'query':
			return { ...known, item: { subject: kind, ...common } satisfies QueryItem };
	}
}
