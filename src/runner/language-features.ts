import type {
	CodeAction,
	CompletionItem,
	Connection,
	Diagnostic,
	DocumentSymbol,
	FoldingRange,
	Hover,
	InlayHint,
} from 'vscode-languageserver/node';
import { UserError } from '../errors.ts';
import type { AnalysisState } from '../protocol/requests.ts';
import { codeActionsAt, judgedResponses, problemActionsAt, unjudgedActionsAt } from './traces/finding-actions.ts';
import { completionsAt, foldsOf, symbolsOf } from './traces/outline-and-completion.ts';
import { cutHints } from './traces/truncation-hints.ts';
import { diagnosticsOf, unreadHalf } from './traces/trace-diagnostics.ts';
import { labelActionsAt, labelHints, type LabelRows } from './labels/label-actions.ts';
import { tokenAt, tokenHover } from './traces/token-hover.ts';
import { canonicalUri } from './lsp/uris.ts';
import type { OpenDocuments } from './lsp/open-documents.ts';
import type { MemoryEditor } from './memory/memory-editor.ts';
import type { QueryEditor } from './queries/query-editor.ts';
import { rangeOf } from './lsp/positions.ts';
import { supportHover, withoutModel } from './traces/support-analyses.ts';
import type { AnalyzedFile, TraceAnalyses } from './traces/trace-analyses.ts';
import { documentOf, readTraceFile, traceFileOf, type ReadTraceFile } from './traces/trace-file.ts';

/** Answers LSP's own requests from the open documents and what was found in them. */
export class EditorFeatures {
	readonly #open: OpenDocuments;
	readonly #analyses: TraceAnalyses;
	readonly #labels: (uri: string) => Promise<LabelRows | null>;
	readonly #memories: MemoryEditor;
	readonly #queries: QueryEditor;

	constructor(
		open: OpenDocuments,
		analyses: TraceAnalyses,
		labels: (uri: string) => Promise<LabelRows | null>,
		{ memories, queries }: { readonly memories: MemoryEditor; readonly queries: QueryEditor },
	) {
		this.#open = open;
		this.#memories = memories;
		this.#queries = queries;
		this.#labels = labels;
		this.#analyses = analyses;
	}

	register(connection: Connection, snippets: boolean): void {
		connection.languages.diagnostics.on(async ({ textDocument }) => ({ kind: 'full', items: await this.diagnostics(textDocument.uri) }));
		connection.onHover(
			async ({ textDocument, position }) =>
				(await this.#hover(textDocument.uri, position)) ?? this.#memories.hover(textDocument.uri, position),
		);
		connection.onCodeAction(async ({ textDocument: { uri }, range, context }): Promise<CodeAction[]> => {
			const analyzed = await this.#judgedResponse(uri);
			const labels = await this.#labelsIn(uri);
			return [
				...(await this.#withRead(uri, (read) => problemActionsAt(uri, read, range, context.diagnostics))),
				...(analyzed === undefined
					? []
					: [
							...codeActionsAt(judgedResponses(analyzed), range, context.diagnostics),
							...unjudgedActionsAt(analyzed, range, context.diagnostics),
						]),
				...(labels === null ? [] : labelActionsAt(labels, range)),
				...this.#memories.actions(uri, range, context),
				...this.#queries.actions(uri, range, context.diagnostics),
			];
		});
		connection.languages.inlayHint.on(async ({ textDocument: { uri }, range }): Promise<InlayHint[]> => {
			const analyzed = this.#analyses.current(uri);
			const labels = await this.#labelsIn(uri);
			return [
				...(analyzed === undefined ? [] : cutHints(uri, analyzed, range)),
				...(labels === null ? [] : labelHints(labels, range)),
				...this.#memories.hints(uri, range),
			];
		});
		connection.onDocumentSymbol(
			({ textDocument: { uri } }): Promise<DocumentSymbol[]> => this.#withRead(uri, (read) => symbolsOf(uri, read)),
		);
		connection.onFoldingRanges(({ textDocument: { uri } }): Promise<FoldingRange[]> => this.#withRead(uri, (read) => foldsOf(uri, read)));
		connection.onCompletion(
			({ textDocument: { uri }, position }): Promise<CompletionItem[]> =>
				this.#withRead(uri, (read) => completionsAt(uri, position, read, snippets)),
		);
	}

	/** Of one open document; none for what is none of ours. Of half of a pair whose other half cannot be read it is that. */
	async diagnostics(uri: string): Promise<Diagnostic[]> {
		const state: AnalysisState = this.#analyses.state(uri);
		const ofTrace = await this.#withRead(
			uri,
			async (read) => diagnosticsOf(uri, read, this.#analyses.current(uri) ?? (await withoutModel(read, state.kind === 'failed')), state),
			(refusal) => [unreadHalf(refusal)],
		);
		return [...ofTrace, ...this.#memories.diagnostics(uri), ...this.#queries.diagnostics(uri)];
	}

	async #hover(uri: string, position: { line: number; character: number }): Promise<Hover | null> {
		const analyzed = await this.#judgedResponse(uri);
		if (analyzed === undefined) return null;
		const document = documentOf(analyzed, uri)!;
		const offset = document.offsetAt(position);
		const state = this.#analyses.state(uri);
		const likeness = state.kind === 'done' ? state.likeness : undefined;
		for (const { record } of analyzed.analyses) {
			const token = tokenAt(record.tokens, offset);
			if (token !== undefined)
				return { contents: { kind: 'markdown', value: tokenHover(token, record, likeness) }, range: rangeOf(document, token) };
		}
		return supportHover(analyzed, uri, offset);
	}

	/** The labels of the response of this very document. */
	async #labelsIn(uri: string): Promise<LabelRows | null> {
		// Labels that cannot be read are none to show; the analysis says why.
		const labels =
			this.#open.get(uri) === undefined
				? null
				: await this.#labels(uri).catch((error: unknown) => {
						if (error instanceof UserError) return null;
						throw error;
					});
		return labels !== null && canonicalUri(labels.uri) === canonicalUri(uri) ? labels : null;
	}

	/** What was found in the response of this very document: by a model, or while none has read it, without. */
	async #judgedResponse(uri: string): Promise<AnalyzedFile | undefined> {
		const [analyzed] = await this.#withRead(uri, async (read) => [
			this.#analyses.current(uri) ?? (await withoutModel(read, this.#analyses.state(uri).kind === 'failed')),
		]);
		return analyzed !== undefined && canonicalUri(analyzed.key) === canonicalUri(uri) ? analyzed : undefined;
	}

	async #withRead<T>(
		uri: string,
		answer: (read: ReadTraceFile) => T[] | Promise<T[]>,
		otherwise: (refusal: UserError) => T[] = () => [],
	): Promise<T[]> {
		const file = this.#open.get(uri) === undefined ? undefined : traceFileOf(uri, this.#open);
		try {
			const read = file === undefined ? undefined : await readTraceFile(file, this.#open);
			return read === undefined ? [] : await answer(read);
		} catch (error) {
			if (error instanceof UserError) return otherwise(error);
			throw error;
		}
	}
}
