import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { Release, ReleasedSentence } from '../../../../src/formats/release.ts';
import type { Review } from '../../../../src/formats/review.ts';
import type { Params } from '../../../../src/protocol/rpc.ts';
import type { OpenReview } from '../../../../src/protocol/review.ts';
import type { ReviewAction } from '../../../../src/review/actions.ts';
import { finalText } from '../../../../src/review/final-text.ts';
import { guaranteeOf } from '../../../../src/review/guarantee.ts';
import { seenFor } from '../../../../src/review/stale-actions.ts';
import { openReview, OpenReviews } from '../../../../src/runner/review/review-session.ts';
import { dana, privateOriginal, release } from '../../../support/example-review.ts';
import { optionsOf } from './opening-releases.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

function releaseOf(id: string, texts: readonly string[], more: Partial<Release> = {}): Release {
	const sentences = texts.map((text): ReleasedSentence => ({ text, kind: 'released', conflictsWith: [] }));
	return { ...release, id, text: texts.join(' '), sentences, ...more };
}
const [usual, twice] = release.sentences.map(({ text }) => text) as [string, string];
const ward = 'Shingles are seen in Ward F.';
/** Of one name, in turn: they have sentences in common, and one has no guarantee. */
const releases = [
	releaseOf('r-1', [usual, twice]),
	releaseOf('r-2', [twice, ward]),
	releaseOf('r-3', [ward, usual], { guarantee: null, ledger: null }),
];
/** One begins with a sentence that no release has; one has sentences that another release has. */
const originals = [privateOriginal, ['Ward F is full of patients.', usual, 'It is taken by Leo Jiopio twice a day.'], [ward, twice, ward]];

/** Of a seed (Park and Miller 1988), in `[0, 1)`. */
function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 48271) % 2147483647;
		return state / 2147483647;
	};
}

/** Opens, acts and replaces at random; what a person knows, and what they wrote when, is kept apart from the product. */
async function live(t: TestContext, seed: number): Promise<{ holds: number }> {
	const next = numbers(seed);
	const pick = <T>(many: readonly T[]): T => many[Math.floor(next() * many.length)]!;
	const folder = temporaryFolder(t, 'rag-assay-any-order-');
	const file = join(folder, 'a.release.json');
	const original = join(folder, 'original.txt');
	const reviews = new OpenReviews();
	const options = optionsOf(folder, reviews);
	let [lying, reviewed]: (Release | undefined)[] = [releases[0], undefined];
	/** Whether people have seen more than the one release. */
	let knows = false;
	/** Texts that are made of the release under review alone. */
	let covered = new Set<string>();
	let held: { key: string; review: Review } | undefined;
	let written = 0;
	let holds = 0;
	const told: string[] = [];
	writeFileSync(file, JSON.stringify(lying));
	for (let step = 0; step < 14; step++) {
		const what = next();
		if (held === undefined || what < 0.3) {
			const shown = next() < 0.4;
			if (shown) writeFileSync(original, pick(originals).join(' '));
			const changed = pick(['go-on', 'anew', undefined] as const);
			const params: Params<typeof OpenReview> = {
				source: { kind: 'release', file, original: shown ? original : null },
				reviewers: 1,
				...(changed === undefined ? {} : { changed }),
			};
			told.push(`open ${lying!.id}${shown ? ' with its original' : ''} ${changed ?? ''}`);
			const opened = await openReview(params, options);
			if (opened.kind !== 'review') continue;
			if (reviewed !== undefined && reviewed !== lying) {
				knows = true;
				covered = new Set();
			}
			reviewed = lying;
			for (const { text } of lying!.sentences) covered.add(text);
			knows ||= shown;
			held = opened;
		} else if (what < 0.42) {
			lying = pick(releases);
			told.push(`replace by ${lying.id}`);
			writeFileSync(file, JSON.stringify(lying));
		} else {
			const { id: item, text } = pick(held.review.items);
			const action = pick<ReviewAction>([
				{ kind: 'accept', item },
				{ kind: 'restore', item },
				{ kind: 'edit', item, text: `${knows ? 'Known' : 'Own'} words ${++written}.` },
				{ kind: 'edit', item, text: '' },
				{ kind: 'redact', item, start: 0, end: Math.min(5, text.length) },
				{ kind: 'redact-value', item: null, value: 'shingles' },
				{ kind: 'undo' },
				{ kind: 'undo' },
				{ kind: 'redo' },
			]);
			told.push(JSON.stringify(action));
			const { review, stale } = await reviews.act(held.key, action, seenFor(held.review, action, dana.who), dana);
			assert.equal(stale, false);
			held = { key: held.key, review };
			if (!knows) for (const one of review.items) covered.add(one.text);
		}
		const { review } = held;
		const status = guaranteeOf(review);
		// No ledger is at hand: what it claims is what it would promise.
		if (status.kind !== 'claimed') continue;
		holds++;
		const why = told.join('\n');
		assert.notEqual(reviewed!.guarantee, null, why);
		assert.deepEqual(status.guarantee, reviewed!.guarantee, why);
		const out = review.items.map(({ text }) => text).filter((text) => text !== '');
		for (const text of out) assert.ok(covered.has(text), `${why}\n${text}`);
		assert.equal(finalText(review), out.join(' '), why);
	}
	return { holds };
}

describe('the guarantee that a review tells', () => {
	const held = async (t: TestContext, seeds: number): Promise<number> => {
		let holds = 0;
		for (let seed = 1; seed <= seeds; seed++) holds += (await live(t, seed * 7919)).holds;
		return holds;
	};
	test('in some orders of opening, going on, beginning anew and deciding: what goes out under it is made of its release alone', async (t) => {
		const holds = await held(t, 4);
		assert.ok(holds > 5, `it held ${holds} times: enough to say something`);
	});
	slowTest('whatever the order: what goes out under it is made of its release alone', async (t) => {
		const holds = await held(t, 80);
		assert.ok(holds > 200, `it held ${holds} times: enough to say something`);
	});

	test('of two who open it at once, with the original and without, what one has seen is not forgotten', async (t) => {
		const folder = temporaryFolder(t, 'rag-assay-any-order-');
		const [file, original] = [join(folder, 'a.release.json'), join(folder, 'original.txt')];
		writeFileSync(file, JSON.stringify(releases[0]));
		writeFileSync(original, privateOriginal.join(' '));
		const reviews = new Interrupted();
		const open = (shown: string | null) =>
			openReview({ source: { kind: 'release', file, original: shown }, reviewers: 1, changed: 'go-on' }, optionsOf(folder, reviews));
		await open(null);
		// One has read the review, and is to keep it, when the other opens it beside the original.
		reviews.before = () => open(original);
		const opened = await open(null);
		assert.equal(reviews.before, undefined, 'both were at it');
		for (const last of [opened, await open(null)])
			assert.ok(last.kind === 'review' && last.review.source.kind === 'release' && last.review.source.privateShown);
	});
});

/** Lets something happen before a review is kept, once. */
class Interrupted extends OpenReviews {
	before: (() => Promise<unknown>) | undefined;

	override async begin(...given: Parameters<OpenReviews['begin']>): Promise<boolean> {
		const { before } = this;
		this.before = undefined;
		await before?.();
		return super.begin(...given);
	}
}
