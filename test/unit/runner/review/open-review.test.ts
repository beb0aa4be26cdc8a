import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { OpenedReview } from '../../../../src/protocol/review.ts';
import type { ReviewAction } from '../../../../src/review/actions.ts';
import { seenFor } from '../../../../src/review/stale-actions.ts';
import { openReview, OpenReviews } from '../../../../src/runner/review/review-session.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { dana, privateOriginal, release } from '../../../support/example-review.ts';
import { optionsOf } from './opening-releases.ts';

describe('a release whose review was edited without its private original', () => {
	const folder = temporaryFolder({ after }, 'rag-assay-open-review-');
	const [file, original] = [join(folder, 'a.release.json'), join(folder, 'original.txt')];
	const reviews = new OpenReviews();
	const open = (shown: boolean, changed?: 'go-on' | 'anew'): Promise<OpenedReview> =>
		openReview(
			{ source: { kind: 'release', file, original: shown ? original : null }, reviewers: 1, ...(changed === undefined ? {} : { changed }) },
			optionsOf(folder, reviews),
		);
	const opened = async (...given: Parameters<typeof open>): Promise<Extract<OpenedReview, { kind: 'review' }>> => {
		const found = await open(...given);
		assert.ok(found.kind === 'review', JSON.stringify(found));
		return found;
	};

	test('opened beside it: that the original is to be shown is what is told, and no other text', async () => {
		writeFileSync(file, JSON.stringify(release));
		writeFileSync(original, privateOriginal.join(' '));
		const { key, review } = await opened(false);
		const action: ReviewAction = { kind: 'edit', item: 's1', text: 'It is cetirizine.' };
		await reviews.act(key, action, seenFor(review, action, dana.who), dana);
		assert.deepEqual(await open(true), { kind: 'changed', why: 'original', name: 'a.release.json', decided: 1, same: 1 });
		const without = await opened(false);
		assert.deepEqual([without.resumed, without.review.items[0]!.text, without.review.done], [true, 'It is cetirizine.', 1]);
	});

	test('another release of this name is another text, whether its original is to be shown or not', async () => {
		writeFileSync(file, JSON.stringify({ ...release, id: 'r-2' }));
		for (const shown of [true, false]) {
			const found = await open(shown);
			assert.deepEqual([found.kind, found.kind === 'changed' && found.why], ['changed', 'text']);
		}
		writeFileSync(file, JSON.stringify(release));
	});

	test('once it was shown, nothing is asked anymore', async () => {
		const { review } = await opened(true, 'go-on');
		assert.equal(review.items[0]!.text, 'It is cetirizine.');
		assert.equal((await opened(true)).resumed, true);
		assert.equal((await opened(false)).resumed, true);
	});
});
