import { join } from 'node:path';
import type { OpenReviewOptions, OpenReviews } from '../../../../src/runner/review/review-session.ts';
import { dana } from '../../../support/example-review.ts';

/** What it takes to open the reviews of releases, for which no model is needed. */
export function optionsOf(folder: string, reviews: OpenReviews): OpenReviewOptions {
	return {
		reviews,
		signal: new AbortController().signal,
		who: async () => dana.who,
		open: new Map() as unknown as OpenReviewOptions['open'],
		context: {
			settings: { trusted: true } as OpenReviewOptions['context']['settings'],
			dataDirectory: folder,
			ledgerWitnesses: join(folder, 'witnesses'),
		},
		models: {
			open: () => Promise.reject(new Error('a release needs no model')),
			classify: async () => null,
		},
	};
}
