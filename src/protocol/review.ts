import * as z from 'zod';
import { release } from '../formats/release.ts';
import { itemKinds, ledgerCheck, markKinds, review } from '../formats/review.ts';
import { reviewFormats } from '../review/export.ts';
import { notification, request } from './rpc.ts';

/** What is reviewed: a release's file, perhaps with the private original in a file of its own, or the answer of a trace. */
const reviewSource = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('release'),
		/** Path. */
		file: z.string().min(1),
		/** Path of the private original; `null`: it is not shown. */
		original: z.string().min(1).nullable().default(null),
	}),
	z.object({
		kind: z.literal('trace'),
		/** Document of the response, or of its prompt. */
		uri: z.string().min(1),
		/** Which trace of a file of many; absent: the first with a response. */
		trace: z.string().optional(),
	}),
]);
export type ReviewSource = z.infer<typeof reviewSource>;

/** A review as it stands. */
const held = z.object({
	/** By which it is acted on: the path of its file. */
	key: z.string(),
	/** Name of the reviewed file, without its folders. */
	name: z.string(),
	review,
	/** Who works here. */
	who: z.string(),
});
export type HeldReview = z.infer<typeof held>;

const opened = z.discriminatedUnion('kind', [
	held.extend({
		kind: z.literal('review'),
		/** Whether it goes on where it was left. */
		resumed: z.boolean(),
		/** Whether the model's marks are missing, which recognizers do not replace. */
		unread: z.boolean(),
	}),
	/**
	 * The review that is kept is not of what is asked for: nothing is opened before `changed` says what becomes of it. `why`: the text is another one than it was begun
	 * with, or it is the same release, of which the private original was never shown. `same`: sentences with a decision that are as they were.
	 */
	z.object({
		kind: z.literal('changed'),
		why: z.enum(['text', 'original']),
		name: z.string(),
		decided: z.number().int(),
		same: z.number().int(),
	}),
	/** Nothing to review, and why. */
	z.object({ kind: z.literal('nothing'), why: z.enum(['no-trace', 'no-response', 'untrusted']) }),
]);
export type OpenedReview = z.infer<typeof opened>;

const ledgerPath = z.string().min(1).optional();

/** Opens a review, or begins one, with marks by recognizers and, where one can be loaded, by the model. Rejects with RA506, RA922, RA923 or RA925. */
export const OpenReview = request(
	'ragAssay/review/open',
	z.object({
		source: reviewSource,
		/** At least so many people must decide; a review that asks for two goes on asking for two. */
		reviewers: z.number().int().min(1).max(2).default(1),
		/** What becomes of a review that answers `changed`: it is dropped, or what was decided about sentences that are the same is taken over. */
		changed: z.enum(['anew', 'go-on']).optional(),
		/** Path of a ledger that a release is compared with, before those of the data directory. */
		ledger: ledgerPath,
	}),
	opened,
);

const item = z.string().min(1);
const offset = z.number().int().nonnegative();
/** `ReviewAction` of `src/review/actions.ts`. */
export const reviewAction = z.discriminatedUnion('kind', [
	z.object({ kind: z.enum(['accept', 'restore']), item }),
	z.object({ kind: z.literal('edit'), item, text: z.string().max(1_000_000) }),
	z.object({ kind: z.literal('redact'), item, start: offset, end: offset }),
	z.object({ kind: z.literal('redact-value'), item: item.nullable(), value: z.string().max(10_000) }),
	z.object({ kind: z.literal('accept-kind'), of: z.enum([...itemKinds, ...markKinds]) }),
	z.object({ kind: z.enum(['undo', 'redo']) }),
]);

/**
 * Does one thing to an open review, and answers when that is on the disk. `seen`: what it is about as the person had it before them (`seenFor`); where the
 * review says something else by now, nothing is done and `stale` is true. Rejects with RA506 where the review's file is gone, RA924 or RA925.
 */
export const ActOnReview = request(
	'ragAssay/review/act',
	z.object({ key: z.string(), action: reviewAction, seen: z.string() }),
	held.extend({ said: z.string(), changed: z.array(z.string()), stale: z.boolean() }),
);

/** An open review as it stands on the disk, where others may have gone on with it. Rejects with RA506 where its file is gone, or RA924. */
export const ReadReview = request('ragAssay/review/read', z.object({ key: z.string() }), held);

/**
 * The reviewed text, and the review with what its ledger says now, which is on the disk then. Rejects with RA921 while something is to be decided, and with
 * RA506, RA924 or RA925.
 */
export const ExportReview = request(
	'ragAssay/review/export',
	z.object({ key: z.string(), format: z.enum(reviewFormats), ledger: ledgerPath }),
	held.extend({ content: z.string() }),
);

/** Whether a release is what its ledger's entry recorded. Rejects with RA904. */
export const CheckRelease = request('ragAssay/review/checkRelease', z.object({ release, ledger: ledgerPath }), ledgerCheck);

const [reviewOfPanel, changed] = OpenReview.result.options;

/** What the panel shows. */
const shown = z.discriminatedUnion('kind', [
	/** Nothing to review, and what to do about it. `trust`: the workspace would have to be trusted. */
	z.object({ kind: z.literal('empty'), message: z.string(), trust: z.boolean() }),
	z.object({ kind: z.literal('loading'), message: z.string() }),
	z.object({ kind: z.literal('failed'), message: z.string() }),
	/** The review that was shown cannot be read anymore: its file is gone, and may come back. */
	z.object({ kind: z.literal('lost'), message: z.string() }),
	changed,
	reviewOfPanel,
]);
export type ShownReview = z.infer<typeof shown>;

const reviewPanelState = z.object({
	shown,
	/** To come back to after VS Code was closed. */
	source: reviewSource.nullable(),
});
export type ReviewPanelState = z.infer<typeof reviewPanelState>;

/** What a panel leaves behind for its next life; checked, as it comes from disk. */
export const reviewMemory = z.object({ source: reviewSource.nullable() });

/** The panel is drawn: what is to be seen? After this, `ReviewPanelChanged`. */
export const OpenReviewPanel = request('ragAssay/reviewPanel/open', z.null(), reviewPanelState);
export const ReviewPanelChanged = notification('ragAssay/reviewPanel/changed', reviewPanelState);
/** Does one thing to the shown review, if it still says what the page had `seen` (`seenFor`); else `stale`. `said`: what happened, in a sentence. */
export const ActInPanel = request(
	'ragAssay/reviewPanel/act',
	z.object({ action: reviewAction, seen: z.string() }),
	z.object({ state: reviewPanelState, said: z.string(), changed: z.array(z.string()), stale: z.boolean() }),
);
/** What becomes of a review that is not of what is to be shown (`changed`). */
export const SettleChangedReview = request('ragAssay/reviewPanel/settle', z.object({ changed: z.enum(['anew', 'go-on']) }), z.null());
export const RetryReview = request('ragAssay/reviewPanel/retry', z.null(), z.null());
/** Opens VS Code's page on trust. */
export const TrustForReview = request('ragAssay/reviewPanel/trust', z.null(), z.null());
/** The whole text before and after, side by side in a diff editor. */
export const CompareReviewed = request('ragAssay/reviewPanel/compare', z.null(), z.null());
/** Writes the reviewed text where the user says; `saved` is false when they closed the dialog. */
export const ExportFromReview = request(
	'ragAssay/reviewPanel/export',
	z.object({ format: z.enum(reviewFormats) }),
	z.object({ saved: z.boolean() }),
);
