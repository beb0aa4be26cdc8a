import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Command } from 'commander';
import { addReview, reviewStatusText } from '../../../src/cli/commands/review.ts';
import { reviewToDecide, toDecideText } from '../../../src/cli/output/private-review-text.ts';
import type { Review } from '../../../src/formats/review.ts';
import { act } from '../../../src/review/actions.ts';
import { exportReview, reviewFormats } from '../../../src/review/export.ts';
import { formatReview } from '../../../src/review/review-file.ts';
import { nextOpen, statusOf } from '../../../src/review/review-progress.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { answerReview, dana, eli, privateOriginal, reviewOfRelease } from '../../support/example-review.ts';
import { assertGolden } from './golden.ts';

function acceptAll(review: Review, actor = dana): Review {
	const item = nextOpen(statusOf(review, actor.who), null);
	return item === null ? review : acceptAll(act(review, { kind: 'accept', item }, actor).review, actor);
}
const answer = acceptAll(act(answerReview(), { kind: 'edit', item: 's4', text: 'A broken meter is replaced.' }, dana).review);
const released = acceptAll(reviewOfRelease(privateOriginal));
const restored = acceptAll(act(reviewOfRelease(privateOriginal), { kind: 'restore', item: 's2' }, dana).review);

test('exports of an ordinary answer, of a release, and of one that lost its guarantee', () => {
	for (const [name, review] of [
		['answer', answer],
		['release', released],
		['restored', restored],
	] as const)
		for (const format of reviewFormats)
			assertGolden(`review-${name}.${format === 'markdown' ? 'md' : format === 'text' ? 'txt' : 'json'}`, exportReview(review, format));
});

test('the status says what is left, in whose turn, and no sentence', () => {
	const second = acceptAll(answerReview({ reviewers: 2 }));
	const said = [
		answerReview(),
		answer,
		second,
		acceptAll(second, eli),
		restored,
		act(answer, { kind: 'redact-value', item: null, value: 'meter' }, dana).review,
	].map(reviewStatusText);
	assert.doesNotMatch(said.join(), /Abel|meter/);
	assertGolden('review-status.txt', said.join('\n'));
});

test('what is to be decided, in the order of the text and with why; nothing private that a release does not have', () => {
	const held = (review: Review) => ({ key: '/w/case.rag-assay-review.json', name: 'case.rag.md', review, who: dana.who });
	const beside = reviewOfRelease(privateOriginal);
	const edited = act(answerReview(), { kind: 'edit', item: 's4', text: 'A broken meter is replaced.' }, dana).review;
	const [begun, withOriginal, goneOn, ready] = [answerReview(), beside, edited, released].map((review, i) =>
		reviewToDecide(held(review), i > 1),
	);
	assert.deepEqual(
		begun!.toDecide.map(({ sentence }) => sentence),
		begun!.toDecide.map(({ sentence }) => sentence).toSorted((a, b) => a - b),
	);
	assert.ok(begun!.toDecide.length > 1 && begun!.toDecide.every(({ reasons }) => reasons.length > 0));
	const hidden = beside.items.filter((item) => item.private);
	assert.ok(hidden.length > 0);
	for (const { original } of hidden) assert.ok(!JSON.stringify(withOriginal).includes(original), original);
	assert.deepEqual(
		goneOn!.toDecide.some(({ sentence }) => sentence === 4),
		false,
	);
	assert.deepEqual([ready!.stage, ready!.toDecide], ['ready', []]);
	assertGolden('review-to-decide.txt', [begun, withOriginal, goneOn, ready].map((one) => toDecideText(one!, 1)).join('\n'));
});

function program(t: TestContext): { run: (...args: string[]) => Promise<number | undefined>; file: string } {
	const folder = temporaryFolder(t, 'rag-assay-review-');
	const command = new Command();
	let status: number | undefined;
	// Of an answer no ledger has to be asked: no runner starts.
	addReview(command, { path: join(folder, 'none.cjs'), version: '0' }, (done) => {
		status = done;
	});
	return {
		file: join(folder, 'case.rag-assay-review.json'),
		run: async (...args) => {
			await command.parseAsync(['review', ...args], { from: 'user' });
			return status;
		},
	};
}

test('the command line finds a review by its own name or that of its file, and refuses one that is not at its end', async (t) => {
	const { run, file } = program(t);
	await assert.rejects(run('status', file), { code: 'RA506' });
	writeFileSync(file, formatReview(answerReview()));
	await assert.rejects(run('export', file), { code: 'RA921' });
	writeFileSync(file, formatReview(answer));
	const written: string[] = [];
	t.mock.method(process.stdout, 'write', (text: string) => written.push(text) > 0);
	assert.equal(await run('export', file.replace('.rag-assay-review.json', '.rag.md'), '--format', 'json'), 0);
	assert.equal(await run('status', file), 0);
	t.mock.restoreAll();
	assert.deepEqual(written, [exportReview(answer, 'json'), reviewStatusText(answer)]);
	writeFileSync(file, '{"schema":"rag-assay/review@1"}');
	await assert.rejects(run('status', file), { code: 'RA922' });
});
