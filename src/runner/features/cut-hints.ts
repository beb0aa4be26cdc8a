import type { InlayHint, Range } from 'vscode-languageserver/node';
import type { AnalysedFile } from '../editor/trace-analyses.ts';
import { cutTexts } from './cut-text.ts';
import { documentOf } from '../editor/trace-file.ts';

/** Where what was not read, or not scored, begins: words in the text, for fading alone says nothing to whoever does not see it. */
export function cutHints(uri: string, analysed: AnalysedFile, { start, end }: Range): InlayHint[] {
	const document = documentOf(analysed, uri);
	if (document === undefined) return [];
	const hints = cutTexts(uri, analysed).flatMap(({ marks, message }) =>
		marks.map(
			({ at, label }): InlayHint => ({ position: document.positionAt(at), label, paddingLeft: true, paddingRight: true, tooltip: message }),
		),
	);
	return hints.filter(({ position: { line } }) => start.line <= line && line <= end.line);
}
