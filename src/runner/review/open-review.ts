import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { describeError, UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import type { AnalysisRecord } from '../../formats/analysis-record.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { isAnswered, type AnsweredTrace } from '../../formats/read-traces.ts';
import type { LedgerCheck, Review } from '../../formats/review.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import type { Params, Result } from '../../protocol/message.ts';
import type { OpenReview } from '../../protocol/review.ts';
import { afterFormer, carriedOver, carryOver, isSameRelease, rechecked } from '../../review/carry-over.ts';
import { releaseReview } from '../../review/release-review.ts';
import { readRelease, reviewFile } from '../../review/review-file.ts';
import { languageOf } from '../../text/language.ts';
import { tagText } from '../../text/sentences.ts';
import { analyseOne } from '../analyse-one.ts';
import type { OpenDocuments } from '../editor/open-documents.ts';
import { readTraceFile, traceFileOf } from '../editor/trace-file.ts';
import { readNamedFile } from '../files/read-file.ts';
import { isDataSetFile } from '../../formats/file-names.ts';
import type { ModelService } from '../model-service.ts';
import { pathOf } from '../uris.ts';
import { recognizerOf } from '../pii/recognizer.ts';
import type { OpenReviews } from './open-reviews.ts';
import { checkRelease } from './check-release.ts';
import { loadReview } from './review-store.ts';
import { reviewOfTrace } from './trace-to-review.ts';

export interface OpenReviewOptions {
	readonly open: OpenDocuments;
	readonly models: Pick<ModelService, 'settings' | 'open' | 'classify' | 'dataDirectory' | 'ledgerWitnesses'>;
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
	if (!options.models.settings.trusted) return { kind: 'nothing', why: 'untrusted' };
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
		throw new UserError(errorNumbers.unwritableReview, 'Only the answer of a file on the disk can be reviewed.', {
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
			const { record, notes: ofReading } = await analysed(trace, found.key, options);
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

/** The analysis of a trace, or, where no model can read it, why not: recognizers mark it all the same. */
async function analysed(
	trace: AnsweredTrace,
	uri: string,
	{ models, signal }: OpenReviewOptions,
): Promise<{ record: AnalysisRecord | null; notes: string[] }> {
	const path = pathOf(uri);
	try {
		const opened = await models.open(uri, signal);
		const record = await analyseOne(opened, trace, {
			file: uri,
			sidecar: path === undefined ? undefined : sidecarFile(path),
			settings: models.settings,
			signal,
			onProgress: () => undefined,
		});
		return {
			record,
			notes: record.profile === null ? ['No profile judges this answer: nothing says which sentences the contexts do not support.'] : [],
		};
	} catch (error) {
		if (signal.aborted || !(error instanceof UserError)) throw error;
		return { record: null, notes: [unreadNote(error)] };
	}
}

function unreadNote(error: UserError): string {
	return `No model has read this answer, so that sentences are marked by recognizers alone: ${describeError(error)}`;
}

async function ofRelease(
	{ file, original }: Extract<Params<typeof OpenReview>['source'], { kind: 'release' }>,
	{ reviewers, ledger }: Params<typeof OpenReview>,
	{ models, signal }: OpenReviewOptions,
): Promise<Fresh> {
	const release = readRelease(await requireText(file, fileKinds.release), file);
	const checked = await checkRelease(release, models, ledger);
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
