import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { placesIn, type LineAndColumn } from '../text/lines.ts';
import { dataSetFiles, fileKind, isDataSetFile, pairFiles, traceName } from './file-names.ts';
import { readPromptResponse } from './prompt-response.ts';
import { readRagMarkdown } from './rag-md.ts';
import { readRagTruth } from './ragtruth.ts';
import type { FormatProblem, ParsedTraces, Trace } from './trace.ts';

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
			return readRagMarkdown(file, text, traceName(file));
		case 'prompt':
		case 'response': {
			const pair = pairFiles(file);
			const other = await readText(kind === 'prompt' ? pair.response : pair.prompt);
			if (other === undefined) return null;
			const [prompt, response] = kind === 'prompt' ? [text, other] : [other, text];
			return readPromptResponse({ document: pair.prompt, text: prompt }, { document: pair.response, text: response }, traceName(file));
		}
		case 'ragtruth-responses':
		case 'ragtruth-sources': {
			const pair = dataSetFiles(file);
			const other = await readText(kind === 'ragtruth-sources' ? pair.responses : pair.sources);
			if (other === undefined) return null;
			const [sources, responses] = kind === 'ragtruth-sources' ? [text, other] : [other, text];
			const { records, problems } = readRagTruth({ document: pair.responses, text: responses }, { document: pair.sources, text: sources });
			return { traces: records.map(({ trace }) => trace), sections: [], problems };
		}
	}
}

/**
 * Reads the traces of a file that a user has named. A name that the editor would skip is an error here.
 * @throws {UserError} RA108 or RA109 for half of a pair, RA117 for half of a data set, RA112 for any other name.
 */
export async function readNamedTraces(file: string, text: string, readText: ReadText): Promise<ParsedTraces> {
	const parsed = await readTraces(file, text, readText);
	if (parsed === null) throw whyNoTraces(file);
	return parsed;
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
	if (kind === 'response') {
		return new UserError(errorNumbers.responseWithoutPromptFile, `This response has no prompt beside it: expected '${pair.prompt}'.`, {
			place: { file },
			hint: 'Write the prompt there, or name a *.rag.md file.',
		});
	}
	return new UserError(errorNumbers.unknownFormat, 'The name of this file is that of no format that can be read.', {
		place: { file },
		hint: 'Expected NAME.rag.md, NAME.prompt.md with NAME.response.md beside it, or response.jsonl with source_info.jsonl beside it.',
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
