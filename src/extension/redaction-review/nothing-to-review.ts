import type { OpenedReview } from '../../protocol/review.ts';
import type { ShownReview } from '../../protocol/review-panel.ts';

/** What an empty panel says. */
export const nothingOpen = 'Open a trace and run "RAG Assay: Review Redactions", or "RAG Assay: Review Release" on a private answer.';

/** Why there is no review of what was asked for, and what to do. */
export function whyNothing({ why }: Extract<OpenedReview, { kind: 'nothing' }>): ShownReview {
	switch (why) {
		case 'no-trace':
			return {
				kind: 'empty',
				message: 'This file holds no trace. Open a *.rag.md file, or the .prompt.md or .response.md of a pair.',
				trust: false,
			};
		case 'no-response':
			return { kind: 'empty', message: 'This trace has no response to review. Write one, or generate it.', trust: false };
		case 'untrusted':
			return {
				kind: 'empty',
				message: 'A review writes what was decided beside the file, which is not done in a workspace that is not trusted.',
				trust: true,
			};
	}
}
