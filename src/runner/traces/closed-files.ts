import type { Diagnostic } from 'vscode-languageserver/node';
import { textSha256 } from '../../formats/sidecar.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import type { DiagnosticOutlet } from '../lsp/diagnostics-publisher.ts';
import type { Log } from '../lsp/log.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { canonicalUri, pathOf, sameUri } from '../lsp/uris.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { diagnosticsOf } from './trace-diagnostics.ts';
import { dependsOn, readTraceFile, type ReadTraceFile, type TraceFile } from './trace-file.ts';

/** What was found in a file, as small as it can be listed from. */
interface Known {
	readonly file: TraceFile;
	/** Hashes of the texts that were read, by URI. */
	readonly texts: ReadonlyMap<string, string>;
	readonly diagnostics: ReadonlyMap<string, Diagnostic[]>;
	readonly state: AnalysisState;
}

export interface ClosedFilesOptions {
	readonly open: OpenDocuments;
	readonly outlet: () => DiagnosticOutlet;
	readonly log: Log;
	/** Tells the editor what is known of a file that is not open. `none`: nothing any more. */
	readonly tell: (uri: string, state: AnalysisState) => void;
}

/**
 * What was found in trace files that are not open: in the whole workspace, or before their editors were closed. It is shown as long as the disk has
 * the texts that were read.
 */
export class ClosedFiles {
	readonly #options: ClosedFilesOptions;
	readonly #known = new Map<string, Known>();

	constructor(options: ClosedFilesOptions) {
		this.#options = options;
	}

	/** A file was analyzed, which may be open: then it is shown once it is closed. */
	analyzed(analyzed: AnalyzedFile, state: AnalysisState): void {
		const known = knownOf(analyzed, state);
		this.#known.set(canonicalUri(analyzed.key), known);
		this.#show(known);
	}

	/** The last tab of a document was closed, which the editor still holds. */
	tabClosed(uri: string, analyzed: AnalyzedFile, state: AnalysisState): void {
		if (analyzed.isForeign === true || pathOf(uri) === undefined) return;
		const known = knownOf(analyzed, state);
		this.#known.set(canonicalUri(analyzed.key), known);
		const isIt = sameUri(uri);
		for (const [of, list] of known.diagnostics) if (isIt(of)) this.#options.outlet().push(uri, list);
	}

	/** An editor was closed. `last`: what it showed, if that was up to date. */
	async closed(file: TraceFile, last: { readonly analyzed: AnalyzedFile; readonly state: AnalysisState } | undefined): Promise<void> {
		const key = canonicalUri(file.key);
		// Nobody tells when a file of another tool changes on the disk.
		if (file.isForeign === true || pathOf(file.key) === undefined || this.#isOpen(file)) return;
		const known = last === undefined ? this.#known.get(key) : knownOf(last.analyzed, last.state);
		if (known === undefined) return;
		const now = await readTraceFile(file, this.#options.open).catch(() => undefined);
		if (this.#isOpen(file)) return;
		if (now === undefined || !hasTexts(now, known)) return this.forgetWhere((one) => canonicalUri(one.key) === key);
		this.#known.set(key, known);
		this.#show(known);
	}

	/** A file on the disk changed, or was written as it was. */
	fileChanged(uri: string): void {
		const isIt = sameUri(uri);
		for (const { file } of this.#known.values()) {
			// A document without a tab may be held, and what is ignored is in the file beside a trace. Neither text is compared here.
			if (this.#isOpen(file) || !file.uris.some(isIt)) {
				if (dependsOn(file, uri)) this.forgetWhere((one) => one === file);
			} else this.closed(file, undefined).catch((error: unknown) => this.#options.log.warn(`${uri} is not listed: ${String(error)}`));
		}
	}

	/** What is known of some files is out of date. */
	forgetWhere(stale: (file: TraceFile) => boolean): void {
		for (const [key, { file }] of this.#known) {
			if (!stale(file)) continue;
			this.#known.delete(key);
			for (const uri of file.uris) this.#options.outlet().retract(uri);
			this.#options.tell(file.key, { kind: 'none' });
		}
	}

	#isOpen({ uris }: TraceFile): boolean {
		return uris.some((uri) => this.#options.open.get(uri) !== undefined);
	}

	#show({ file, diagnostics, state }: Known): void {
		for (const [uri, list] of diagnostics) if (this.#options.open.get(uri) === undefined) this.#options.outlet().push(uri, list);
		this.#options.tell(file.key, state);
	}
}

function knownOf(analyzed: AnalyzedFile, state: AnalysisState): Known {
	const { key, uris, documents } = analyzed;
	return {
		file: { key, uris },
		texts: textsOf(analyzed),
		diagnostics: new Map([...documents.values()].map(({ uri }) => [uri, diagnosticsOf(uri, analyzed, analyzed, { kind: 'idle' })])),
		state,
	};
}

function textsOf({ documents }: ReadTraceFile): Map<string, string> {
	return new Map([...documents].map(([uri, document]) => [canonicalUri(uri), textSha256(document.getText())]));
}

function hasTexts(read: ReadTraceFile, { texts }: Known): boolean {
	const now = textsOf(read);
	return now.size === texts.size && [...now].every(([uri, hash]) => texts.get(uri) === hash);
}
