import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { placesIn, type LineAndColumn } from '../text/lines.ts';
import { readForeign, type UnknownContent } from './foreign/registry.ts';
import { mappingsFileName } from './foreign/foreign-names.ts';
import { keptMapping } from './foreign/kept-mappings.ts';
import { mappingText, type RowMapping } from './foreign/row-mapping.ts';
import { damagedText } from './damaged-text.ts';
import { dataSetFiles, fileKind, isDataSetFile, pairFiles, traceName } from './file-names.ts';
import { readPromptResponse } from './prompt-response.ts';
import { readRagMarkdown } from './rag-md.ts';
import { readRagTruth } from './ragtruth.ts';
import { isFailure, type FormatProblem, type ParsedTraces, type TextDocumentInput, type Trace } from './trace.ts';

/** Reads the text of a file or open document, by path or URI. Resolves to `undefined` if there is none. */
export type ReadText = (file: string) => Promise<string | undefined>;

/**
 * Reads the traces of a document whose name says that it is in one of the product's formats. It reads the other half of a pair or data set
 * with `readText`.
 * Resolves to `null` for other names, and if the other half is missing. Other tools use such files, too.
 */
export async function readTraces(file: string, text: string, readText: ReadText): Promise<ParsedTraces | null> {
	const kind = fileKind(file);
	if (kind === null) return null;
	switch (kind) {
		case 'rag-md':
			return withDamage(readRagMarkdown(file, text, traceName(file)), [{ document: file, text }]);
		case 'prompt':
		case 'response': {
			const pair = pairFiles(file);
			const other = await readText(kind === 'prompt' ? pair.response : pair.prompt);
			if (other === undefined) return null;
			const [promptText, responseText] = kind === 'prompt' ? [text, other] : [other, text];
			const [prompt, response] = [
				{ document: pair.prompt, text: promptText },
				{ document: pair.response, text: responseText },
			];
			return withDamage(readPromptResponse(prompt, response, traceName(file)), [prompt, response]);
		}
		case 'ragtruth-responses':
		case 'ragtruth-sources': {
			const pair = dataSetFiles(file);
			const other = await readText(kind === 'ragtruth-sources' ? pair.responses : pair.sources);
			if (other === undefined) return null;
			const [sourcesText, responsesText] = kind === 'ragtruth-sources' ? [text, other] : [other, text];
			const [sources, responses] = [
				{ document: pair.sources, text: sourcesText },
				{ document: pair.responses, text: responsesText },
			];
			const { records, problems } = readRagTruth(responses, sources);
			return withDamage({ traces: records.map(({ trace }) => trace), sections: [], problems }, [sources, responses]);
		}
	}
}

function withDamage(parsed: ParsedTraces, documents: readonly TextDocumentInput[]): ParsedTraces {
	return { ...parsed, problems: [...parsed.problems, ...documents.flatMap((document) => damagedText(document) ?? [])] };
}

/** What was read of a file that a user has named. */
export interface NamedTraces extends ParsedTraces {
	/** Format of another tool, as messages call it; `null` for a format of the product or RAGTruth's. */
	readonly format: string | null;
	/** Sentences about the whole file. */
	readonly notes: readonly string[];
	/** RA166: the list of mappings beside it is not as expected. The file was read without it. */
	readonly brokenMappings?: UserError;
}

/**
 * Reads the traces of a file that a user has named: one of the product's formats by its name, one of another tool's by its content. What the editor
 * would skip is an error here.
 * @throws {UserError} RA108 or RA109 for half of a pair, RA117 for half of a data set, RA112 for a file in no known format, RA115 if it is not valid
 * JSON, RA166 for a malformed list of mappings beside a file in no known format, RA143 if it is not UTF-8.
 */
export async function readNamedTraces(file: string, text: string, readText: ReadText, mapping?: RowMapping): Promise<NamedTraces> {
	const parsed = await readTraces(file, text, readText);
	if (parsed !== null) return { ...parsed, format: null, notes: [] };
	if (fileKind(file) !== null) throw whyNoTraces(file);
	const { mapping: kept, broken } = mapping === undefined ? await keptMapping(file, readText) : { mapping };
	const foreign = readForeign({ document: file, text }, kept);
	if (foreign === null || foreign.format === null)
		throw (
			broken ?? unknownFormat(file, text, foreign, kept && { answer: kept.answer, by: mapping === undefined ? mappingsFileName : '--map' })
		);
	return broken === undefined ? foreign : { ...foreign, brokenMappings: broken };
}

/** Returns the error for a file in no format that can be read. It proposes a mapping if the names of members say what they are. */
export function unknownFormat(
	file: string,
	text: string,
	content: UnknownContent | null,
	mapping: { readonly answer: string; readonly by: string } | undefined,
): UserError {
	if (text.slice(0, 200).includes('\0'))
		return new UserError(errorNumbers.notUtf8, 'This file is not UTF-8. It may be UTF-16.', {
			place: { file },
			hint: 'Save it in UTF-8.',
		});
	const [problem] = content?.problems.filter(isFailure) ?? [];
	if (problem !== undefined) return problemError(problem, text);
	const members = content?.members ?? [];
	const shown = members.slice(0, 12).map((name) => `\`${name}\``);
	const found =
		members.length === 0 ? '' : ` Its records have the members ${shown.join(', ')}${members.length > shown.length ? ' and others' : ''}.`;
	if (mapping !== undefined)
		return new UserError(
			errorNumbers.unknownFormat,
			`No record of this file has \`${mapping.answer}\`, which ${mapping.by} names as the answer.${found}`,
			{
				place: { file },
				hint: 'Name members that its records have.',
			},
		);
	const proposal = content?.proposal ?? null;
	if (proposal !== null)
		return new UserError(errorNumbers.unknownFormat, `This file is in no format that is known.${found}`, {
			place: { file },
			hint: `It looks as if \`${proposal.question}\` is the question, \`${proposal.contexts}\` the contexts, and \`${proposal.answer}\` the answer. If so, add --map '${mappingText(proposal)}'. To have the file read that way from then on, add --keep-map to the command analyze.`,
		});
	return new UserError(errorNumbers.unknownFormat, `This file is in no format that can be read.${found}`, {
		place: { file },
		hint: 'Expected NAME.rag.md, NAME.prompt.md with NAME.response.md beside it, response.jsonl with source_info.jsonl beside it, or JSON, JSON Lines or CSV of a tool that docs/formats.md names. If its records hold a question, contexts and an answer under other names, say which with --map.',
	});
}

function whyNoTraces(file: string): UserError {
	const kind = fileKind(file);
	if (isDataSetFile(file)) {
		const { responses, sources } = dataSetFiles(file);
		return missingHalf(file, kind === 'ragtruth-responses' ? sources : responses);
	}
	const pair = pairFiles(file);
	if (kind === 'prompt') {
		return new UserError(errorNumbers.promptWithoutResponseFile, `This prompt has no response beside it: expected '${pair.response}'.`, {
			place: { file },
			hint: 'Write the response there, or name a *.rag.md file.',
		});
	}
	return new UserError(errorNumbers.responseWithoutPromptFile, `This response has no prompt beside it: expected '${pair.prompt}'.`, {
		place: { file },
		hint: 'Write the prompt there, or name a *.rag.md file.',
	});
}

/** Returns the error for a data set in which the file `missing` does not exist. */
export function missingHalf(file: string, missing: string): UserError {
	return new UserError(errorNumbers.missingDataSetFile, `A data set has two files, and one is missing: expected '${missing}'.`, {
		place: { file },
		hint: 'Expected RAGTruth\u2019s response.jsonl and source_info.jsonl in one folder.',
	});
}

/** Returns a problem as the error that the command line prints. `text` is the text of the problem's document. */
export function problemError(problem: FormatProblem, text: string): UserError {
	return problemErrors([problem], () => text)[0]!;
}

/** Returns problems as the errors that the command line prints. `textOf` returns the text of a document. */
export function problemErrors(problems: readonly FormatProblem[], textOf: (document: string) => string): UserError[] {
	const placeOf = problemPlaces(problems, textOf);
	return problems.map(
		(problem) =>
			new UserError(problem.code, problem.message, {
				place: { file: problem.document, ...placeOf(problem) },
				...(problem.hint === undefined ? {} : { hint: problem.hint }),
			}),
	);
}

/** Returns a function that finds the line and column where a problem begins. Each text is read through once. */
export function problemPlaces(
	problems: readonly FormatProblem[],
	textOf: (document: string) => string,
): (problem: FormatProblem) => LineAndColumn {
	const places = placesIn(new Map(problems.map(({ document }) => [document, textOf(document)])));
	return ({ document, range }) => places(document, range.start);
}

/** A trace with a response, as an analysis needs it. */
export type AnsweredTrace = Trace & { readonly response: NonNullable<Trace['response']> };

/** Returns whether a trace has a response. */
export function isAnswered(trace: Trace): trace is AnsweredTrace {
	return trace.response !== undefined;
}

/**
 * Checks that a trace has a response.
 * @throws {UserError} RA107 if it has none.
 */
export function requireResponse(trace: Trace, file: string): asserts trace is AnsweredTrace {
	if (!isAnswered(trace)) throw noResponse(trace, file);
}

/** Returns the error for a trace that should have a response. */
export function noResponse(trace: Trace, file: string): UserError {
	return new UserError(errorNumbers.noResponse, `Trace '${trace.id}' has no response to analyze.`, {
		place: { file },
		hint: isDataSetFile(file)
			? 'Expected a `response` that is not blank.'
			: 'Expected a `## Response` section with text; `rag-assay generate` writes one.',
	});
}
