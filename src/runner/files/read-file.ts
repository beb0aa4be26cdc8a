import { UserError } from '../../errors.ts';
import { fileKind } from '../../formats/file-names.ts';
import { problemError, readNamedTraces } from '../../formats/read-traces.ts';
import { isFailure, type FormatProblem, type ParsedTraces } from '../../formats/trace.ts';
import { lineAndColumn } from '../../text/lines.ts';
import { readTraceText } from './trace-text.ts';

/** A named file with the texts of its documents, by path. */
export interface NamedFile {
	readonly parsed: ParsedTraces;
	readonly texts: ReadonlyMap<string, string>;
	/** What could not be read, as errors with their places. */
	readonly problems: readonly UserError[];
	/** What was read, but perhaps not as it was meant: a sentence each, with its line. */
	readonly notes: readonly string[];
}

/**
 * Reads a file that a user named. Rejects with RA506 or RA513, or as `readNamedTraces` does.
 * `withoutResponse`: a prompt whose response file does not exist yet counts as one with an empty response.
 */
export async function readNamedFile(path: string, { withoutResponse = false } = {}): Promise<NamedFile> {
	const texts = new Map<string, string>();
	const read = async (file: string): Promise<string | undefined> => {
		const text = await readTraceText(file) ?? (withoutResponse && file !== path && fileKind(file) === 'response' ? '' : undefined);
		if (text !== undefined) texts.set(file, text);
		return text;
	};
	const text = await read(path);
	if (text === undefined) throw new UserError('RA506', 'There is no such file.', { place: { file: path }, hint: 'Check its name.' });
	const parsed = await readNamedTraces(path, text, read);
	const textOf = (problem: FormatProblem): string => texts.get(problem.document) ?? '';
	return {
		parsed, texts,
		problems: parsed.problems.filter(isFailure).map((problem) => problemError(problem, textOf(problem))),
		notes: parsed.problems.filter((problem) => !isFailure(problem)).map((problem) => {
			const said = problem.hint === undefined ? problem.message : `${problem.message} ${problem.hint}`;
			return `Line ${lineAndColumn(textOf(problem), problem.range.start).line}: ${said} (${problem.code})`;
		}),
	};
}
