import { indexGiven, type GivenIndex } from '../../src/methods/support/given-index.ts';
import { isSameValue } from '../../src/methods/support/rivals.ts';
import { judgeSupport, type Support } from '../../src/methods/support/support.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import type { Random } from '../../src/statistics/random.ts';
import { languageOf } from '../../src/text/language.ts';
import { tagText } from '../../src/text/sentences.ts';
import { editedValue } from './planted-edits.ts';

/** An answer with its contexts. */
export type AnsweredParts = PromptParts & { readonly response: string };

/** Indexes what an answer may take its values from, as an analysis does. */
export function indexOf({ system, query, contexts }: AnsweredParts): GivenIndex {
	return indexGiven([
		...(system === undefined ? [] : [{ context: null, text: system }]),
		{ context: null, text: query },
		...contexts.map(({ id, text }) => ({ context: id, text })),
	]);
}

export async function supportOf(response: string, index: GivenIndex): Promise<Support> {
	const language = languageOf(response);
	return judgeSupport({ response, tagged: await tagText(response, language), language }, index);
}

/** Returns whether some value of an answer is flagged, and how many are compared. */
export function flaggedIn({ values }: Support): boolean {
	return values.some(({ found }) => found.state === 'not-given' || found.state === 'contradicted');
}

/** What came of one edit. */
export interface PlantedEdit {
	/** Kind of the value. */
	readonly kind: string;
	readonly isFound: boolean;
	/** Whether the finding names the value that was there before. */
	readonly isNamed: boolean;
}

/** Edits each value of an answer that its texts give, one at a time, and looks at what is said of it. Edits that happen to be given are left out. */
export async function plantEdits(random: Random, parts: AnsweredParts): Promise<PlantedEdit[]> {
	const index = indexOf(parts);
	const { response } = parts;
	const { values } = await supportOf(response, index);
	const edits: PlantedEdit[] = [];
	for (const { value, found } of values) {
		if (found.state !== 'given' || value.kind === 'quotation') continue;
		const edited = editedValue(random, value, response.slice(value.start, value.end));
		if (edited === undefined || index.texts.some(({ plain }) => plain.includes(edited))) continue;
		const end = value.start + edited.length;
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const after = await supportOf(response.slice(0, value.start) + edited + response.slice(value.end), index);
		const hit = after.values.find((one) => one.value.start < end && value.start < one.value.end)?.found;
		const named = hit?.state === 'contradicted' ? hit.by : hit?.state === 'not-given' ? hit.nearest : undefined;
		edits.push({
			kind: value.kind,
			isFound: hit?.state === 'not-given' || hit?.state === 'contradicted',
			isNamed: named !== undefined && (isSameValue(named.value, value) || isSameValue(value, named.value)),
		});
	}
	return edits;
}
