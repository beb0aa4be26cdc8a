import type { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticSeverity, DiagnosticTag, type Diagnostic, type DiagnosticRelatedInformation } from 'vscode-languageserver/node';
import { errorRoom } from '../../error-numbers.ts';
import type { UserError } from '../../errors.ts';
import { isAboutSentence, isAboutValue, type Finding } from '../../formats/analysis-record.ts';
import { listedFindings, listedMessage, valuesOfFinding } from '../../report/listed-findings.ts';
import { leastShown } from '../../report/value-words.ts';
import type { RecordedValue } from '../../formats/support-record.ts';
import { isFailure } from '../../formats/trace.ts';
import { shownTrace } from '../../formats/readable-uri.ts';
import { likenessWords } from '../../report/likeness-words.ts';
import type { AnalysisState, WireError } from '../../protocol/requests.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { isOrAre, plural } from '../../wording/phrases.ts';
import { rangeOf } from '../lsp/positions.ts';
import { documentOf, type ReadTraceFile } from './trace-file.ts';
import { sameUri } from '../lsp/uris.ts';
import { cutTexts } from './truncation-hints.ts';
import { diagnosticSource, findingDiagnostics, type ListedFinding } from '../lsp/finding-diagnostics.ts';
import { notJudgedCode, unjudgedAnswers } from './finding-actions.ts';

/**
 * What is to be said about one document of a trace file: what could not be read, what was found (ignored findings as hints,
 * so that they can be taken back), and why an analysis failed, nothing judges or findings may be false, for editors that know no other place to say it.
 */
export function diagnosticsOf(uri: string, read: ReadTraceFile, analyzed: AnalyzedFile | undefined, state: AnalysisState): Diagnostic[] {
	const document = documentOf(read, uri);
	if (document === undefined) return [];
	const isHere = sameUri(uri);
	const problems = read.parsed.problems
		// What shows a trace of another file was written by us: where a line is doubtful, it was read as it was meant.
		.filter((problem) => isHere(problem.document) && (isFailure(problem) || shownTrace(uri) === null))
		.map(
			(problem): Diagnostic => ({
				range: rangeOf(document, problem.range),
				severity: severities[problem.severity ?? 'error'],
				source: diagnosticSource,
				code: problem.code,
				message: problem.hint === undefined ? problem.message : `${problem.message}\n${problem.hint}`,
			}),
		);
	const cut =
		analyzed === undefined
			? []
			: cutTexts(uri, analyzed).map(
					({ message, ...range }): Diagnostic => ({
						// Faded, as editors fade code that is never reached: nothing to mend, and so no entry in their lists.
						range: rangeOf(document, range),
						severity: DiagnosticSeverity.Hint,
						tags: [DiagnosticTag.Unnecessary],
						source: diagnosticSource,
						message,
					}),
				);
	if (!isHere(read.key)) return [...problems, ...cut];
	return [
		...problems,
		...(analyzed === undefined ? [] : findingsIn(analyzed, document)),
		...cut,
		...notJudged(analyzed),
		...unlikeData(read, analyzed, state),
		...failureOf(
			read,
			state,
			read.parsed.problems.some((problem) => isFailure(problem) && isHere(problem.document)),
		),
	];
}

/** Returns what was found in the answers of a file, as Problems lists it. `document`: the one that holds the answers. */
export function findingsIn(analyzed: AnalyzedFile, document: TextDocument): Diagnostic[] {
	return findingDiagnostics(
		document,
		analyzed.analyses.flatMap(({ record }) => listed(record)),
		relatedPlaces(analyzed),
	);
}

/** What is listed of a response's findings: each thing once. */
function listed({ findings, support }: AnalyzedFile['analyses'][number]['record']): Finding[] {
	return listedFindings(findings).map((finding) => ({ ...finding, message: listedMessage(finding, findings, support?.values ?? []) }));
}

const severities = {
	error: DiagnosticSeverity.Error,
	warning: DiagnosticSeverity.Warning,
	hint: DiagnosticSeverity.Hint,
} as const;

/** Of an open document whose other half cannot be read, at its head: neither is analyzed. */
export function unreadHalf({ code, message, place, hint }: UserError): Diagnostic {
	const head = { line: 0, character: 0 };
	return {
		range: { start: head, end: head },
		severity: DiagnosticSeverity.Warning,
		source: diagnosticSource,
		code,
		message: `Not analyzed. ${place === undefined ? '' : `${place.file}: `}${message}${hint === undefined ? '' : ` ${hint}`}`,
	};
}

/** For each finding, what it was made without, and where a context says another value. */
function relatedPlaces(analyzed: AnalyzedFile): (finding: ListedFinding) => DiagnosticRelatedInformation[] {
	const unread = unreadContexts(analyzed);
	return (finding) => [...otherValues(analyzed, finding), ...(isAboutValue(finding) ? [] : [...bestMatch(analyzed, finding), ...unread])];
}

/** The sentence of a context that has most of a flagged sentence's words. */
function bestMatch(analyzed: AnalyzedFile, finding: ListedFinding): DiagnosticRelatedInformation[] {
	if (!isAboutSentence(finding)) return [];
	return analyzed.analyses.flatMap(({ trace, record }) => {
		const evidence = record.support?.sentences.find(({ start, end }) => start < finding.end && finding.start < end)?.evidence;
		return trace.id !== finding.subject.id || evidence === null || evidence === undefined || evidence.share < leastShown
			? []
			: placeIn(analyzed, trace, evidence, `Best match: context ${evidence.context ?? ''}.`);
	});
}

/** Where the contexts have another value, for a value and for a sentence that stands for some. */
function otherValues(analyzed: AnalyzedFile, listedFinding: ListedFinding): DiagnosticRelatedInformation[] {
	return analyzed.analyses.flatMap(({ trace, record: { support, findings } }) => {
		if (trace.id !== listedFinding.subject.id) return [];
		const finding = findings.find(
			({ code, start, end }) => code === listedFinding.code && start === listedFinding.start && end === listedFinding.end,
		);
		if (finding === undefined) return [];
		const values = support?.values ?? [];
		const own = isAboutValue(finding)
			? values.filter((one) => one.start === finding.start && one.end === finding.end)
			: valuesOfFinding(finding, findings, values);
		return own.flatMap(({ by, state }) => {
			if (by === undefined) return [];
			const context = by.context ?? '';
			return placeIn(
				analyzed,
				trace,
				by,
				state === 'contradicted' ? `Context ${context} says this.` : `Nearest: context ${context} says this.`,
			);
		});
	});
}

/** A place in a context. Two contexts may share an ID: only the one that has the text there is meant. */
function placeIn(
	analyzed: AnalyzedFile,
	{ contexts }: AnalyzedFile['analyses'][number]['trace'],
	{ context: id, text: said, start, end }: NonNullable<RecordedValue['by']>,
	message: string,
): DiagnosticRelatedInformation[] {
	const context = contexts.find((one) => one.id === id && one.text.text.slice(start, end) === said);
	const document = context === undefined ? undefined : analyzed.documents.get(context.text.document);
	if (context === undefined || document === undefined) return [];
	const { map } = context.text;
	const range = rangeOf(document, { start: map.toDocument(start), end: map.toDocument(end) });
	return [{ location: { uri: document.uri, range }, message }];
}

/** What every finding of a model was made without. */
function unreadContexts(analyzed: AnalyzedFile): DiagnosticRelatedInformation[] {
	return [...analyzed.documents.values()].flatMap((document) =>
		cutTexts(document.uri, analyzed)
			.filter(({ of }) => of === 'contexts')
			.map(({ message, ...range }) => ({ location: { uri: document.uri, range: rangeOf(document, range) }, message })),
	);
}

/** A failed analysis, or a profile that cannot judge, at the response's head. What could not be read has its own place already. */
function failureOf(read: ReadTraceFile, state: AnalysisState, hasProblems: boolean): Diagnostic[] {
	if (state.kind === 'failed' && !(hasProblems && errorRoom(state.error.code) === 'files'))
		return atResponse(read, 'Not analyzed.', state.error);
	return state.kind === 'done' && state.refused !== undefined ? atResponse(read, 'Not judged.', state.refused) : [];
}

/** At the beginning of each answer that is unlike all that the profile was made from. */
function notJudged(analyzed: AnalyzedFile | undefined): Diagnostic[] {
	if (analyzed === undefined) return [];
	const document = documentOf(analyzed, analyzed.key)!;
	const answers = unjudgedAnswers(analyzed);
	// Once for a file with many answers: they were written by one model for one retriever, and mostly have one reason.
	const shownAnswers = analyzed.isForeign === true ? answers.slice(0, 1) : answers;
	const others = answers.length - shownAnswers.length;
	const more = others === 0 ? '' : ` ${plural(others, 'other answer')} in this file ${isOrAre(others)} not judged, either.`;
	return shownAnswers.map(({ start, end, message }) => ({
		range: rangeOf(document, { start, end }),
		severity: DiagnosticSeverity.Information,
		source: diagnosticSource,
		code: notJudgedCode,
		message: `${message}${more}`,
	}));
}

/** At the response's head, once for all findings of it: they may be false alarms. Ignored findings are settled, and need no word. */
function unlikeData(read: ReadTraceFile, analyzed: AnalyzedFile | undefined, state: AnalysisState): Diagnostic[] {
	const words = state.kind === 'done' && state.likeness !== undefined ? likenessWords(state.likeness) : null;
	const hasFindings = analyzed?.analyses.some(({ record }) => record.findings.some(({ ignored }) => !ignored)) ?? false;
	return words === null || !hasFindings
		? []
		: [{ range: responseHead(read), severity: DiagnosticSeverity.Information, source: diagnosticSource, message: words }];
}

function atResponse(read: ReadTraceFile, what: string, { code, message, hint }: WireError): Diagnostic[] {
	// The editor shows the code beside the message.
	return [
		{
			range: responseHead(read),
			severity: DiagnosticSeverity.Warning,
			source: diagnosticSource,
			code,
			message: `${what} ${message}${hint === undefined ? '' : ` ${hint}`}`,
		},
	];
}

function responseHead(read: ReadTraceFile): Diagnostic['range'] {
	const head = read.parsed.sections.find(({ kind }) => kind === 'response')?.heading ?? { start: 0, end: 0 };
	return rangeOf(documentOf(read, read.key)!, head);
}
