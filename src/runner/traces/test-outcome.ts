import { DiagnosticSeverity } from 'vscode-languageserver/node';
import type { UserError } from '../../errors.ts';
import { problemError } from '../../formats/read-traces.ts';
import { isFailure } from '../../formats/trace.ts';
import type { WireError } from '../../protocol/requests.ts';
import type { TestOutcome } from '../../protocol/trace-tests.ts';
import { toWire } from '../../protocol/wire-error.ts';
import { noneJudgedWords } from '../../report/not-judged-words.ts';
import { quadOf } from '../lsp/positions.ts';
import { unjudgedAnswers } from './finding-actions.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { findingsIn } from './trace-diagnostics.ts';
import { documentOf, type ReadTraceFile } from './trace-file.ts';

/**
 * Returns what came of a test over the answers of `analyzed`: failed if Problems would list findings of them, skipped if no profile judges them, otherwise
 * passed.
 * @param refused why the profile in force cannot judge, if it cannot
 */
export function outcomeOf(analyzed: AnalyzedFile, refused: UserError | null): TestOutcome {
	const document = documentOf(analyzed, analyzed.key)!;
	const findings = findingsIn(analyzed, document)
		.filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
		.map(({ code, message, range }) => ({
			code: String(code ?? ''),
			message: typeof message === 'string' ? message : message.value,
			range: quadOf(document, { start: document.offsetAt(range.start), end: document.offsetAt(range.end) }),
		}));
	if (findings.length > 0) return { kind: 'failed', findings };
	const reason = notJudgedReason(analyzed, refused);
	return reason === undefined ? { kind: 'passed' } : { kind: 'skipped', reason };
}

/** Returns what a reader must know of how the answers were read, in sentences, without what the outcome says. */
export function notesOf({ analyses }: AnalyzedFile, outcome: TestOutcome): string[] {
	const notes = new Set(analyses.flatMap(({ record }) => record.notes));
	return [...notes].filter((note) => outcome.kind !== 'skipped' || note !== outcome.reason);
}

/** Whether a note begins with a message. */
function saysTheSame(note: string, message: string): boolean {
	return note.startsWith(message.replace(/\.$/, ''));
}

/** Why an answer without findings is not called good. */
function notJudgedReason(analyzed: AnalyzedFile, refused: UserError | null): string | undefined {
	const records = analyzed.analyses.map(({ record }) => record);
	const unlike = unjudgedAnswers(analyzed)[0];
	// The note on it also says who judges instead, and what to do.
	if (unlike !== undefined)
		return records.flatMap(({ notes }) => notes).find((note) => saysTheSame(note, unlike.message)) ?? unlike.message;
	const words = noneJudgedWords(records);
	if (words !== null) return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
	if (records.every(({ profile }) => profile !== null)) return undefined;
	// The record's notes say which model has no profile, and who judges instead.
	return `Not judged. ${refused === null ? 'No profile fits this model.' : sentenceOf(toWire(refused))}`;
}

/** Returns why the answer of a file was not analyzed, as a test that is skipped: what could not be read, or that there is none. */
export function withoutAnswer(read: ReadTraceFile | undefined): TestOutcome {
	if (read === undefined)
		return {
			kind: 'skipped',
			reason: 'Not analyzed. The file is gone, is half of a pair, or holds no trace that RAG Assay can read.',
		};
	const problem = read.parsed.problems.find(isFailure);
	if (problem === undefined) return { kind: 'skipped', reason: 'Not analyzed. This trace has no response.' };
	return notAnalyzed(problemError(problem, read.documents.get(problem.document)?.getText() ?? ''));
}

/** Returns an error as the reason of a skipped test. */
export function notAnalyzed(error: unknown): TestOutcome {
	return { kind: 'skipped', reason: `Not analyzed. ${sentenceOf(toWire(error))}` };
}

/** The file is the test's own: only the line is named. */
function sentenceOf({ code, message, hint, place }: WireError): string {
	const line = place?.line === undefined ? '' : `Line ${place.line}: `;
	return `${line}${message}${hint === undefined ? '' : ` ${hint}`} (${code})`;
}
