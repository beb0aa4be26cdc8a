import { errorNumbers } from '../../error-numbers.ts';
import { describeError, UserError } from '../../errors.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import type { Likeness } from '../../formats/data-likeness.ts';
import { isAnswered, problemError, type AnsweredTrace } from '../../formats/read-traces.ts';
import { isFailure } from '../../formats/trace.ts';
import type { AnalysisState, RunnerSettings } from '../../protocol/requests.ts';
import { toWire, withoutStack } from '../../protocol/wire-error.ts';
import type { Log } from '../lsp/log.ts';
import { Superseded, LatestRun } from '../lsp/cancellation.ts';
import { canonicalUri } from '../lsp/uris.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { doneState } from './done-state.ts';
import { withoutModel } from './support-analyses.ts';
import { manyTracesNote, mostReadInPlace } from './many-traces.ts';
import { isCurrent, readTraceFile, traceFileOf, type ReadTraceFile, type TraceFile } from './trace-file.ts';

/** Time between two progress reports, milliseconds. */
const progressInterval = 100;

/** A trace file with what was found in it. */
export interface AnalyzedFile extends ReadTraceFile {
	readonly analyses: readonly { readonly trace: AnsweredTrace; readonly record: AnalysisRecord }[];
}

/** What was found in one trace, and what is wrong with the profile in force, where it could not judge. */
export interface AnalyzedTrace {
	readonly record: AnalysisRecord;
	readonly refused: UserError | null;
	/** How the last answers, this one among them, look beside those of the profile. */
	readonly likeness?: () => Likeness | null;
}

/** What an analysis is at, where that is no progress: the model is loaded for it, it waits for its turn, its turn has come. */
export type AnalysisPhase = { readonly kind: 'loads'; readonly doing: string } | { readonly kind: 'waits' } | { readonly kind: 'reads' };

/** Analyses one trace; rejects with a `UserError` or the signal's reason. */
export type AnalyzeOne = (
	owner: string,
	trace: AnsweredTrace,
	signal: AbortSignal,
	onProgress: (done: number, total: number) => void,
	onPhase?: (phase: AnalysisPhase) => void,
) => Promise<AnalyzedTrace>;

export interface TraceAnalysesOptions {
	readonly open: OpenDocuments;
	readonly settings: () => Pick<RunnerSettings, 'analyzeOn' | 'editDelay'>;
	readonly analyze: AnalyzeOne;
	readonly log: Log;
	/** A file's state changed, or its text while the state stayed. */
	readonly onChange: (file: TraceFile, state: AnalysisState) => void;
}

interface Entry {
	readonly file: TraceFile;
	state: AnalysisState;
	analyzed: AnalyzedFile | undefined;
	readonly run: LatestRun;
	/** Runs out when an edited file is to be analyzed again. */
	timer: NodeJS.Timeout | undefined;
}

/**
 * Analyses of the open trace files. At most one run a file: a newer one aborts the older, whose results are never shown.
 * What was found is handed out only as long as the texts are still those it was found in.
 */
export class TraceAnalyses {
	readonly #options: TraceAnalysesOptions;
	readonly #entries = new Map<string, Entry>();

	constructor(options: TraceAnalysesOptions) {
		this.#options = options;
	}

	/** What was found in the file of `uri`, when it is not stale. */
	current(uri: string): AnalyzedFile | undefined {
		const analyzed = this.#find(uri)?.analyzed;
		return analyzed !== undefined && isCurrent(analyzed, this.#options.open) ? analyzed : undefined;
	}

	state(uri: string): AnalysisState {
		return this.#find(uri)?.state ?? { kind: 'none' };
	}

	/** An open document appeared. */
	opened(uri: string): void {
		const entry = this.#entry(uri);
		if (entry === undefined) return;
		// Opening the other half of an analyzed pair changes nothing.
		if (entry.state.kind === 'done' && this.current(uri) !== undefined) this.#options.onChange(entry.file, entry.state);
		else if (this.#options.settings().analyzeOn === 'open') this.#start(entry);
		else this.#rest(entry);
	}

	/** Its text changed: what runs is for nothing, what was found is stale. */
	edited(uri: string): void {
		const entry = this.#entry(uri);
		if (entry === undefined) return;
		this.#stop(entry, new Superseded());
		entry.analyzed = undefined;
		if (this.#options.settings().analyzeOn !== 'open') return this.#rest(entry);
		entry.timer = setTimeout(() => this.#start(entry), this.#options.settings().editDelay);
		if (this.#isKnownWhole(entry)) this.#set(entry, { kind: 'queued' });
	}

	saved(uri: string): void {
		const entry = this.#find(uri);
		if (entry === undefined || this.#options.settings().analyzeOn === 'command') return;
		if (!entry.run.isRunning && this.current(uri) === undefined) this.#start(entry);
	}

	closed(uri: string): void {
		const entry = this.#find(uri);
		if (entry === undefined) return;
		if (entry.file.uris.some((half) => this.#options.open.get(half) !== undefined)) return this.touched(uri);
		this.#stop(entry, new Superseded());
		this.#entries.delete(canonicalUri(entry.file.key));
		this.#options.onChange(entry.file, { kind: 'none' });
	}

	/** Something beside the open text changed (the other half on disk, the sidecar): what was analyzed is analyzed again. */
	touched(uri: string): void {
		const entry = this.#find(uri);
		if (entry === undefined) return;
		if (entry.state.kind === 'idle') this.#options.onChange(entry.file, entry.state);
		else this.#start(entry);
	}

	/** Settings changed in a way that may change results: what was found under the old ones is stale, whatever comes of the new run. */
	restartAll(): void {
		for (const entry of this.#entries.values()) {
			entry.analyzed = undefined;
			if (entry.state.kind !== 'idle') this.#start(entry);
		}
	}

	/** Settings changed in a way that may let succeed what failed. */
	restartFailed(): void {
		for (const entry of this.#entries.values()) {
			if (entry.state.kind === 'failed') this.#start(entry);
		}
	}

	/** Analyses now, unless what is there is current; resolves to the state in which that ends. */
	async analyze(uri: string): Promise<AnalysisState> {
		const entry = this.#entry(uri);
		if (entry === undefined) return { kind: 'none' };
		const fresh = entry.state.kind === 'done' && this.current(uri) !== undefined;
		if (!fresh && !entry.run.isRunning) this.#start(entry);
		await entry.run.idle();
		return entry.state;
	}

	cancel(uri: string): void {
		const entry = this.#find(uri);
		if (entry === undefined || (!entry.run.isRunning && entry.timer === undefined)) return;
		this.#stop(entry);
		this.#set(entry, { kind: 'cancelled' });
	}

	cancelAll(): void {
		for (const entry of this.#entries.values()) this.cancel(entry.file.key);
	}

	/** A key of every file that has an open document. */
	keys(): string[] {
		return [...this.#entries.values()].map(({ file }) => file.key);
	}

	#find(uri: string): Entry | undefined {
		// A document that is closed is no longer known by its language or its content.
		return this.#entries.get(canonicalUri(traceFileOf(uri, this.#options.open)?.key ?? uri));
	}

	#entry(uri: string): Entry | undefined {
		const known = this.#find(uri);
		if (known !== undefined) return known;
		const file = traceFileOf(uri, this.#options.open);
		if (file === undefined || this.#options.open.get(uri) === undefined) return undefined;
		const entry: Entry = { file, state: { kind: 'none' }, analyzed: undefined, run: new LatestRun(), timer: undefined };
		this.#entries.set(canonicalUri(file.key), entry);
		return entry;
	}

	#stop(entry: Entry, reason?: Superseded): void {
		clearTimeout(entry.timer);
		entry.timer = undefined;
		entry.run.end(reason);
	}

	#start(entry: Entry): void {
		clearTimeout(entry.timer);
		entry.timer = undefined;
		entry.run.start(
			async (signal, isLatest) => {
				if (entry.state.kind !== 'queued' && (await this.#isWhole(entry)) && isLatest()) this.#set(entry, { kind: 'queued' });
				return this.#perform(entry, signal, isLatest).catch((error: unknown) => this.#failure(error));
			},
			(state) => this.#set(entry, state),
		);
		if (this.#isKnownWhole(entry)) this.#set(entry, { kind: 'queued' });
	}

	/** Waits for save or command, unless it is half of a pair: that is another tool's file, and nothing is said of it. */
	#rest(entry: Entry): void {
		if (this.#isKnownWhole(entry)) return this.#set(entry, { kind: 'idle' });
		void this.#restIfWhole(entry);
	}

	async #restIfWhole(entry: Entry): Promise<void> {
		const whole = await this.#isWhole(entry);
		// What came meanwhile knows better.
		const isNews = this.#entries.get(canonicalUri(entry.file.key)) === entry && entry.state.kind === 'none' && !entry.run.isRunning;
		if (isNews) this.#set(entry, { kind: whole ? 'idle' : 'none' });
	}

	/** Whether it is known without a look at the disk that no half of a pair is missing. */
	#isKnownWhole({ file, state }: Entry): boolean {
		return state.kind !== 'none' || file.uris.every((uri) => this.#options.open.get(uri) !== undefined);
	}

	async #isWhole({ file }: Entry): Promise<boolean> {
		try {
			const halves = await Promise.all(file.uris.map((uri) => this.#options.open.read(uri)));
			return halves.every((half) => half !== undefined);
		} catch (error) {
			// It is there; its analysis says what is wrong with it.
			this.#options.log.debug(`a half of ${file.key} cannot be read: ${String(error)}`);
			return true;
		}
	}

	async #perform(entry: Entry, signal: AbortSignal, mine: () => boolean): Promise<AnalysisState> {
		const { open, analyze } = this.#options;
		const read = await readTraceFile(entry.file, open);
		if (read === undefined) return { kind: 'none' };
		const { traces } = read.parsed;
		if (traces.length === 0)
			throw (
				firstProblem(read) ??
				new UserError(errorNumbers.noTraceInFile, 'No trace was found in this file.', { place: { file: entry.file.key } })
			);
		const answered = traces.filter(isAnswered);
		if (answered.length === 0) {
			// Its prompt has parts to tell apart anyway.
			if (mine()) entry.analyzed = { ...read, analyses: [] };
			return { kind: 'no-response' };
		}
		let reported = 0;
		let refused: UserError | null = null;
		let likeness: AnalyzedTrace['likeness'];
		const analyses: AnalyzedFile['analyses'][number][] = [];
		// Of many traces in a file, each is shown as soon as it is read. Until then it is compared with its contexts.
		const compared = read.isForeign === true ? (await withoutModel(read)).analyses : [];
		const total = read.isForeign === true ? Math.min(answered.length, mostReadInPlace) : answered.length;
		let tooLarge: UserError | undefined;
		const show = (): void => {
			if (mine()) entry.analyzed = { ...read, analyses: [...analyses, ...compared.slice(analyses.length)] };
		};
		for (const [i, trace] of answered.slice(0, total).entries()) {
			const analyzed = await analyze(
				entry.file.key,
				trace,
				signal,
				(done, all) => {
					const now = performance.now();
					if (!mine() || (now - reported < progressInterval && done < all)) return;
					reported = now;
					this.#set(entry, { kind: 'running', done: i * all + done, total: total * all });
				},
				(phase) => {
					if (mine()) this.#turn(entry, phase);
				},
			).catch((error: unknown) => {
				// A long trace does not cost the others.
				if (compared.length === 0 || !(error instanceof UserError) || error.code !== errorNumbers.memoryLimitExceeded) throw error;
				tooLarge = error;
				return null;
			});
			analyses.push(analyzed === null ? compared[i]! : { trace, record: analyzed.record });
			refused ??= analyzed?.refused ?? null;
			likeness = analyzed?.likeness ?? likeness;
			show();
			if (mine() && i + 1 < total) this.#set(entry, { kind: 'running', done: i + 1, total, shown: i + 1 });
		}
		if (tooLarge !== undefined && analyses.every(({ record }) => record.model === null)) throw tooLarge;
		return doneState(
			{ ...read, analyses },
			{
				refused,
				likeness: likeness?.() ?? null,
				notes: [
					...(total < answered.length ? [manyTracesNote(total, answered.length)] : []),
					...(tooLarge === undefined ? [] : [`Not every trace was read. ${describeError(tooLarge)}`]),
				],
			},
		);
	}

	#turn(entry: Entry, phase: AnalysisPhase): void {
		const { state } = entry;
		const loads = state.kind === 'running' && state.doing !== undefined;
		if (phase.kind === 'loads') this.#set(entry, { kind: 'running', done: 0, total: 0, doing: phase.doing });
		else if (phase.kind === 'waits' && loads) this.#set(entry, { kind: 'queued' });
		else if (phase.kind === 'reads' && state.kind !== 'running') this.#set(entry, { kind: 'running', done: 0, total: 0 });
	}

	#failure(error: unknown): AnalysisState {
		if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'cancelled' };
		const wire = toWire(error);
		if (wire.stack !== undefined) this.#options.log.error(wire.stack);
		return { kind: 'failed', error: withoutStack(wire) };
	}

	#set(entry: Entry, state: AnalysisState): void {
		entry.state = state;
		this.#options.onChange(entry.file, state);
	}
}

function firstProblem({ parsed, documents }: ReadTraceFile): UserError | undefined {
	const problem = parsed.problems.find(isFailure);
	return problem === undefined ? undefined : problemError(problem, documents.get(problem.document)?.getText() ?? '');
}
