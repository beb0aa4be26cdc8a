import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import {
	BackToLabel,
	GetLabels,
	LabelQueueChanged,
	LearnFromLabels,
	NextToLabel,
	OpenLabelQueue,
	SetLabel,
	UndoLabel,
} from '../../protocol/labels.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { readTraceFile, traceFileOf } from '../traces/trace-file.ts';
import type { LabelRows } from './label-actions.ts';
import { Failures } from '../traces/failures.ts';
import { traceFilesBelow } from '../traces/find-trace-files.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { canonicalUri, pathOf, uriOf } from '../lsp/uris.ts';
import { labelRows, LabelStore } from './label-store.ts';
import { LabelQueue } from './label-queue.ts';
import { learnFromLabels } from './learn-from-labels.ts';

export interface LabelRequestsOptions {
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly open: OpenDocuments;
	readonly context: Pick<RunnerContext, 'settings' | 'log'>;
	readonly models: Pick<ModelService, 'openModel'>;
	/** Labels changed, whoever did it: what else shows them. */
	readonly onChange: () => void;
}

/** Whose jobs the queue's are. */
const owner = 'labels';

/** Everything that is asked about labels. */
export class LabelRequests {
	readonly store: LabelStore;
	readonly #options: LabelRequestsOptions;
	#queue: LabelQueue | undefined;
	#job = new AbortController();

	constructor(options: LabelRequestsOptions) {
		this.#options = options;
		const { answers, outbox, open, models, context } = options;
		const { log } = context;
		this.store = new LabelStore({ name: () => context.settings.author, now: () => new Date(), onChange: (uri) => this.changed(uri) });
		answers.request(GetLabels, ({ uri }) => this.rowsOf(uri));
		answers.request(SetLabel, async (label) => {
			await this.store.set(label);
			return null;
		});
		answers.request(UndoLabel, () => this.store.undo());
		answers.request(OpenLabelQueue, async ({ folders, seed }, requestSignal) => {
			this.#job.abort();
			this.#job = new AbortController();
			const job = this.#job;
			const { signal } = job;
			requestSignal.addEventListener('abort', () => job.abort(requestSignal.reason), { once: true });
			const paths: string[] = [];
			const report = (error: unknown): void => log.warn(`a folder cannot be read: ${String(error)}`);
			for (const folder of folders.flatMap((uri) => pathOf(uri) ?? [])) paths.push(...(await traceFilesBelow(folder, report, signal)));
			const queue = await LabelQueue.open([...new Set(paths.map((path) => canonicalUri(uriOf(path))))], {
				open,
				signal,
				seed,
				model: (aborted) => models.openModel(owner, aborted),
				onChange: (state) => {
					if (!signal.aborted) outbox.tell(LabelQueueChanged, state);
				},
				onDefect: (error) => {
					log.error(`the label queue: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
				},
			});
			signal.throwIfAborted();
			this.#queue = queue;
			return queue.state;
		});
		answers.request(NextToLabel, ({ skip }) => this.#opened().next(skip));
		answers.request(BackToLabel, (sentence) => this.#opened().back(sentence));
		answers.request(LearnFromLabels, async (_params, signal) => {
			const files = this.#opened().labeledFiles();
			return learnFromLabels(files, { open, model: await models.openModel(owner, signal), failures: new Failures(log), signal });
		});
	}

	/** The sentences of the response that `uri` belongs to; `null` where there is none. Rejects with RA111. */
	async rowsOf(uri: string): Promise<LabelRows | null> {
		const { open } = this.#options;
		const file = traceFileOf(uri, open);
		const read = file === undefined ? undefined : await readTraceFile(file, open);
		return read === undefined ? null : labelRows(read, open.get(read.key)?.version ?? 0, await this.store.author(read.key));
	}

	/** Labels in the sidecar of the file at `uri` changed. */
	changed(uri: string): void {
		this.#options.onChange();
		this.fileChanged(uri);
	}

	/** A trace file, or a sidecar, changed on the disk. */
	fileChanged(uri: string): void {
		const {
			onChange,
			context: { log },
		} = this.#options;
		if (uri.endsWith('.rag-assay.json')) onChange();
		this.#queue?.changed(uri).catch((error: unknown) => {
			log.error(`the label queue: ${String(error)}`);
		});
	}

	dispose(): void {
		this.#job.abort();
	}

	#opened(): LabelQueue {
		if (this.#queue === undefined)
			throw new UserError(errorNumbers.labelQueueGone, 'There is no queue of sentences to label.', {
				hint: 'Run "RAG Assay: Label Next Sentence".',
			});
		return this.#queue;
	}
}
