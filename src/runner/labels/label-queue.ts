import { chooseNext } from '../../analysis/calibration/choose-next.ts';
import { scoreMeasure } from '../../analysis/calibration/score-measure.ts';
import type { LanguageModel } from '../../analysis/language-model.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { subjectId, traceSubject } from '../../formats/subject.ts';
import type { LabelQueueState, QueuedSentence } from '../../protocol/labels.ts';
import { randomFor, shuffled } from '../../statistics/random.ts';
import { describeError, UserError } from '../../errors.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { quadOf } from '../lsp/positions.ts';
import { dependsOn, documentOf, readTraceFile, traceFileOf } from '../traces/trace-file.ts';
import { canonicalUri } from '../lsp/uris.ts';
import { fileLabels, placeIn } from './label-store.ts';

/** Traces that the model has read before the first sentence is named: enough for the parts of the scores to mean something. */
const readFirst = 12;

/** A trace of the workspace with its sentences, as they were when it was read last. */
interface QueuedTrace {
	readonly uri: string;
	readonly trace: AnsweredTrace;
	readonly rows: readonly (QueuedSentence & { readonly settled: string | null })[];
	readonly stale: number;
}

export interface LabelQueueOptions {
	readonly open: OpenDocuments;
	/** The model that reads; rejects with a `UserError` where none can be loaded. */
	readonly model: (signal: AbortSignal) => Promise<LanguageModel>;
	readonly signal: AbortSignal;
	readonly seed: number;
	readonly onChange: (state: LabelQueueState) => void;
	/** What went wrong after the queue was opened, and is nobody's mistake. */
	readonly onDefect: (error: unknown) => void;
}

/**
 * The sentences of a workspace's answered traces, one after another, as `chooseNext` has them. Scores come from the model, trace by trace in random
 * order: only sentences of traces that were read are asked about. Where there is no model, sentences come at random from all traces.
 */
export class LabelQueue {
	readonly #options: LabelQueueOptions;
	readonly #files = new Map<string, QueuedTrace[]>();
	/** Mean entropies of a response's sentences, by file and trace. */
	readonly #scores = new Map<string, readonly (number | null)[]>();
	readonly #skipped = new Set<string>();
	#notes: string[] = [];
	/** Why there is no model; the queue goes on without scores. */
	#unread: string | undefined;
	#current: string | undefined;

	private constructor(options: LabelQueueOptions) {
		this.#options = options;
	}

	/** Answers when the first traces have been read; the others follow until the signal. */
	static async open(uris: readonly string[], options: LabelQueueOptions): Promise<LabelQueue> {
		const queue = new LabelQueue(options);
		for (const uri of uris) await queue.#readFile(uri);
		const traces = shuffled(randomFor(options.seed, 'traces to read'), [...queue.#files.values()].flat());
		await queue.#measure(traces.slice(0, readFirst));
		queue.#choose();
		queue.#readOn(traces.slice(readFirst)).catch(options.onDefect);
		return queue;
	}

	get state(): LabelQueueState {
		const traces = [...this.#files.values()].flat();
		const rows = traces.flatMap((trace) => trace.rows);
		const current = rows.find((row) => keyOf(row) === this.#current);
		const having = (settled: string): number => rows.filter((row) => row.settled === settled).length;
		const [grounded, ungrounded, disputed] = [having('grounded'), having('ungrounded'), having('disputed')];
		return {
			current:
				current === undefined
					? null
					: {
							uri: current.uri,
							subject: current.subject,
							textSha256: current.textSha256,
							range: current.range,
							text: current.text,
							score: this.#scoreOf(current),
						},
			sentences: rows.length,
			labelled: grounded + ungrounded + disputed,
			ungrounded,
			disputed,
			stale: traces.reduce((sum, { stale }) => sum + stale, 0),
			measured: this.#scores.size,
			traces: traces.length,
			notes: [...this.#notes, ...(this.#unread === undefined ? [] : [`Sentences come at random: ${this.#unread}`])],
		};
	}

	/** Traces with at least one settled label, by file. */
	labeledFiles(): string[] {
		return [...this.#files].filter(([, traces]) => traces.some(({ rows }) => rows.some((row) => row.settled !== null))).map(([uri]) => uri);
	}

	/** To the next sentence; past the present one, which then comes last. */
	async next(skip: boolean): Promise<LabelQueueState> {
		if (skip && this.#current !== undefined) this.#skipped.add(this.#current);
		const here = this.state.current;
		if (here !== null) await this.#readFile(here.uri);
		this.#choose();
		return this.state;
	}

	async back(sentence: Pick<QueuedSentence, 'uri' | 'subject' | 'textSha256'>): Promise<LabelQueueState> {
		await this.#readFile(sentence.uri);
		const at = { ...sentence, uri: canonicalUri(sentence.uri) };
		if ([...this.#files.values()].flat().some(({ rows }) => rows.some((row) => keyOf(row) === keyOf(at)))) {
			this.#current = keyOf(at);
			this.#skipped.delete(this.#current);
		}
		return this.state;
	}

	/** A file, the other half of a pair or a sidecar changed. */
	async changed(uri: string): Promise<void> {
		const { open } = this.#options;
		const concerned = [...this.#files.keys()].filter((key) => {
			const file = traceFileOf(key, open);
			return file !== undefined && dependsOn(file, uri);
		});
		if (concerned.length === 0) return;
		for (const file of concerned) await this.#readFile(file);
		if (this.state.current === null) this.#choose();
		this.#options.onChange(this.state);
	}

	#choose(): void {
		const rows = new Map(
			[...this.#files.values()]
				.flat()
				.flatMap((trace) => trace.rows)
				.filter((row) => this.#unread !== undefined || this.#scores.has(traceKey(row)))
				.map((row) => [keyOf(row), row]),
		);
		this.#current = chooseNext(
			[...rows].map(([key, row]) => ({ key, score: this.#scoreOf(row), labelled: row.settled !== null })),
			this.#options.seed,
			this.#skipped,
		);
	}

	#scoreOf(row: QueuedSentence): number | null {
		const trace = this.#files.get(row.uri)?.find((one) => one.trace.id === row.subject.id);
		return this.#scores.get(traceKey(row))?.[trace?.rows.findIndex((other) => other.textSha256 === row.textSha256) ?? -1] ?? null;
	}

	async #readFile(given: string): Promise<void> {
		const uri = canonicalUri(given);
		try {
			const file = traceFileOf(uri, this.#options.open);
			const read = file === undefined ? undefined : await readTraceFile(file, this.#options.open);
			const document = read === undefined ? undefined : documentOf(read, read.key);
			if (read === undefined || document === undefined) return void this.#files.delete(uri);
			const traces = await fileLabels(read);
			for (const { trace } of traces) {
				const known = this.#files.get(uri)?.find((one) => one.trace.id === trace.id);
				// Of another text nothing is known.
				if (known !== undefined && known.trace.response.text !== trace.response.text)
					this.#scores.delete(traceKey({ uri, subject: traceSubject(trace.id) }));
			}
			this.#files.set(
				uri,
				traces.map(({ trace, sentences, stale }) => ({
					uri,
					trace,
					stale: stale.length,
					rows: sentences.map((sentence) => ({
						uri,
						subject: traceSubject(trace.id),
						textSha256: sentence.textSha256,
						range: quadOf(document, placeIn(trace, sentence)),
						text: sentence.text,
						score: null,
						settled: sentence.settled,
					})),
				})),
			);
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			this.#files.delete(uri);
			this.#notes = [...new Set([...this.#notes, describeError(error)])];
		}
	}

	async #readOn(traces: readonly QueuedTrace[]): Promise<void> {
		await this.#measure(traces);
		if (this.#current === undefined) this.#choose();
		this.#options.onChange(this.state);
	}

	async #measure(traces: readonly QueuedTrace[]): Promise<void> {
		const { signal, onChange } = this.#options;
		const model = traces.length === 0 ? undefined : await this.#model();
		if (model === undefined) return;
		let lastUpdate = performance.now();
		for (const { uri, trace } of traces) {
			if (signal.aborted) return;
			try {
				const { sentences } = await scoreMeasure.take(trace, { 'language-model': model }, signal);
				this.#scores.set(
					traceKey({ uri, subject: traceSubject(trace.id) }),
					sentences.map((numbers) => numbers?.entropyMean ?? null),
				);
			} catch (error) {
				if (signal.aborted) return;
				if (!(error instanceof UserError)) throw error;
				this.#notes = [...new Set([...this.#notes, `${trace.id}: ${describeError(error)}`])];
			}
			if (performance.now() - lastUpdate > 500) {
				lastUpdate = performance.now();
				onChange(this.state);
			}
		}
	}

	/** `undefined` where there is none: sentences can be labeled anyway. */
	async #model(): Promise<LanguageModel | undefined> {
		const { model, signal } = this.#options;
		try {
			return await model(signal);
		} catch (error) {
			if (signal.aborted) return undefined;
			if (!(error instanceof UserError)) throw error;
			this.#unread = describeError(error);
			return undefined;
		}
	}
}

function keyOf({ uri, subject, textSha256 }: Pick<QueuedSentence, 'uri' | 'subject' | 'textSha256'>): string {
	return JSON.stringify([uri, subjectId(subject), textSha256]);
}

function traceKey({ uri, subject }: Pick<QueuedSentence, 'uri' | 'subject'>): string {
	return JSON.stringify([uri, subjectId(subject)]);
}
