import { errorNumbers } from '../error-numbers.ts';
import { readFrontMatter, type FrontMatter } from './front-matter.ts';
import { doubtfulHeads, escapes, partInWords } from './doubtful-heads.ts';
import { nearHeads } from './mistyped-headings.ts';
import { linesOf, type Line } from '../text/lines.ts';
import { resemblesHead, singleHeads } from './section-heads.ts';
import { distinctContextIds, isLostId, lostIdHint } from './context-id.ts';
import { ProblemList } from './problem-list.ts';
import { contentText, maxSections, readSections, type ReadSection, type ReadSections } from './sections.ts';
import type { FormatProblem, ParsedTraces, ProblemFix, Section, Trace } from './trace.ts';

/**
 * Reads a `*.rag.md` file (product.md, Formats): front matter (`id`, `model`, `tags`, `group`), then sections.
 * `name` is the trace's id where the front matter has none. A trace stands unless its sections are ambiguous or no query is among them;
 * a missing or empty response is no problem here (it may be generated).
 */
export function readRagMarkdown(document: string, text: string, name: string): ParsedTraces {
	if (text.trim() === '') {
		return { traces: [], sections: [], problems: [emptyFile(document, text)] };
	}
	const front = readFrontMatter(document, text, 'problem');
	const read = readSections(document, text, front.end);
	const problems = [...front.problems, ...preambleProblems(document, read)];
	const { tags, problems: memberProblems, ...named } = readMembers(document, front);
	const { parts, sections, problems: sectionProblems } = joinSections(document, text, read, front.values.get('query') === nobodyAsked);
	const doubts = doubtfulHeads(document, text, read);
	const reported = new Set(sectionProblems.map(({ range }) => range.start));
	const hints = nearHeads(document, text, { from: read.from, passOver: (start) => reported.has(start) });
	return {
		traces: parts === null ? [] : [{ id: name, ...named, tags, ...parts }],
		sections,
		problems: [...problems, ...memberProblems, ...sectionProblems, ...doubts, ...hints],
	};
}

export function emptyFile(document: string, text: string): FormatProblem {
	return {
		code: errorNumbers.emptyFile,
		message: 'This file is empty.',
		document,
		range: { start: 0, end: text.length },
		hint: 'Expected a `## Query` section, `## Context <id>` sections and a `## Response` section.',
	};
}

export function preambleProblems(document: string, read: ReadSections): FormatProblem[] {
	// Without any head the missing query says it all.
	if (read.preamble === null || read.sections.length === 0) return [];
	return [
		{
			code: errorNumbers.textBeforeSections,
			message: 'This text is before the first section and belongs to none.',
			document,
			range: read.preamble,
			hint: 'Put it under a head such as `## System`.',
		},
	];
}

function readMembers(
	document: string,
	front: FrontMatter,
): { id?: string; model?: string; group?: string; tags: string[]; problems: FormatProblem[] } {
	const problems: FormatProblem[] = [];
	const refuse = (member: string, expected: string): undefined => {
		problems.push({
			code: errorNumbers.malformedFrontMatter,
			message: `The front matter's \`${member}\` is not ${expected}.`,
			document,
			range: { start: 0, end: front.end },
			hint: `Expected \`${member}\` to be ${expected}.`,
		});
		return undefined;
	};
	const scalar = (member: string): string | undefined => {
		const value = front.values.get(member);
		if (value === undefined || value === '') return undefined;
		return typeof value === 'string' ? value : refuse(member, 'a single value');
	};
	const id = scalar('id');
	const model = scalar('model');
	const group = scalar('group');
	const tags = front.values.get('tags') || [];
	if (!isWords(tags)) refuse('tags', 'a list of words');
	return {
		...(id === undefined ? {} : { id }),
		...(model === undefined ? {} : { model }),
		...(group === undefined ? {} : { group }),
		tags: isWords(tags) ? tags : [],
		problems,
	};
}

function isWords(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((word) => typeof word === 'string');
}

type Parts = Pick<Trace, 'system' | 'query' | 'contexts' | 'response' | 'reference' | 'sections'>;

/** Value of the front matter's `query` where nobody asked, as for a summary. */
const nobodyAsked = 'none';

/**
 * The sections with distinct IDs of contexts, and as parts of one trace; `null` when they are ambiguous or no query is among them.
 * @param isUnasked whether the file says that there is no question
 */
export function joinSections(
	document: string,
	text: string,
	asFound: ReadSections,
	isUnasked = false,
): { parts: Parts | null; sections: Section[]; problems: FormatProblem[] } {
	const { sections, problems: renamed } = withDistinctIds(document, asFound.sections);
	const read = { ...asFound, sections };
	const failures = [...tooMany(document, read), ...repeated(document, sections), ...lostIds(document, sections)];
	const named = (kind: ReadSection['section']['kind']): ReadSection | undefined =>
		read.sections.find(({ section }) => section.kind === kind);
	const query = named('query');
	const isMissing = query === undefined || query.text.text === '';
	if (isMissing && !isUnasked) failures.push(missingQuery(document, text, read, query));
	const problems = [...failures, ...renamed];
	const all = sections.map(({ section }) => section);
	if (failures.length > 0) return { parts: null, sections: all, problems };
	const optional = (kind: 'system' | 'response' | 'reference'): Partial<Parts> => {
		const found = named(kind)?.text;
		return found === undefined || found.text === '' ? {} : { [kind]: found };
	};
	return {
		problems,
		sections: all,
		parts: {
			...optional('system'),
			query: query?.text ?? contentText(document, text, null, read.from),
			contexts: read.sections.flatMap(({ section, text: mapped }) =>
				section.kind === 'context' ? [{ id: section.name, text: mapped }] : [],
			),
			...optional('response'),
			...optional('reference'),
			sections: all,
		},
	};
}

/** Contexts that have the ID of an earlier one get an ID of their own. A warning says so, for either heading may be a line of a retrieved page. */
function withDistinctIds(document: string, sections: readonly ReadSection[]): { sections: ReadSection[]; problems: FormatProblem[] } {
	const contexts = sections.flatMap(({ section: { kind, name } }, i) => (kind === 'context' ? [{ name, i }] : []));
	const ids = distinctContextIds(contexts.map(({ name }) => name));
	const problems = new ProblemList(document);
	const distinct = [...sections];
	const first = new Map(contexts.toReversed().map(({ name, i }) => [name, i]));
	for (const [at, { name, i }] of contexts.entries()) {
		const id = ids[at]!;
		if (id === name) continue;
		const { section } = sections[i]!;
		distinct[i] = { ...sections[i]!, section: { ...section, name: id } };
		problems.add(
			errorNumbers.duplicateContextId,
			`An earlier context is named '${name}', so this one is read as '${id}'.`,
			'Give each context a name of its own.',
			() => section.heading,
			{
				severity: 'warning',
				fixes: [
					{ title: `Rename it to '${id}'`, edits: [{ range: section.heading, newText: `## Context ${id}` }] },
					escapes(section.heading, sections[i - 1]!.section),
					...firstEscaped(sections, first.get(name)!),
				],
			},
		);
	}
	return { sections: distinct, problems: problems.list() };
}

/** Sections that a trace has once, and that are there twice. */
function repeated(document: string, sections: readonly ReadSection[]): FormatProblem[] {
	const seen = new Map<string, number>();
	const problems = new ProblemList(document);
	for (const [i, { section }] of sections.entries()) {
		const { kind, name, heading } = section;
		if (kind === 'context') continue;
		const first = seen.get(kind);
		if (first === undefined) {
			seen.set(kind, i);
			continue;
		}
		problems.add(
			errorNumbers.duplicateSection,
			`A second \`## ${name}\` section begins here; a trace has one.`,
			`Write the line that is content as \`\\## ${name}\`: ${[
				...contentIf(sections, i, 'this one'),
				...contentIf(sections, first, 'the first one'),
			].join(', or ')}. If another trace begins here, put it into a file of its own.`,
			() => heading,
			// Either of them may be a line of a retrieved page or of an answer.
			{ fixes: [escapes(heading, sections[i - 1]!.section), ...firstEscaped(sections, first)] },
		);
	}
	return problems.list();
}

/** Says when a head is content. */
function contentIf(sections: readonly ReadSection[], index: number, which: string): string[] {
	const above = sections[index - 1]?.section;
	return above === undefined ? [] : [`${which} if it is part of ${partInWords(above)}`];
}

/** Makes the first of two heads content of the section above it. */
function firstEscaped(sections: readonly ReadSection[], first: number): ProblemFix[] {
	const above = sections[first - 1]?.section;
	if (above === undefined) return [];
	const { edits } = escapes(sections[first]!.section.heading, above);
	return [{ title: `The first one is part of ${partInWords(above)}`, edits }];
}

function tooMany(document: string, { beyond }: ReadSections): FormatProblem[] {
	return beyond === null
		? []
		: [
				{
					code: errorNumbers.tooManySections,
					message: `A trace has at most ${maxSections} sections, and another one begins here.`,
					document,
					range: beyond,
					hint: 'No model has room for as many contexts: keep those that were retrieved for this question.',
				},
			];
}

function lostIds(document: string, sections: readonly ReadSection[]): FormatProblem[] {
	const problems = new ProblemList(document);
	for (const {
		section: { kind, name, heading },
	} of sections)
		if (kind === 'context' && isLostId(name))
			problems.add(errorNumbers.reservedContextId, `A context cannot have the id '${name}'.`, lostIdHint, () => heading);
	return problems.list();
}

function missingQuery(document: string, text: string, read: ReadSections, query: ReadSection | undefined): FormatProblem {
	if (query !== undefined) {
		return {
			code: errorNumbers.noQuery,
			message: 'The `## Query` section is empty.',
			document,
			range: query.section.heading,
			hint: 'Write the question below it.',
		};
	}
	const [meant, first] = headMeantAsQuery(text, read.from);
	return {
		code: errorNumbers.noQuery,
		message: 'This file has no `## Query` section.',
		document,
		range: meant === undefined ? { start: 0, end: Math.min(text.length, first?.end ?? 0) } : { start: meant.start, end: meant.end },
		hint: `Expected a line that is exactly \`${singleHeads.query}\`, and the question below it.`,
	};
}

/** The first line that somebody may have meant as the head of the query, and the first line of all. */
function headMeantAsQuery(text: string, from: number): [Line | undefined, Line | undefined] {
	let first: Line | undefined;
	for (const line of linesOf(text, from)) {
		first ??= line;
		if (resemblesHead(text.slice(line.start, line.end), 'query')) return [line, first];
	}
	return [undefined, first];
}
