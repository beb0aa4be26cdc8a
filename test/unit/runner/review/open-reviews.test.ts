import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ReviewAction } from '../../../../src/review/actions.ts';
import { seenFor } from '../../../../src/review/stale-actions.ts';
import { loadReview, OpenReviews } from '../../../../src/runner/review/review-session.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { answerReview, dana } from '../../../support/example-review.ts';

test('what two processes do to one review at once is done, all of it', async (t) => {
	const path = join(temporaryFolder(t), 'a.rag-assay-review.json');
	const review = answerReview();
	const items = review.items.map(({ id }) => id);
	// Each process has one.
	const processes = items.map(() => new OpenReviews());
	for (const reviews of processes) assert.ok(await reviews.begin(path, review, await loadReview(path)));
	const acted = await Promise.all(
		items.map((item, i) => {
			const action: ReviewAction = { kind: 'edit', item, text: `Edited ${i}.` };
			return processes[i]!.act(path, action, seenFor(review, action, dana.who), dana);
		}),
	);
	assert.ok(acted.every(({ stale }) => !stale));
	assert.deepEqual(
		(await processes[0]!.get(path)).items.map(({ text }) => text),
		items.map((_, i) => `Edited ${i}.`),
	);
});

test('of two processes that begin one review at once, one does', async (t) => {
	const path = join(temporaryFolder(t), 'a.rag-assay-review.json');
	const begun = await Promise.all(
		[1, 2, 3].map((reviewers) => new OpenReviews().begin(path, answerReview({ reviewers, random: () => 0 }), undefined)),
	);
	assert.equal(begun.filter(Boolean).length, 1);
});
