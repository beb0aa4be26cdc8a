import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { reviewed } from '../../src/formats/reviewed-answer.ts';
import { review as reviewSchema } from '../../src/formats/review.ts';
import type { Guarantee, Release } from '../../src/formats/release.ts';
import { GetBudget, SetBudget } from '../../src/protocol/private.ts';
import { ask, type Result } from '../../src/protocol/rpc.ts';
import {
	ActOnReview,
	CheckRelease,
	ExportReview,
	OpenReview,
	ReadReview,
	type HeldReview,
	type OpenedReview,
} from '../../src/protocol/review.ts';
import type { ReviewAction } from '../../src/review/actions.ts';
import { guaranteeOf } from '../../src/review/guarantee.ts';
import { doneMeanwhile, seenFor } from '../../src/review/stale-actions.ts';
import { nextOpen, statusOf } from '../../src/review/review-progress.ts';
import { ledgerWitnessFolder } from '../../src/runner/context/cache-directory.ts';
import { privateOriginal, release } from '../support/example-review.ts';
import { paidFrom } from '../support/example-release.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, root } from '../support/runner-client.ts';

type Held = Extract<OpenedReview, { kind: 'review' }>;
function held(opened: OpenedReview): Held {
	assert.equal(opened.kind, 'review');
	return opened;
}

/** Does one thing to a review as somebody has it before them. */
async function acting(client: Client, { key, review, who }: HeldReview, action: ReviewAction): Promise<Result<typeof ActOnReview>> {
	return ask(client.connection, ActOnReview, { key, action, seen: seenFor(review, action, who) });
}
/** Accepts what waits, one after another. */
async function acceptAll(client: Client, of: HeldReview): Promise<HeldReview> {
	let now = of;
	for (let item = nextOpen(statusOf(now.review, now.who), null); item !== null; item = nextOpen(statusOf(now.review, now.who), item))
		now = await acting(client, now, { kind: 'accept', item });
	return now;
}

describe('redaction review', () => {
	const folder = temporaryFolder({ after }, 'rag-assay-review-');
	const write = (name: string, text: string): string => {
		writeFileSync(join(folder, name), text);
		return pathToFileURL(join(folder, name)).href;
	};
	const example = readFileSync(join(root, 'examples/traces/records/similar-case.rag.md'), 'utf8');

	it('an answer is marked by the model and by recognizers, decided, kept by its owner alone, gone on with, and exported', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana' });
		const source = { kind: 'trace', uri: write('case.rag.md', example) } as const;
		const opened = held(await ask(client.connection, OpenReview, { source, reviewers: 1 }));
		assert.deepEqual([opened.resumed, opened.unread, opened.who, opened.name], [false, false, 'Dana', 'case.rag.md']);
		assert.equal(guaranteeOf(opened.review).kind, 'none');
		const { items } = opened.review;
		assert.ok(items.length >= 2);
		assert.ok(items.every(({ surprise }) => surprise !== null && surprise > 0));
		assert.ok(items.some(({ reasons }) => reasons.some(({ kind }) => kind === 'leak')));
		if (process.platform !== 'win32') assert.equal(statSync(opened.key).mode & 0o777, 0o600);
		await assert.rejects(ask(client.connection, ExportReview, { key: opened.key, format: 'text' }), /RA921/);

		const first = statusOf(opened.review, 'Dana').order[0]!;
		const acted = await acting(client, opened, { kind: 'accept', item: first });
		assert.match(acted.said, /accepted/);
		assert.deepEqual(reviewSchema.parse(JSON.parse(readFileSync(opened.key, 'utf8'))), acted.review);
		await client.stop();

		const later = new Client(t);
		await later.initialize({ analyzeOn: 'command', author: 'Dana' });
		await assert.rejects(acting(later, opened, { kind: 'undo' }), /RA924/);
		const resumed = held(await ask(later.connection, OpenReview, { source, reviewers: 1 }));
		assert.deepEqual([resumed.resumed, resumed.review], [true, acted.review]);
		await acceptAll(later, resumed);
		const { content } = await ask(later.connection, ExportReview, { key: opened.key, format: 'json' });
		const record = reviewed.parse(JSON.parse(content));
		assert.deepEqual([record.guarantee, record.reviewers], ['no privacy guarantee', ['Dana']]);
		assert.doesNotMatch(content, /Zeawo|1494/);
		await later.stop();
	});

	slowTest('a changed answer is told, and what is the same can be gone on with', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana' });
		const source = { kind: 'trace', uri: write('changes.rag.md', example) } as const;
		const opened = held(await ask(client.connection, OpenReview, { source }));
		for (const { id } of opened.review.items) await acting(client, opened, { kind: 'accept', item: id });
		write('changes.rag.md', `${example.trimEnd()} The weather was fine.\n`);
		const changed = await ask(client.connection, OpenReview, { source });
		assert.deepEqual(changed, {
			kind: 'changed',
			why: 'text',
			name: 'changes.rag.md',
			decided: opened.review.items.length,
			same: opened.review.items.length,
		});
		const onward = held(await ask(client.connection, OpenReview, { source, changed: 'go-on' }));
		assert.deepEqual(
			onward.review.items.map(({ decisions }) => decisions.length),
			[...opened.review.items.map(() => 1), 0],
		);
		await client.stop();
	});

	slowTest('works without a model, and says so', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana', model: join(folder, 'no-model') });
		const opened = held(await ask(client.connection, OpenReview, { source: { kind: 'trace', uri: write('unread.rag.md', example) } }));
		assert.equal(opened.unread, true);
		assert.match(opened.review.notes.join(), /No model has read this answer.*RA301/);
		assert.ok(opened.review.items.some(({ kind }) => kind === 'redaction'));
		await client.stop();
	});

	slowTest('a release keeps its guarantee until private text is restored', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana' });
		const [file, original] = [join(folder, 'a.release.json'), join(folder, 'a.txt')];
		writeFileSync(file, JSON.stringify(release));
		writeFileSync(original, privateOriginal.join(' '));
		const opened = held(await ask(client.connection, OpenReview, { source: { kind: 'release', file, original } }));
		assert.equal(opened.review.items.length, 3);
		assert.equal(guaranteeOf(opened.review).kind, 'claimed');
		const { review } = await acting(client, opened, { kind: 'restore', item: 's2' });
		assert.equal(guaranteeOf(review).kind, 'void');
		// What was on screen was: opened without it, it is there still.
		const again = held(await ask(client.connection, OpenReview, { source: { kind: 'release', file } }));
		assert.equal(guaranteeOf(again.review).kind, 'void');
		writeFileSync(file, '{}');
		await assert.rejects(ask(client.connection, OpenReview, { source: { kind: 'release', file } }), /RA923/);
		await client.stop();
	});

	it('a release is compared with its ledger where that is at hand, when it is opened and when it goes out', async (t) => {
		const data = join(folder, 'data');
		const cache = join(folder, 'cache');
		const client = new Client(t, { cache });
		await client.initialize({ analyzeOn: 'command', author: 'Dana', dataDirectory: data });
		const corpus = join(folder, 'wards');
		mkdirSync(corpus);
		await ask(client.connection, SetBudget, { corpus, epsilon: 9, delta: 1e-4, now: true });
		const { file: ledger } = (await ask(client.connection, GetBudget, { corpus }))!;
		const at = { now: new Date(), witnesses: ledgerWitnessFolder(cache) };
		const sound = await paidFrom(ledger, { ...release, id: 'sound' }, at);
		const cancelled = await paidFrom(ledger, { ...release, id: 'cancelled' }, at, 'cancelled');
		let count = 0;
		const open = async (of: Release): Promise<Held> => {
			const file = join(folder, `checked-${++count}.release.json`);
			writeFileSync(file, JSON.stringify(of));
			return held(await ask(client.connection, OpenReview, { source: { kind: 'release', file } }));
		};
		const privateText = 'Leo Jiopio of Ward F got it.';
		const sentences = [{ text: privateText, kind: 'released' as const, conflictsWith: [] }];
		const morePromised: Guarantee = { ...sound.guarantee!, group: [{ documents: 5, epsilon: 0.1, delta: 0 }] };
		for (const [of, kind, why] of [
			[sound, 'holds', /^(?!.*Not checked)/],
			[{ ...sound, text: privateText, sentences }, 'none', /its text is not the one that entry 2 has recorded/],
			[{ ...sound, sentences }, 'none', /its text does not consist of its sentences/],
			[{ ...sound, guarantee: { ...sound.guarantee!, epsilon: 1 } }, 'none', /its ε or δ is not what entry 2 paid/],
			[{ ...sound, guarantee: morePromised }, 'none', /what it promises is not what entry 2 bought/],
			[{ ...sound, documents: 800, decoder: 'per-token' }, 'none', /another number of documents and another decoder/],
			[{ ...sound, id: 'another' }, 'none', /entry 2 paid for another release/],
			[cancelled, 'none', /was canceled/],
			[{ ...release, id: 'elsewhere' }, 'claimed', /Not checked against its ledger: no ledger in your data directory has the entry/],
		] as const) {
			const status = guaranteeOf((await open(of)).review);
			assert.equal(status.kind, kind, String(why));
			assert.match(status.why.join(' '), why);
		}
		const opened = await open(sound);
		await acceptAll(client, opened);
		const exported = async () => (await ask(client.connection, ExportReview, { key: opened.key, format: 'text' })).content;
		assert.doesNotMatch(await exported(), /Not checked/);
		renameSync(ledger, `${ledger}.away`);
		assert.match(await exported(), /\n-- \nGuarantee claimed, not verified\.\n.*\nNot checked against its ledger: /);
		// Whoever shows the review has what the file says, at once and whenever it is read again.
		const told = await ask(client.connection, ExportReview, { key: opened.key, format: 'text' });
		for (const { review } of [told, await ask(client.connection, ReadReview, { key: opened.key })])
			assert.equal(guaranteeOf(review).kind, 'claimed');
		// Named, it counts wherever it lies.
		const named = { ledger: `${ledger}.away` };
		assert.match(
			(await ask(client.connection, ExportReview, { key: opened.key, format: 'text', ...named })).content,
			/\n-- \nPrivacy guarantee: /,
		);
		const { source } = opened.review;
		assert.ok(source.kind === 'release');
		const again = held(await ask(client.connection, OpenReview, { source: { kind: 'release', file: source.file }, ...named }));
		assert.equal(guaranteeOf(again.review).kind, 'holds');
		assert.deepEqual(await ask(client.connection, CheckRelease, { release: source.release, ...named }), { kind: 'matches' });
		await client.stop();
	});

	slowTest('of two windows on one review, nobody decides about words that they do not have before them', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana', model: join(folder, 'no-model') });
		const other = new Client(t);
		await other.initialize({ analyzeOn: 'command', author: 'Eli', model: join(folder, 'no-model') });
		const source = { kind: 'trace', uri: write('two.rag.md', example) } as const;
		const mine = held(await ask(client.connection, OpenReview, { source }));
		const theirs = held(await ask(other.connection, OpenReview, { source }));
		const item = mine.review.items[0]!.id;
		const edited = await acting(other, theirs, { kind: 'edit', item, text: 'Words that Dana has never seen.' });
		for (const action of [
			{ kind: 'accept', item },
			{ kind: 'restore', item },
			{ kind: 'edit', item, text: 'Other words.' },
			{ kind: 'redact', item, start: 2, end: 9 },
			{ kind: 'redact-value', item, value: 'Words' },
			{ kind: 'accept-kind', of: mine.review.items[0]!.kind },
			{ kind: 'undo' },
			{ kind: 'redo' },
		] satisfies ReviewAction[]) {
			const refused = await acting(client, mine, action);
			assert.equal(refused.stale, true, action.kind);
			assert.match(refused.said, /nothing was|none was/);
			assert.deepEqual(refused.review, edited.review, 'nothing is done, and what is there is shown');
		}
		const now = await ask(client.connection, ReadReview, { key: mine.key });
		assert.equal(doneMeanwhile(mine.review, now.review), 'Eli edited sentence 1.');
		assert.equal((await acting(client, now, { kind: 'accept', item })).stale, false);
		// Gone, it is said to be, and is not made anew.
		rmSync(mine.key);
		await assert.rejects(acting(client, now, { kind: 'undo' }), /RA506/);
		await assert.rejects(ask(client.connection, ReadReview, { key: mine.key }), /RA506/);
		assert.equal(existsSync(mine.key), false);
		await client.stop();
		await other.stop();
	});

	slowTest('sentences for which the model has no room are decided by people, and the export says that it did not read them', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana' });
		const texts = Array.from({ length: 60 }, (_, i) => `Item ${i} was sold to Abel Zeawo on day ${i} of the year.`).join(' ');
		const trace = `## Query\n\nWhat?\n\n## Context a\n\nAbel Zeawo bought things.\n\n## Response\n\n${texts}\n`;
		const opened = held(await ask(client.connection, OpenReview, { source: { kind: 'trace', uri: write('long.rag.md', trace) } }));
		const { items, notes } = opened.review;
		const unread = items.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'unread'));
		assert.ok(unread.length > 5 && unread.length < 60, `${unread.length}`);
		assert.deepEqual(unread, items.slice(-unread.length), 'the last ones');
		assert.ok(unread.slice(1).every(({ surprise }) => surprise === null));
		assert.ok(items.slice(0, -unread.length).every(({ surprise }) => surprise !== null));
		assert.equal(notes.filter((note) => note.includes(`did not read ${unread.length} of 60 sentences`)).length, 1);
		const done = await acceptAll(client, opened);
		const { content } = await ask(client.connection, ExportReview, { key: done.key, format: 'text' });
		assert.match(content, new RegExp(`\\nThe model did not read ${unread.length} of 60 sentences`));
		await client.stop();
	});

	slowTest('says when there is nothing to review: no trace, no response, no trust', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command' });
		const why = async (uri: string): Promise<unknown> => ask(client.connection, OpenReview, { source: { kind: 'trace', uri } });
		assert.deepEqual(await why(write('notes.txt', 'x')), { kind: 'nothing', why: 'no-trace' });
		assert.deepEqual(await why(write('open.rag.md', '## Query\n\nWhere?\n')), { kind: 'nothing', why: 'no-response' });
		await client.stop();
		const restricted = new Client(t);
		await restricted.initialize({ analyzeOn: 'command', trusted: false });
		const uri = write('untrusted.rag.md', example);
		assert.deepEqual(await ask(restricted.connection, OpenReview, { source: { kind: 'trace', uri } }), {
			kind: 'nothing',
			why: 'untrusted',
		});
		await restricted.stop();
	});
});
