import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError, describeError, systemReason } from '../../errors.ts';
import { changeFile } from '../../files/change-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText, requireText } from '../../files/read-file.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { isDataSetFile, sidecarFile } from '../../formats/file-names.ts';
import { isAnswered, type AnsweredTrace } from '../../formats/read-traces.ts';
import type { LedgerCheck, Review } from '../../formats/review.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import type { OpenReview } from '../../protocol/review.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { act, type Acted, type Actor, type ReviewAction } from '../../review/actions.ts';
import { afterFormer, carriedOver, carryOver, isSameRelease, rechecked } from '../../review/carry-over.ts';
import { releaseReview } from '../../review/release-review.ts';
import { formatReview, readRelease, readReview, reviewFile } from '../../review/review-file.ts';
import { seenFor, staleInWords } from '../../review/stale-actions.ts';
import { languageOf } from '../../text/language.ts';
import { tagText } from '../../text/sentences.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { pathOf } from '../lsp/uris.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import { recognizerOf } from '../models/pii-recognizer.ts';
import { analyzeOne } from '../traces/analyze-trace.ts';
import { readTraceFile, traceFileOf } from '../traces/trace-file.ts';
import { readNamedFile } from '../traces/find-trace-files.ts';
import { checkRelease } from './check-release.ts';
import { reviewOfTrace } from './trace-to-review.ts';

/** The review that is kept at `path`; `undefined`: none is. Rejects with RA506, RA513 or RA922. */
export async function loadReview(path: string): Promise<Review | undefined> {
	const text = await readText(path, fileKinds.review);
	return text === undefined ? undefined : readReview(text, path);
}

/** What becomes of a review, and what is answered. */
interface ChangedReview<T> {
	/** The one that was given: nothing is written. */
	readonly review: Review | undefined;
	readonly result: T;
}

/**
 * Changes the review that is kept at `path`, whole or not at all, where its owner alone can read it: it holds private text. Another process that changes it at the
 * same time loses nothing, so that `change` may be called again. Rejects with RA506, RA513, RA922 or RA925.
 */
function changeReview<T>(path: string, change: (kept: Review | undefined) => ChangedReview<T> | Promise<ChangedReview<T>>): Promise<T> {
	return changeFile(
		path,
		async (text) => {
			const kept = text === undefined ? undefined : readReview(text, path);
			const { review, result } = await change(kept);
			return { text: review === kept ? text : review && formatReview(review), result };
		},
		{
			kind: fileKinds.review,
			mode: 0o600,
			notWritable: (cause) =>
				new UserError(errorNumbers.unwritableReview, `The review cannot be written: ${systemReason(cause)}.`, {
					place: { file: path },
					hint: 'Make its folder writable, or save the file somewhere else.',
					cause,
				}),
		},
	);
}

/**
 * Reviews that clients have open, by the path of their file. What was done is on the disk before it is answered, one after another; each time what
 * lies there is gone on from, so that two windows, of one process or of two, take away nothing from each other.
 */
export class OpenReviews {
	readonly #open = new Set<string>();

	/** Keeps a review that has just begun, or that goes on, in the place of `former`. `false`: another one lies there by now, and nothing is done. */
	async begin(path: string, review: Review, former: Review | undefined): Promise<boolean> {
		const isKept = await changeReview(path, (kept) => (isSame(kept, former) ? { review, result: true } : { review: kept, result: false }));
		if (isKept) this.#open.add(path);
		return isKept;
	}

	/** Does one thing, unless it is about something else than `seen` (`seenFor`) by now. Rejects with RA506, RA924 or RA925, and then nothing is done. */
	act(path: string, action: ReviewAction, seen: string, actor: Actor): Promise<Acted & { readonly stale: boolean }> {
		return this.#change(path, (review) => {
			if (seenFor(review, action, actor.who) !== seen) return { review, said: staleInWords(review, action), changed: [], stale: true };
			return { ...act(review, action, actor), stale: false };
		});
	}

	/** Keeps what a check of the review found, and gives the review with it. Rejects with RA506, RA924 or RA925. */
	async recheck(path: string, check: (review: Review) => Promise<Review>): Promise<Review> {
		const { review } = await this.#change(path, async (before) => {
			const checked = await check(before);
			return { review: isSame(checked, before) ? before : checked };
		});
		return review;
	}

	/** Rejects with RA506 or RA924. */
	async get(path: string): Promise<Review> {
		return this.#opened(path, await loadReview(path));
	}

	#change<T extends { readonly review: Review }>(path: string, change: (review: Review) => T | Promise<T>): Promise<T> {
		return changeReview(path, async (kept) => {
			const result = await change(this.#opened(path, kept));
			return { review: result.review, result };
		});
	}

	#opened(path: string, kept: Review | undefined): Review {
		if (!this.#open.has(path))
			throw new UserError(errorNumbers.reviewNotOpen, 'This review is not open.', {
				place: { file: path },
				hint: 'Open it again. It continues where you left it.',
			});
		if (kept === undefined)
			throw new UserError(errorNumbers.unreadableFile, 'The review was deleted, moved, or renamed while it was open.', {
				place: { file: path },
				hint: 'To continue, put the file back. To begin a new review, open it again.',
			});
		return kept;
	}
}

function isSame(one: Review | undefined, other: Review | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

export interface OpenReviewOptions {
	readonly open: OpenDocuments;
	readonly context: Pick<RunnerContext, 'settings' | 'dataDirectory' | 'ledgerWitnesses'>;
	readonly models: Pick<ModelService, 'open' | 'classify'>;
	readonly reviews: OpenReviews;
	readonly signal: AbortSignal;
	/** Who works on what lies at a path. */
	readonly who: (path: string) => Promise<string>;
}

type Opened = Result<typeof OpenReview>;

/** A review that was begun just now, and where it is to be kept. */
interface Fresh {
	readonly key: string;
	readonly file: string;
	/** Why a kept review is not gone on with as it is; `null`: it is. */
	readonly otherThan: (kept: Review) => Extract<Opened, { kind: 'changed' }>['why'] | null;
	/** Of a release. */
	readonly checked?: LedgerCheck;
	/** Made when it is needed: a model may have to be loaded. */
	readonly make: () => Promise<{ readonly review: Review; readonly unread: boolean }>;
}

/** Opens the review of a source: the one that is kept beside it, or a new one. Rejects as the request does. */
export async function openReview(params: Params<typeof OpenReview>, options: OpenReviewOptions): Promise<Opened> {
	const { source, reviewers, changed } = params;
	if (!options.context.settings.trusted) return { kind: 'nothing', why: 'untrusted' };
	const found = source.kind === 'release' ? await ofRelease(source, params, options) : await ofTrace(source, reviewers, options);
	if ('kind' in found) return found;
	const { key, file, otherThan, checked, make } = found;
	const name = basename(file);
	const kept = await loadReview(key);
	const answer = async (review: Review, resumed: boolean, unread: boolean): Promise<Opened> => {
		// Somebody else has opened it meanwhile, or gone on with it: what they have seen and done counts.
		if (!(await options.reviews.begin(key, review, kept))) return openReview(params, options);
		return { kind: 'review', key, name, review, who: await options.who(key), resumed, unread };
	};
	if (kept === undefined) {
		const { review, unread } = await make();
		return answer(review, false, unread);
	}
	const why = otherThan(kept);
	// As many people as were ever asked for: nobody of them lowers what it takes, by a setting of their own.
	if (why === null)
		return answer(
			{ ...(checked === undefined ? kept : rechecked(kept, checked)), reviewers: Math.max(kept.reviewers, reviewers) },
			true,
			false,
		);
	const made = await make();
	if (changed === 'anew') return answer(afterFormer(kept, made.review), false, made.unread);
	const carried = carryOver(kept, made.review);
	if (changed === 'go-on') return answer(carried, true, made.unread);
	return { kind: 'changed', why, name, decided: carriedOver(kept), same: carriedOver(carried) };
}

async function ofTrace(
	{ uri, trace: wanted }: Extract<Params<typeof OpenReview>['source'], { kind: 'trace' }>,
	reviewers: number,
	options: OpenReviewOptions,
): Promise<Fresh | Opened> {
	const found = await answered(uri, options.open);
	if (found === null) return { kind: 'nothing', why: 'no-trace' };
	const trace = found.traces.find(({ id }) => wanted === undefined || id === wanted);
	if (trace === undefined) return { kind: 'nothing', why: 'no-response' };
	const file = pathOf(found.key);
	if (file === undefined)
		throw new UserError(errorNumbers.unwritableReview, 'You can only review the answer of a saved file.', {
			place: { file: uri },
			hint: 'Save the file first.',
		});
	return {
		key: reviewFile(file, trace.id),
		file,
		otherThan: ({ source }) =>
			source.kind === 'trace' && source.trace === trace.id && source.responseSha256 === textSha256(trace.response.text) ? null : 'text',
		make: async () => {
			// First, because it is the sooner refused.
			const { recognize, notes: ofRecognizer } = await recognizerOf(
				options.models,
				[trace.response.text, ...trace.contexts.map((context) => context.text.text)],
				{ owner: found.key, signal: options.signal },
			);
			const { record, notes: ofReading } = await analyzed(trace, found.key, options);
			const notes = [...ofReading, ...ofRecognizer];
			return { review: await reviewOfTrace(trace, { file, record, reviewers, notes, random, recognize }), unread: record === null };
		},
	};
}

/** The traces with a response of the file that `uri` belongs to, open ones as they are in the editor; `null`: it is none. */
async function answered(uri: string, open: OpenDocuments): Promise<{ key: string; traces: readonly AnsweredTrace[] } | null> {
	const path = pathOf(uri);
	if (path !== undefined && isDataSetFile(path)) return { key: uri, traces: (await readNamedFile(path)).parsed.traces.filter(isAnswered) };
	const file = traceFileOf(uri, open);
	const read = file === undefined ? undefined : await readTraceFile(file, open);
	return read === undefined ? null : { key: read.key, traces: read.parsed.traces.filter(isAnswered) };
}

/** The analysis of a trace, or, where no model can read it, why not: recognizers mark it anyway. */
async function analyzed(
	trace: AnsweredTrace,
	uri: string,
	{ context, models, signal }: OpenReviewOptions,
): Promise<{ record: AnalysisRecord | null; notes: string[] }> {
	const path = pathOf(uri);
	try {
		const opened = await models.open(uri, signal);
		const record = await analyzeOne(opened, trace, {
			file: uri,
			sidecar: path === undefined ? undefined : sidecarFile(path),
			settings: context.settings,
			signal,
			onProgress: () => undefined,
		});
		return {
			record,
			notes:
				record.profile === null
					? ['No profile judges this answer, so the review does not mark sentences that the contexts do not support.']
					: [],
		};
	} catch (error) {
		if (signal.aborted || !(error instanceof UserError)) throw error;
		return { record: null, notes: [unreadNote(error)] };
	}
}

function unreadNote(error: UserError): string {
	return `No model has read this answer, so only recognizers mark sentences: ${describeError(error)}`;
}

async function ofRelease(
	{ file, original }: Extract<Params<typeof OpenReview>['source'], { kind: 'release' }>,
	{ reviewers, ledger }: Params<typeof OpenReview>,
	{ context, models, signal }: OpenReviewOptions,
): Promise<Fresh> {
	const release = readRelease(await requireText(file, fileKinds.release), file);
	const checked = await checkRelease(release, context, ledger);
	return {
		key: reviewFile(file),
		file,
		otherThan: ({ source }) => {
			if (!isSameRelease(source, { release })) return 'text';
			// What was on screen once was on screen.
			return source.privateShown || original === null ? null : 'original';
		},
		checked,
		make: async () => {
			const sentences = original === null ? null : await sentencesOf((await requireText(original, fileKinds.release)).trim());
			const texts = [...release.sentences.map(({ text }) => text), ...(sentences ?? [])];
			const { recognize, notes } = await recognizerOf(models, texts, { owner: file, signal });
			return {
				review: releaseReview({ file, release, checked, original: sentences, readings: [], notes, reviewers, random, recognize }),
				unread: true,
			};
		},
	};
}

async function sentencesOf(text: string): Promise<string[]> {
	const { sentences } = await tagText(text, languageOf(text));
	return sentences.map(({ start, end }) => text.slice(start, end));
}

/** Which sentences are drawn must not be known to whoever wrote the text. */
function random(): number {
	return randomBytes(4).readUInt32BE() / 2 ** 32;
}
