import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
	CodeActionKind,
	DiagnosticSeverity,
	ErrorCodes,
	ResponseError,
	type CodeAction,
	type Diagnostic,
	type Range,
} from 'vscode-languageserver/node';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { fileKind, isDataSetFile } from '../../formats/file-names.ts';
import { labeledTextsKind } from '../../formats/labeled-texts.ts';
import { isBenignQueriesFile } from '../../formats/queries/logged-query.ts';
import type { QueryScreenRecord } from '../../formats/query-screen-record.ts';
import type { SubjectPlace } from '../../formats/subject.ts';
import type { DocumentRange, FormatProblem } from '../../formats/trace.ts';
import { queryArguments, queryCommands, type QueryArguments, type QueryCommand } from '../../protocol/queries.ts';
import type { RunnerSettings } from '../../protocol/requests.ts';
import { describeMismatch } from '../../protocol/rpc.ts';
import { diagnosticSource, findingDiagnostics } from '../lsp/finding-diagnostics.ts';
import type { Log } from '../lsp/log.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { rangeOf } from '../lsp/positions.ts';
import { canonicalUri, pathOf, uriOf } from '../lsp/uris.ts';
import type { QueryService } from './query-service.ts';
import { LatestRun } from '../lsp/cancellation.ts';

/** For the head of a log of which no query was screened, and why. */
function notScreened({ code, message, hint }: UserError): Diagnostic {
	return {
		range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
		severity: DiagnosticSeverity.Warning,
		source: diagnosticSource,
		code,
		message: `Queries are not screened. ${message}${hint === undefined ? '' : ` ${hint}`}`,
	};
}

/** For what of a log could not be read, and was not screened. @param range of it in the document */
function notRead(document: TextDocument, { code, message, hint }: FormatProblem, range: DocumentRange): Diagnostic {
	return {
		range: rangeOf(document, range),
		severity: DiagnosticSeverity.Warning,
		source: diagnosticSource,
		code,
		message: `Not screened. ${message}${hint === undefined ? '' : ` ${hint}`}`,
	};
}

export interface QueryEditorOptions {
	readonly open: OpenDocuments;
	readonly service: QueryService;
	readonly settings: () => Pick<RunnerSettings, 'queryStore' | 'queryLogs' | 'queryBenign' | 'trusted'>;
	readonly log: Log;
	/** What is said of an open document changed. */
	readonly onDocument: (uri: string) => void;
}

/** What a screening of a file has found. */
interface ScreenedFile {
	readonly path: string;
	/** Queries with findings. */
	readonly records: readonly QueryScreenRecord[];
	/** What of a log could not be read. */
	readonly problems: readonly FormatProblem[];
	/** Texts of open documents as they were, by path: what has moved since is told no more. */
	readonly texts: ReadonlyMap<string, string>;
	/** How much longer a file is than its document, by path: editors do not count a byte order mark, and files do. */
	readonly marks: ReadonlyMap<string, number>;
	readonly failure: UserError | null;
}

/** Diagnostics and quick fixes of queries in open logs and traces, where the settings name the store that they are asked of. */
export class QueryEditor {
	readonly #options: QueryEditorOptions;
	readonly #screened = new Map<string, ScreenedFile>();
	readonly #running = new Map<string, LatestRun>();

	constructor(options: QueryEditorOptions) {
		this.#options = options;
	}

	opened(uri: string): void {
		const path = this.#logOf(uri);
		if (path === undefined) return;
		this.#start(canonicalUri(uri), path);
	}

	/** Ordinary queries move the threshold of every log. */
	saved(uri: string): void {
		if (!this.#isBenign(uri)) return this.opened(uri);
		for (const [key, { path }] of this.#screened) this.#start(key, path);
	}

	closed(uri: string): void {
		const key = canonicalUri(uri);
		this.#running.get(key)?.end();
		this.#running.delete(key);
		this.#screened.delete(key);
	}

	settingsChanged(): void {
		for (const key of [...this.#screened.keys(), ...this.#running.keys()]) {
			this.closed(key);
			this.#options.onDocument(key);
		}
		for (const { uri } of this.#options.open.all()) this.opened(uri);
	}

	dispose(): void {
		for (const running of this.#running.values()) running.end();
	}

	diagnostics(uri: string): Diagnostic[] {
		const document = this.#options.open.get(uri);
		if (document === undefined) return [];
		const own = this.#screened.get(canonicalUri(uri));
		const found = this.#placed(uri, document).flatMap(({ record, range }) =>
			record.findings.map(({ code, severity, message, ignored }) => ({
				subject: record.subject,
				code,
				severity,
				message,
				ignored,
				...range,
			})),
		);
		if (own === undefined) return findingDiagnostics(document, found);
		const unread = own.problems.flatMap((problem) => {
			const range = placed(own, { ...problem.range, file: problem.document }, uri, document);
			// A trace says itself what is wrong with it.
			return range === null || fileKind(own.path) !== null ? [] : [notRead(document, problem, range)];
		});
		return [...findingDiagnostics(document, found), ...unread, ...(own.failure === null ? [] : [notScreened(own.failure)])];
	}

	actions(uri: string, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
		const document = this.#options.open.get(uri);
		if (document === undefined) return [];
		const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
		return this.#placed(uri, document)
			.filter(({ range: own }) => own.start <= end && start <= own.end)
			.map(({ record, range: own, path }): CodeAction => {
				const isBenign = record.findings.every(({ ignored }) => ignored);
				const command = isBenign ? queryCommands.notBenign : queryCommands.benign;
				const title = isBenign ? 'Stop treating this query as benign' : 'Mark this query as benign';
				const at = rangeOf(document, own).start;
				const ours = diagnostics.filter(({ source, range: { start: from } }) => source === diagnosticSource && from.line === at.line);
				const args: QueryArguments = { queries: path, ids: [record.content] };
				return {
					title,
					kind: CodeActionKind.QuickFix,
					command: { title, command, arguments: [args] },
					...(ours.length === 0 ? {} : { diagnostics: ours }),
				};
			});
	}

	/** Executes one of our commands, then screens the log again; `undefined`: it is none of them. */
	execute(command: string, args: readonly unknown[]): Promise<null> | undefined {
		return isQueryCommand(command) ? this.#mark(command, args) : undefined;
	}

	async #mark(command: QueryCommand, args: readonly unknown[]): Promise<null> {
		const checked = queryArguments.safeParse(args[0]);
		if (!checked.success)
			throw new ResponseError(ErrorCodes.InvalidParams, `${command}: ${describeMismatch('arguments.0', checked.error)}`);
		const { queries, ids, note } = checked.data;
		await this.#options.service.benign({ queries, ids, note: note ?? '', benign: command === queryCommands.benign });
		// oxlint-disable-next-line no-await-in-loop -- mostly one
		for (const [key, { path }] of this.#screened) {
			if (path !== queries) continue;
			this.#start(key, path);
			await this.#running.get(key)?.idle();
		}
		return null;
	}

	/** The path of what is screened: a log by its name or by the settings, or a trace; `undefined`: nobody has named a store, or it is neither. */
	#logOf(uri: string): string | undefined {
		const { queryStore, queryLogs, trusted } = this.#options.settings();
		const path = pathOf(uri);
		if (path === undefined || queryStore === undefined || !trusted || this.#isBenign(uri)) return undefined;
		const isLog = labeledTextsKind(path) === 'query' || queryLogs.some((one) => canonicalUri(uriOf(one)) === canonicalUri(uri));
		return isLog || (fileKind(path) !== null && !isDataSetFile(path)) ? path : undefined;
	}

	/** Ordinary queries by name or by the settings: what others are held against is not judged itself. */
	#isBenign(uri: string): boolean {
		const path = pathOf(uri);
		const { queryBenign } = this.#options.settings();
		if (path === undefined) return false;
		return isBenignQueriesFile(path) || (queryBenign !== undefined && canonicalUri(uriOf(queryBenign)) === canonicalUri(uri));
	}

	#start(key: string, path: string): void {
		const run = this.#running.get(key) ?? new LatestRun();
		this.#running.set(key, run);
		run.start(
			(signal) => this.#screen(key, path, signal),
			(screened) => {
				this.#running.delete(key);
				if (screened === null) return;
				this.#screened.set(key, screened);
				for (const file of filesOf(path, screened.records)) this.#options.onDocument(uriOf(file));
			},
		);
	}

	/** Returns what was found in a log, or `null` where it could not be screened because of a defect or because a newer run took its place. */
	async #screen(key: string, path: string, signal: AbortSignal): Promise<ScreenedFile | null> {
		const { open, service, settings, log } = this.#options;
		const texts = new Map(
			open.all().flatMap((document) => {
				const of = pathOf(document.uri);
				return of === undefined ? [] : [[of, document.getText()] as const];
			}),
		);
		const records: QueryScreenRecord[] = [];
		const problems: FormatProblem[] = [];
		const marks = new Map<string, number>();
		let failure: UserError | null = null;
		try {
			const { queryStore = '', queryBenign: benign } = settings();
			await service.screenHeld(path, queryStore, {
				token: key,
				signal,
				...(benign === undefined ? {} : { benign }),
				onProgress: () => undefined,
				onProblems: (some) => void problems.push(...some),
				onRecords: (some) => void records.push(...some.filter(({ findings }) => findings.length > 0)),
			});
			// oxlint-disable-next-line no-await-in-loop -- the log, and mostly no other
			for (const file of filesOf(path, records)) marks.set(file, await markOf(file));
		} catch (error) {
			if (signal.aborted) return null;
			// A defect is the log's matter, and takes nothing else of the document.
			if (!(error instanceof UserError)) {
				log.error(`queries were not screened: ${String(error)}`);
				return null;
			}
			failure = error;
		}
		return { path, records, problems, texts, marks, failure };
	}

	/** Queries with findings that stand in this document as they did when they were screened. */
	#placed(uri: string, document: TextDocument) {
		return [...this.#screened.values()].flatMap((file) =>
			file.records.flatMap((record) => {
				const range = record.place === null ? null : placed(file, record.place, uri, document);
				return range === null ? [] : [{ record, range, path: file.path }];
			}),
		);
	}
}

/** Where in a document a part of a file stands that was screened; `null`: it is another document's, or has changed since. */
function placed({ texts, marks }: ScreenedFile, place: SubjectPlace, uri: string, document: TextDocument): DocumentRange | null {
	const path = pathOf(uri);
	if (path === undefined || canonicalUri(uriOf(place.file)) !== canonicalUri(uri)) return null;
	const mark = marks.get(place.file) ?? 0;
	const range = { start: place.start - mark, end: place.end - mark };
	const before = texts.get(path)?.slice(range.start, range.end);
	return before === undefined || before === document.getText().slice(range.start, range.end) ? range : null;
}

/** The log, and where its queries with findings stand. */
function filesOf(path: string, records: readonly QueryScreenRecord[]): Set<string> {
	return new Set([path, ...records.flatMap(({ place }) => place?.file ?? [])]);
}

async function markOf(file: string): Promise<number> {
	return (await readText(file, fileKinds.dataSet))?.startsWith('\uFEFF') === true ? 1 : 0;
}

function isQueryCommand(command: string): command is QueryCommand {
	return Object.values(queryCommands).some((one) => one === command);
}
