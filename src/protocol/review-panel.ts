import { z } from 'zod';
import { reviewFormats } from '../review/export.ts';
import { notification, request } from './message.ts';
import { OpenReview, reviewAction, reviewSource } from './review.ts';

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
