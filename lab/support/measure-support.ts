import { indexGiven, type GivenIndex } from '../../src/methods/support/given-index.ts';
import { isSameValue } from '../../src/methods/support/rivals.ts';
import { judgeSupport, type JudgedValue, type Support } from '../../src/methods/support/support.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import type { Random } from '../../src/statistics/random.ts';
import { languageOf } from '../../src/text/language.ts';
import { tagText } from '../../src/text/sentences.ts';
import { editedName, editedValue, quotedPart, type NameEdit, type PlantedEdit } from './planted-edits.ts';

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
	return values.some(isFlaggedValue);
}

/** Returns whether a warning says that a value is wrong. */
export function isFlaggedValue(value: JudgedValue): boolean {
	return isPointedOut(value) && !value.isUnsure;
}

/** Returns whether a warning or a note says that a value is wrong, or may be. */
export function isPointedOut({ found }: JudgedValue): boolean {
	return found.state === 'not-given' || found.state === 'contradicted';
}

/** Edits each value of an answer that its texts give, one at a time, and looks at what is said of it. Edits that happen to be given are left out. */
export async function plantEdits(random: Random, parts: AnsweredParts): Promise<PlantedEdit[]> {
	const index = indexOf(parts);
	const { response } = parts;
	const { values } = await supportOf(response, index);
	const edits: PlantedEdit[] = [];
	for (const { value, found } of values) {
		if (found.state !== 'given' || value.kind === 'quotation' || value.kind === 'name') continue;
		const edited = editedValue(random, value, response.slice(value.start, value.end));
		if (edited === undefined || index.texts.some(({ plain }) => plain.includes(edited))) continue;
		const end = value.start + edited.length;
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const after = await supportOf(response.slice(0, value.start) + edited + response.slice(value.end), index);
		const hit = after.values.find((one) => one.value.start < end && value.start < one.value.end)?.found;
		const named = hit?.state === 'contradicted' ? hit.by : hit?.state === 'not-given' ? hit.nearest : undefined;
		edits.push({
			kind: value.kind,
			isFound: after.values.some((one) => one.found === hit && isFlaggedValue(one)),
			isNamed: named !== undefined && (isSameValue(named.value, value) || isSameValue(value, named.value)),
		});
	}
	return edits;
}

/** Puts another name in place of each name of an answer that its contexts give, or misspells it, one at a time, and looks at what is said of it. */
export async function plantNames(random: Random, how: NameEdit, parts: AnsweredParts): Promise<PlantedEdit[]> {
	const index = indexOf(parts);
	const { response } = parts;
	const { values } = await supportOf(response, index);
	const given = await supportOf(parts.contexts.map(({ text }) => text).join('\n'), index);
	const text = parts.contexts.map((one) => one.text).join('\n');
	const others = [
		...new Set(given.values.filter(({ value }) => value.kind === 'name').map(({ value }) => text.slice(value.start, value.end))),
	];
	const edits: PlantedEdit[] = [];
	for (const { value, found } of values) {
		if (found.state !== 'given' || value.kind !== 'name') continue;
		const written = response.slice(value.start, value.end);
		if (!index.texts.some(({ plain }) => plain.includes(written))) continue;
		const edited = editedName(
			random,
			how,
			written,
			others.filter((other) => !response.includes(other)),
		);
		if (edited === undefined || (how === 'misspelt' && index.texts.some(({ plain }) => plain.includes(edited)))) continue;
		const end = value.start + edited.length;
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const after = await supportOf(response.slice(0, value.start) + edited + response.slice(value.end), index);
		const hit = after.values.find((one) => one.value.start < end && value.start < one.value.end)?.found;
		edits.push({
			kind: how,
			isFound: after.values.some((one) => one.found === hit && isFlaggedValue(one)),
			isNamed: hit?.state === 'contradicted' && (isSameValue(hit.by.value, value) || isSameValue(value, hit.by.value)),
		});
	}
	return edits;
}

/** What came of a quotation from a context: with a changed word, and whether it was flagged as it is or with an ellipsis. */
export interface PlantedQuotation extends PlantedEdit {
	readonly isFlaggedRight: boolean;
}

/** Quotes a part of each context of an answer behind it, and changes a word of it. */
export async function plantQuotations(random: Random, parts: AnsweredParts): Promise<PlantedQuotation[]> {
	const index = indexOf(parts);
	const edits: PlantedQuotation[] = [];
	for (const { text } of parts.contexts) {
		const quoted = quotedPart(random, text);
		if (quoted === undefined) continue;
		const { right, edited, shortened } = quoted;
		const judge = async (quotation: string) => {
			const { values } = await supportOf(`The text says: "${quotation}".`, index);
			return values.find(({ value }) => value.kind === 'quotation');
		};
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const [hit, ...honest] = [await judge(edited), await judge(right), await judge(shortened)];
		const by = hit?.found.state === 'contradicted' ? hit.found.by : undefined;
		edits.push({
			kind: 'quotation',
			isFound: hit !== undefined && isFlaggedValue(hit),
			isNamed: by !== undefined && index.texts[by.text]!.plain.slice(by.value.start, by.value.end) === right,
			isFlaggedRight: honest.some((one) => one !== undefined && isFlaggedValue(one)),
		});
	}
	return edits;
}
