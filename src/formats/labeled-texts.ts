import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { readJsonLines } from './json-lines.ts';
import { labelNamesOf, type LabelName } from './label-classes.ts';
import { linePlaces } from '../text/lines.ts';
import { membersOf, rangeAt } from './json-ranges.ts';
import type { SubjectKind } from './subject.ts';
import { listInWords } from '../wording/phrases.ts';
import type { DocumentRange, FormatProblem, TextDocumentInput } from './trace.ts';

/** Subjects that are a text by themselves. */
export type TextSubject = Exclude<SubjectKind, 'trace'>;

const suffixes: Readonly<Record<TextSubject, string>> = { entry: '.entries.jsonl', query: '.queries.jsonl' };

/** What stands in a file of labeled texts, by its name (`NAME.entries.jsonl`, `NAME.queries.jsonl`); `null` for any other name. */
export function labeledTextsKind(file: string): TextSubject | null {
	for (const kind of ['entry', 'query'] as const) {
		if (file.endsWith(suffixes[kind]) && !/(?:^|[\\/])$/.test(file.slice(0, -suffixes[kind].length))) return kind;
	}
	return null;
}

const filled = z.string().refine((text) => text.trim() !== '', 'expected text that is not blank');

const common = z.object({
	id: z.string().min(1),
	text: filled,
	/** Its class, by the names that labels of such a subject have everywhere. */
	label: z.string().optional(),
	split: z.enum(['train', 'test']).optional(),
	/** Texts of one group are on one side of every cut. */
	group: z.string().min(1).optional(),
});

/** What lines of queries may say besides. */
const ofQueries = z.object({
	/** Such as `topical`, `known-item` or `off-topic`: what flagging costs is counted for each. */
	kind: z.string().min(1).optional(),
	/** Ids of the documents that answer it, as the entries beside it have them. */
	relevant: z.array(z.string().min(1)).optional(),
	/** Conversation or user that asked it. */
	session: z.string().min(1).optional(),
});

/** Lines of entries, and of queries; those may also be as a history has them, with `query` for `text`, and without an id. */
const shapes = {
	entry: common.extend({ label: z.enum(labelNamesOf('entry')).optional() }),
	query: common.extend({
		id: common.shape.id.optional(),
		text: filled.optional(),
		query: filled.optional(),
		label: z.enum(labelNamesOf('query')).optional(),
		...ofQueries.shape,
	}),
} as const;

const lines = {
	entry: shapes.entry,
	query: shapes.query.transform(({ query, ...line }, context) => {
		const text = line.text ?? query;
		if (text !== undefined) return { ...line, text };
		context.addIssue({ code: 'custom', path: ['text'], message: 'text was expected, and nothing is there' });
		return z.NEVER;
	}),
} as const;

type Line = Omit<z.infer<typeof shapes.entry>, 'id' | 'label'> & {
	readonly id?: string | undefined;
	readonly label?: LabelName | undefined;
} & z.infer<typeof ofQueries>;

/** A text of a file of entries or queries, with what somebody says of it. */
export interface LabeledText extends Line {
	readonly id: string;
	/** Of its `text` in the document, within its quotes. */
	readonly range: DocumentRange;
}

export interface LabeledTexts {
	/** In the order of the file; each id once. */
	readonly texts: readonly LabeledText[];
	readonly problems: readonly FormatProblem[];
}

const examples: Readonly<Record<TextSubject, string>> = {
	entry: '{"id": "7", "text": "Ada likes tea.", "label": "benign", "split": "train", "group": "ada"}',
	query: '{"id": "7", "text": "What does Ada like?", "label": "ordinary", "split": "train", "group": "ada"}',
};

/**
 * Reads labeled entries or queries: JSON Lines, an object a line. A line that cannot be read is a problem (RA115, RA116) and costs no other;
 * so does a second one of the same id (RA119). A file without a line is one, too (RA101). Members that such a line does not have are passed over, each
 * name told once at its first line (RA125): a misspelt `split` would be no split, and nobody would know.
 */
export function readLabeledTexts(input: TextDocumentInput, kind: TextSubject): LabeledTexts {
	const { text } = input;
	const names = Object.keys(shapes[kind].shape);
	const { lines: found, problems } = readJsonLines<z.ZodType<Line>>(input, { schema: lines[kind], example: examples[kind] });
	if (text.trim() === '')
		problems.add(errorNumbers.emptyFile, 'This file is empty.', `Expected a line for each text, such as ${examples[kind]}`, () => ({
			start: 0,
			end: text.length,
		}));
	const lineOf = linePlaces(text);
	const given = new Set(found.flatMap(({ value: { id } }) => id ?? []));
	const seen = new Set<string>();
	const texts: LabeledText[] = [];
	const unknown = new Map<string, { readonly range: DocumentRange; lines: number }>();
	for (const { value, start } of found) {
		const members = membersOf(text, start);
		for (const [name, range] of members) {
			if (names.includes(name)) continue;
			const before = unknown.get(name);
			if (before === undefined) unknown.set(name, { range, lines: 1 });
			else before.lines++;
		}
		const line = String(lineOf(start).line);
		const id = value.id ?? (given.has(line) ? `${line}#${line}` : line);
		if (seen.has(id)) {
			problems.add(
				errorNumbers.duplicateDataSetId,
				`A second line has the id '${id}'; the first one is used.`,
				'Give every line an `id` of its own.',
				() => rangeAt(text, start, ['id']),
			);
			continue;
		}
		seen.add(id);
		const { start: quote, end } = (members.get('text') ?? members.get('query'))!;
		texts.push({ ...value, id, range: { start: quote + 1, end: end - 1 } });
	}
	for (const [name, { range, lines: count }] of unknown)
		problems.add(
			errorNumbers.unknownMember,
			`'${name}' is no member of a line here, and is passed over${count === 1 ? '' : `, as in ${count} lines of this file`}.`,
			`Members are ${listInWords(names.map((member) => `\`${member}\``))}. If you meant one of them, correct the name.`,
			() => range,
			{ severity: 'hint' },
		);
	return { texts, problems: problems.list() };
}
