import type {
	CodeAction,
	CodeLens,
	CompletionItem,
	Connection,
	Diagnostic,
	DocumentSymbol,
	FoldingRange,
	Hover,
	InlayHint,
	Position,
	Range,
} from 'vscode-languageserver/node';
import { UserError } from '../errors.ts';
import type { AnalysisState, HoverActions } from '../protocol/requests.ts';
import type { Result } from '../protocol/rpc.ts';
import { hoverActionsAt } from './traces/hover-actions.ts';
import { codeActionsAt, judgedResponses, modelActions, problemActionsAt, unjudgedActionsAt } from './traces/finding-actions.ts';
import { completionsAt, foldsOf, symbolsOf } from './traces/outline-and-completion.ts';
import { cutHints } from './traces/truncation-hints.ts';
import { diagnosticsOf, unreadHalf } from './traces/trace-diagnostics.ts';
import { labelActionsAt, labelHints, type LabelRows } from './labels/label-actions.ts';
import { tokenAt, tokenHover, type TokenHover } from './traces/token-hover.ts';
import { canonicalUri } from './lsp/uris.ts';
import type { OpenDocuments } from './lsp/open-documents.ts';
import type { MemoryEditor } from './memory/memory-editor.ts';
import type { QueryEditor } from './queries/query-editor.ts';
import { rangeOf } from './lsp/positions.ts';
import { shownTrace } from '../formats/readable-uri.ts';
import { readableActions, readableLenses, withReadablePlaces } from './traces/readable-requests.ts';
import type { ReadableTraces } from './traces/readable-traces.ts';
import { supportHover, withoutModel } from './traces/support-analyses.ts';
import type { AnalyzedFile, TraceAnalyses } from './traces/trace-analyses.ts';
import { verdictLenses } from './traces/verdict-lenses.ts';
import { documentOf, readTraceFile, traceFileOf, type ReadTraceFile } from './traces/trace-file.ts';

/** What the client can do. */
export interface ClientFeatures {
	readonly snippets: boolean;
	/** Whether it has commands of its own for what a hover offers. Such a client shows diagnostics beside hovers. */
	readonly showsWhy: boolean;
}

/** What the features are made from. */
export interface EditorFeaturesOptions {
	readonly open: OpenDocuments;
	readonly analyses: TraceAnalyses;
	readonly labels: (uri: string) => Promise<LabelRows | null>;
	/** Whether responses have a line above them with the verdict. */
	readonly hasVerdictLenses: () => boolean;
	readonly memories: MemoryEditor;
	readonly queries: QueryEditor;
	readonly readable: ReadableTraces;
	/** The editor asks for a document's diagnostics. */
	readonly onPull: (uri: string) => void;
}

/** Answers LSP's own requests from the open documents and what was found in them. */
export class EditorFeatures {
	readonly #open: OpenDocuments;
	readonly #analyses: TraceAnalyses;
	readonly #labels: EditorFeaturesOptions['labels'];
	readonly #hasVerdictLenses: () => boolean;
	readonly #onPull: (uri: string) => void;
	readonly #memories: MemoryEditor;
	readonly #queries: QueryEditor;
	#client: ClientFeatures = { snippets: false, showsWhy: false };
	readonly #readable: ReadableTraces;

	constructor({ open, analyses, labels, hasVerdictLenses, memories, queries, readable, onPull }: EditorFeaturesOptions) {
		this.#open = open;
		this.#analyses = analyses;
		this.#labels = labels;
		this.#hasVerdictLenses = hasVerdictLenses;
		this.#memories = memories;
		this.#queries = queries;
		this.#readable = readable;
		this.#onPull = onPull;
	}

	register(connection: Connection, client: ClientFeatures): void {
		this.#client = client;
		const { snippets } = client;
		if (client.showsWhy) connection.onCodeLens(({ textDocument: { uri } }) => this.#lenses(uri));
		connection.languages.diagnostics.on(async ({ textDocument: { uri } }) => {
			this.#onPull(uri);
			return { kind: 'full', items: await this.diagnostics(uri) };
		});
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
				...modelActions(context.diagnostics),
				...(labels === null ? [] : labelActionsAt(labels, range)),
				...(this.#isReadableElsewhere(uri) ? await readableActions(uri, range, context.diagnostics, this.#readable) : []),
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
		const placed = this.#isReadableElsewhere(uri) ? await withReadablePlaces(uri, ofTrace, this.#readable) : ofTrace;
		return [...placed, ...this.#memories.diagnostics(uri), ...this.#queries.diagnostics(uri)];
	}

	/** Whether each trace of a document has a readable document, too. */
	#isReadableElsewhere(uri: string): boolean {
		return this.#client.showsWhy && traceFileOf(uri, this.#open)?.isForeign === true;
	}

	async #lenses(uri: string): Promise<CodeLens[]> {
		const isReadableElsewhere = this.#isReadableElsewhere(uri);
		const ofTrace = isReadableElsewhere || shownTrace(uri) !== null ? await readableLenses(uri, this.#readable) : [];
		// Records of other tools have no heading to put a line above.
		if (isReadableElsewhere || !this.#hasVerdictLenses()) return ofTrace;
		const state = this.#analyses.state(uri);
		const lenses = await this.#withRead(uri, (read) =>
			verdictLenses(uri, read, state, async () => this.#analyses.current(uri) ?? withoutModel(read, state.kind === 'failed')),
		);
		return [...ofTrace, ...lenses];
	}

	async #hover(uri: string, position: { line: number; character: number }): Promise<Hover | null> {
		const analyzed = await this.#judgedResponse(uri);
		if (analyzed === undefined) return null;
		const document = documentOf(analyzed, uri)!;
		const offset = document.offsetAt(position);
		const state = this.#analyses.state(uri);
		const options = { likeness: state.kind === 'done' ? state.likeness : undefined, besideDiagnostics: this.#client.showsWhy };
		for (const { record } of analyzed.analyses) {
			const token = tokenAt(record.tokens, offset);
			if (token !== undefined) return this.#hoverOf({ ...tokenHover(token, record, options), range: rangeOf(document, token) });
		}
		const byTexts = supportHover(analyzed, uri, offset, options);
		return byTexts === null ? null : this.#hoverOf(byTexts);
	}

	/** What an editor offers in the hover at a position of a response. */
	async hoverActions(uri: string, position: Position): Promise<Result<typeof HoverActions>> {
		const analyzed = await this.#judgedResponse(uri);
		return analyzed === undefined ? [] : hoverActionsAt(analyzed, documentOf(analyzed, uri)!.offsetAt(position));
	}

	/** An editor with actions of its own puts them between the parts. Others get one text. */
	#hoverOf({ verdict, numbers, range }: TokenHover & { readonly range: Range }): Hover {
		const shown = [verdict, numbers].filter((part) => part !== '');
		// What can be done comes behind the first part, even if that is empty because a diagnostic beside the hover says it.
		return this.#client.showsWhy
			? { contents: numbers === '' ? [verdict] : [verdict, numbers], range }
			: { contents: { kind: 'markdown', value: shown.join('\n\n---\n\n') }, range };
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
