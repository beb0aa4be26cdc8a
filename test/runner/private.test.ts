import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CancellationTokenSource, ResponseError } from 'vscode-jsonrpc/node';
import { LSPErrorCodes } from 'vscode-languageserver-protocol';
import type { z } from 'zod';
import { GeneratePrivate, GetBudget, PlanPrivate, SetBudget, VerifyBudget } from '../../src/protocol/private.ts';
import { GetModelState, LoadModel, Progress } from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import type { LedgerRecord } from '../../src/formats/ledger-record.ts';
import { sha256Of } from '../../src/stores/ledger/record-line.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { killingModels } from './kill-models.ts';
import { until } from '../support/until.ts';
import { Client } from '../support/runner-client.ts';
import { warmClient } from './warm-client.ts';

const query = 'Which ward was it?';
const list = ['Ward B', 'Ward F', 'Ward Q'];
type Request = z.input<typeof GeneratePrivate.params>;

function corpusIn(t: TestContext): string {
	return temporaryFolder(t, 'rag-assay-private-');
}

const documents = (count: number, text = (i: number) => `Case ${i}: a bed in Ward F was free.`) =>
	Array.from({ length: count }, (_, i) => ({ id: `d${i}`, text: text(i) }));

const requestOf = (corpus: string, changed: Partial<Request> = {}): Request => ({
	token: 'private',
	query,
	documents: documents(8),
	settings: { decoder: 'public-list', list, expert: { tokens: 24 } },
	corpus,
	...changed,
});

async function load(client: Client): Promise<void> {
	await client.initialize({ analyzeOn: 'command' });
	await ask(client.connection, LoadModel, null);
}

async function loaded(t: TestContext): Promise<Client> {
	const client = new Client(t);
	await load(client);
	return client;
}

/** What a ledger's file says of each answer that it paid for. */
function spendsIn(file: string) {
	const records = readFileSync(file, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as LedgerRecord);
	return records.flatMap((record) => {
		if (record.kind !== 'spend') return [];
		const { entry, release, microEpsilon, femtoDelta, decoder, documents: count, querySha256 } = record;
		return [{ entry, release, microEpsilon, femtoDelta, decoder, documents: count, querySha256 }];
	});
}

const isCode = (code: string) => (error: unknown) =>
	error instanceof ResponseError && (error.data as { code?: string } | undefined)?.code === code;
const isCanceled = (error: unknown): boolean => error instanceof ResponseError && error.code === LSPErrorCodes.RequestCancelled;

describe('a private answer from the real model', () => {
	/** For tests that end neither the runner nor its model. */
	const warm = warmClient(load);

	it('is paid for and promised; a second one is refused by the budget, and asks nothing of the model', async (t) => {
		const client = await warm();
		const corpus = corpusIn(t);
		await ask(client.connection, SetBudget, { corpus, epsilon: 3, delta: 1e-5, owner: 'Dana' });
		// A copy is named, too: eight different documents are told and paid for.
		const named = [...documents(8), { id: 'copy', text: documents(8)[3]!.text }];
		const request = requestOf(corpus, { original: true, documents: named });
		const { release, original, whyNoOriginal } = await ask(client.connection, GeneratePrivate, request);
		// Drawn at random, so any of the list, or none.
		assert.match(release.text, /^(?:Ward [BFQ]\.|The documents share nothing .*)$/);
		assert.equal(release.documents, 8);
		assert.deepEqual([release.guarantee?.epsilon, release.guarantee?.delta], [3, 1e-5]);
		assert.equal(typeof original, 'string');
		assert.equal(whyNoOriginal, null);
		const state = await ask(client.connection, GetBudget, { corpus });
		assert.deepEqual([state?.spentEpsilon, state?.spentDelta, state?.releases], [3, 1e-5, 1]);
		assert.deepEqual(spendsIn(state!.file), [
			{
				entry: release.ledger?.entry,
				release: release.id,
				microEpsilon: 3e6,
				femtoDelta: 1e10,
				decoder: 'public-list',
				documents: 8,
				querySha256: sha256Of(query),
			},
		]);
		const verified = await ask(client.connection, VerifyBudget, { corpus });
		assert.deepEqual(verified.damage, []);
		assert.ok(release.ledger !== null && release.ledger.entry < verified.entries);

		let steps = 0;
		receive(client.connection, Progress, ({ message }) => (steps += /document/.test(message) ? 1 : 0), assert.fail);
		await assert.rejects(ask(client.connection, GeneratePrivate, requestOf(corpus)), isCode('RA901'));
		assert.equal(steps, 0);
		const plan = await ask(client.connection, PlanPrivate, { settings: {}, documents: 8, corpus });
		assert.equal(plan.budget?.spentEpsilon, 3);
		assert.equal(plan.decoders.length, 4);
	});

	slowTest(
		'of a corpus without a budget: ε 10 and δ 0.0001 that never renew, with a note; a ledger that is named pays in its place',
		async (t) => {
			const client = await warm();
			const corpus = corpusIn(t);
			const { release } = await ask(client.connection, GeneratePrivate, requestOf(corpus));
			assert.match(release.notes[0]!, /had no privacy budget: it has ε 10 and δ 0\.0001 in all from now on, owned by/);
			const made = await ask(client.connection, GetBudget, { corpus });
			assert.deepEqual([made?.epsilon, made?.delta, made?.renewal, made?.renewsAt, made?.spentEpsilon], [10, 1e-4, 'never', null, 3]);
			const ledger = join(corpus, 'team.jsonl');
			await ask(client.connection, GeneratePrivate, requestOf(corpus, { ledger }));
			const [shared, own] = [
				await ask(client.connection, GetBudget, { corpus, ledger }),
				await ask(client.connection, GetBudget, { corpus }),
			];
			assert.deepEqual([shared?.file, shared?.spentEpsilon, own?.spentEpsilon], [ledger, 3, 3]);
			const plan = await ask(client.connection, PlanPrivate, { settings: {}, documents: 8, corpus, ledger });
			assert.equal(plan.budget?.file, ledger);
		},
	);

	slowTest('seeded, every decoder says the same twice, spends nothing and cannot be released', async (t) => {
		const client = await warm();
		const corpus = corpusIn(t);
		for (const decoder of ['sentence-vote', 'public-list', 'gated-votes', 'per-token'] as const) {
			const request = requestOf(corpus, { seed: 5, settings: { decoder, list, epsilon: 8, expert: { tokens: 12 } } });
			const [first, second] = [
				await ask(client.connection, GeneratePrivate, request),
				await ask(client.connection, GeneratePrivate, request),
			];
			assert.equal(first.release.text, second.release.text, decoder);
			assert.deepEqual([first.release.guarantee, first.release.ledger], [null, null]);
			assert.match(first.release.notes.join(' '), /cannot be released/);
		}
		assert.equal(await ask(client.connection, GetBudget, { corpus }), null);
	});

	slowTest('with keywords, a filter and sets of documents', async (t) => {
		const client = await warm();
		const { release } = await ask(
			client.connection,
			GeneratePrivate,
			requestOf(corpusIn(t), {
				seed: 2,
				documents: documents(16),
				settings: {
					decoder: 'per-token',
					epsilon: 20,
					vocabulary: ['ward', 'bed', 'fever', 'doctor'],
					expert: { tokens: 12, subsets: 8, filter: 'sparse-vector', filtered: 2, keywords: 2 },
				},
			}),
		);
		assert.ok(release.sentences.length > 0);
		assert.ok(release.notes.some((note) => note.startsWith('Keywords')));
	});

	slowTest('with one document, empty ones, 64 and a huge one: the same course', async (t) => {
		const client = await warm();
		const corpus = corpusIn(t);
		for (const some of [
			documents(1),
			documents(8, (i) => (i === 0 ? '' : `\u2022`.repeat(i))),
			documents(64),
			[...documents(3), { id: 'long', text: 'Ward F. '.repeat(50_000) }],
		]) {
			const { release } = await ask(client.connection, GeneratePrivate, requestOf(corpus, { seed: 1, documents: some }));
			assert.equal(release.documents, some.length);
			assert.equal(release.sentences.length, 1);
		}
	});

	slowTest('what cannot be run spends nothing: no document, no list, no trust, an endpoint that is not encrypted', async (t) => {
		const client = await warm();
		const corpus = corpusIn(t);
		const refused = async (changed: Partial<Request>, code: string): Promise<void> => {
			await assert.rejects(ask(client.connection, GeneratePrivate, requestOf(corpus, changed)), isCode(code));
		};
		await refused({ documents: [] }, 'RA911');
		await refused({ settings: { decoder: 'public-list' } }, 'RA912');
		await refused({ filler: { url: 'http://models.example/v1', model: 'm' } }, 'RA913');
		assert.equal(await ask(client.connection, GetBudget, { corpus }), null);
		const wary = new Client(t);
		await wary.initialize({ analyzeOn: 'command', trusted: false });
		await assert.rejects(ask(wary.connection, GeneratePrivate, requestOf(corpus)), isCode('RA511'));
		assert.equal(await ask(wary.connection, GetBudget, { corpus }), null);
		await wary.stop();
	});

	slowTest('canceled on its way, it stays paid for', async (t) => {
		const client = await warm();
		const corpus = corpusIn(t);
		const source = new CancellationTokenSource();
		const asking = client.next(Progress, ({ message }) => message.startsWith('Answering'));
		const answer = ask(client.connection, GeneratePrivate, requestOf(corpus, { documents: documents(64) }), source.token);
		await asking;
		source.cancel();
		await assert.rejects(answer, isCanceled);
		assert.equal((await ask(client.connection, GetBudget, { corpus }))?.spentEpsilon, 3);
		assert.deepEqual((await ask(client.connection, VerifyBudget, { corpus })).damage, []);
	});

	slowTest('canceled while the original is written, the answer that was paid for comes anyway, without the original', async (t) => {
		const client = await warm();
		const corpus = corpusIn(t);
		const source = new CancellationTokenSource();
		const told: string[] = [];
		receive(
			client.connection,
			Progress,
			({ message }) => {
				told.push(message);
				if (message.startsWith('Writing the original')) source.cancel();
			},
			assert.fail,
		);
		const { release, original, whyNoOriginal } = await ask(
			client.connection,
			GeneratePrivate,
			requestOf(corpus, { original: true }),
			source.token,
		);
		assert.deepEqual([original, whyNoOriginal], [null, 'it was canceled']);
		assert.match(release.text, /\S/);
		// Nothing says that it is done before it is.
		assert.equal(told.indexOf('Done'), told.length - 1);
		assert.equal((await ask(client.connection, GetBudget, { corpus }))?.spentEpsilon, 3);
	});

	slowTest('a model process that is killed again and again: an error with its number, and the spend stays', async (t) => {
		const client = await loaded(t);
		const corpus = corpusIn(t);
		const asking = client.next(Progress, ({ message }) => message.startsWith('Answering'));
		const answer = ask(client.connection, GeneratePrivate, requestOf(corpus, { documents: documents(64) }));
		const failed = assert.rejects(answer, (error) => isCode('RA501')(error) || isCode('RA503')(error));
		await asking;
		const stopKilling = killingModels(t, client);
		await failed;
		stopKilling();
		assert.equal((await ask(client.connection, GetBudget, { corpus }))?.spentEpsilon, 3);
		await client.stop();
	});

	slowTest('a runner that is killed on its way: another one finds the spend', async (t) => {
		const client = await loaded(t);
		const corpus = corpusIn(t);
		const asking = client.next(Progress, ({ message }) => message.startsWith('Answering'));
		void ask(client.connection, GeneratePrivate, requestOf(corpus, { documents: documents(64) })).catch(() => undefined);
		await asking;
		const orphans = client.modelProcesses();
		client.child.kill('SIGKILL');
		await client.exited;
		client.connection.dispose();
		const second = new Client(t, { cache: client.cache });
		await second.initialize({ analyzeOn: 'command' });
		assert.equal((await ask(second.connection, GetBudget, { corpus }))?.spentEpsilon, 3);
		// Of the default budget of ε 10 what is left is 7.
		await assert.rejects(
			ask(second.connection, GeneratePrivate, requestOf(corpus, { settings: { decoder: 'public-list', list, epsilon: 8 } })),
			isCode('RA901'),
		);
		assert.equal((await ask(second.connection, GetModelState, null)).state === 'failed', false);
		await until(() => orphans.every((pid) => !second.modelProcesses().includes(pid)), 'the model process of the killed runner ends');
		await second.stop();
	});
});
