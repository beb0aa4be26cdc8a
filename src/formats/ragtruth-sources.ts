import { errorNumbers } from '../error-numbers.ts';
import { sliceMap } from '../text/piecewise-map.ts';
import type { MappedText } from '../text/text-map.ts';
import { elementsOf, membersOf } from './json-ranges.ts';
import { distinctContextIds, isLostId, lostIdHint } from './context-id.ts';
import { readJsonLines, type JsonLine } from './json-lines.ts';
import { jsonStringText, jsonValueText } from './json-text.ts';
import { sourceLine, type QuestionAndPassages, type SourceLine } from './ragtruth-schema.ts';
import { maxSections } from './sections.ts';
import type { DocumentRange, FormatProblem, TextDocumentInput, TraceContext } from './trace.ts';

/** What several responses were written for. */
export interface RagTruthSource {
	readonly taskType: string;
	/** Where the text comes from, such as `MARCO`. */
	readonly origin?: string;
	readonly query: MappedText;
	readonly contexts: readonly TraceContext[];
}

export interface RagTruthSources {
	/** By `source_id`. */
	readonly sources: ReadonlyMap<string, RagTruthSource>;
	/** Ids of lines that are there but could not be read. */
	readonly broken: ReadonlySet<string>;
	readonly problems: readonly FormatProblem[];
}

const example =
	'{"source_id": "7", "task_type": "QA", "source": "MARCO", "source_info": {"question": "…", "passages": "passage 1:…"}, "prompt": "…"}';

/**
 * Reads `source_info.jsonl`, each line once. A QA source has its question and its passages. Of every other task what was asked
 * is the part of `prompt` that stands before the source (behind it, when nothing does), and the source is its only context:
 * a text as it is, structured data as JSON.
 */
export function readRagTruthSources(input: TextDocumentInput): RagTruthSources {
	const { document, text } = input;
	const { lines, refused, problems } = readJsonLines(input, { schema: sourceLine, example });
	const sources = new Map<string, RagTruthSource>();
	const broken = new Set(refused.flatMap(idOf));
	for (const line of lines) {
		const id = line.value.source_id;
		const members = membersOf(text, line.start);
		const read =
			passageCount(line.value) > maxSections
				? null
				: readSource({ document, text }, line, members.get('source_info')!, members.get('prompt'));
		if (read === null || read.contexts.length > maxSections) {
			broken.add(id);
			problems.add(
				errorNumbers.tooManySections,
				`A source has at most ${maxSections} contexts, and source '${id}' has more.`,
				'No model has room for as many: keep those that were retrieved for this question.',
				() => members.get('source_info')!,
			);
			continue;
		}
		const lost = read.contexts.find((context) => isLostId(context.id));
		if (sources.has(id)) {
			problems.add(
				errorNumbers.duplicateDataSetId,
				`A second source has the id '${id}'; the first one is used.`,
				'Give every source a `source_id` of its own.',
				() => members.get('source_id')!,
			);
		} else if (lost !== undefined) {
			broken.add(id);
			problems.add(
				errorNumbers.reservedContextId,
				`A context of source '${id}' cannot have the id '${lost.id}'.`,
				lostIdHint,
				() => members.get('source_info')!,
			);
		} else {
			const ids = distinctContextIds(read.contexts.map((context) => context.id));
			sources.set(id, { ...read, contexts: read.contexts.map((context, i) => ({ ...context, id: ids[i]! })) });
		}
	}
	return { sources, broken, problems: problems.list() };
}

function readSource(
	{ document, text }: TextDocumentInput,
	{ value }: JsonLine<SourceLine>,
	info: DocumentRange,
	prompt: DocumentRange | undefined,
): RagTruthSource {
	const about = { taskType: value.task_type, ...(value.source === undefined ? {} : { origin: value.source }) };
	if (value.kind === 'question') {
		const members = membersOf(text, info.start);
		const passages = passagesOf(document, text, members.get('passages')!, value.source_info.passages);
		return { ...about, query: trimmed(jsonStringText(document, text, members.get('question')!)), contexts: passages };
	}
	const source =
		typeof value.source_info === 'string' ? trimmed(jsonStringText(document, text, info)) : jsonValueText(document, text, info);
	return { ...about, query: askedFor(jsonStringText(document, text, prompt!), value.source_info), contexts: [{ id: '1', text: source }] };
}

/** Passages that are named one by one; those of a text are counted where they are cut. */
function passageCount(value: SourceLine): number {
	const passages = value.kind === 'question' ? value.source_info.passages : '';
	return typeof passages === 'string' ? 0 : Array.isArray(passages) ? passages.length : Object.keys(passages).length;
}

/** Passages without an id are numbered from 1, as RAGTruth does. */
function passagesOf(document: string, text: string, range: DocumentRange, passages: QuestionAndPassages['passages']): TraceContext[] {
	if (typeof passages === 'string') return numberedPassages(jsonStringText(document, text, range));
	if (Array.isArray(passages)) {
		return elementsOf(text, range.start).map((element, i) => {
			const passage = passages[i]!;
			if (typeof passage === 'string') return { id: String(i + 1), text: jsonStringText(document, text, element) };
			return { id: passage.id, text: jsonStringText(document, text, membersOf(text, element.start).get('text')!) };
		});
	}
	return [...membersOf(text, range.start)].map(([id, member]) => ({ id, text: jsonStringText(document, text, member) }));
}

/**
 * Cuts `passage 1:…\n\npassage 2:…` at the heads that begin a line and count on; a text that does not begin with the first one
 * is one passage.
 */
function numberedPassages(whole: MappedText): TraceContext[] {
	const heads: { start: number; end: number }[] = [];
	for (const head of whole.text.matchAll(/^[ \t]*passage (\d+):/gm)) {
		if (Number(head[1]) === heads.length + 1) heads.push({ start: head.index, end: head.index + head[0].length });
		if (heads.length > maxSections) break;
	}
	if (heads.length === 0 || whole.text.slice(0, heads[0]!.start).trim() !== '') {
		return whole.text.trim() === '' ? [] : [{ id: '1', text: trimmed(whole) }];
	}
	return heads.map(({ end }, i) => ({ id: String(i + 1), text: trimmed(whole, end, heads[i + 1]?.start) }));
}

function askedFor(prompt: MappedText, source: string | object): MappedText {
	const data = typeof source === 'string' ? source.trim() : null;
	// Structured data stands in prompts in other notations than JSON, all of them in braces.
	const start = data === null ? prompt.text.indexOf('{') : data === '' ? -1 : prompt.text.indexOf(data);
	if (start === -1) return trimmed(prompt);
	const before = trimmed(prompt, 0, start);
	if (before.text !== '') return before;
	const behind = trimmed(prompt, data === null ? prompt.text.lastIndexOf('}') + 1 : start + data.length);
	return behind.text === '' ? trimmed(prompt) : behind;
}

/** The part `[start, end)` of a text without its outer white space. */
function trimmed({ document, text, map }: MappedText, start = 0, end = text.length): MappedText {
	const part = text.slice(start, end);
	const content = part.trim();
	const from = start + (part.length - part.trimStart().length);
	return { document, text: content, map: sliceMap(map, from, from + content.length) };
}

function idOf(value: unknown): string[] {
	const id = typeof value === 'object' && value !== null && 'source_id' in value ? value.source_id : undefined;
	return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
}
