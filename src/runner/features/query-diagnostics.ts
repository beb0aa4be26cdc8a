import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { UserError } from '../../errors.ts';
import type { DocumentRange, FormatProblem } from '../../formats/trace.ts';
import { rangeOf } from '../editor/text-positions.ts';
import { diagnosticSource } from './finding-diagnostics.ts';

/** For the head of a log of which no query was screened, and why. */
export function notScreened({ code, message, hint }: UserError): Diagnostic {
	return {
		range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
		severity: DiagnosticSeverity.Warning,
		source: diagnosticSource,
		code,
		message: `Queries are not screened. ${message}${hint === undefined ? '' : ` ${hint}`}`,
	};
}

/** For what of a log could not be read, and was not screened. @param range of it in the document */
export function notRead(document: TextDocument, { code, message, hint }: FormatProblem, range: DocumentRange): Diagnostic {
	return {
		range: rangeOf(document, range),
		severity: DiagnosticSeverity.Warning,
		source: diagnosticSource,
		code,
		message: `Not screened. ${message}${hint === undefined ? '' : ` ${hint}`}`,
	};
}
