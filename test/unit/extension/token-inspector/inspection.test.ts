import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CancellationToken } from 'vscode-jsonrpc';
import type { AnalysisState } from '../../../../src/protocol/requests.ts';
import type { Detail, InspectedPlace, InspectorState, SecondReadingState } from '../../../../src/protocol/token-inspector.ts';
import { TokenInspection } from '../../../../src/extension/token-inspector/inspection.ts';
import { detail as example } from '../../../support/example-token-detail.ts';

const uri = example.uri;
const at = (character: number, of = uri): InspectedPlace => ({ uri: of, line: 12, character });
const done: AnalysisState = { kind: 'done', notes: [], findings: 0, profile: null, cut: false };

interface Asked {
	readonly place: InspectedPlace;
	readonly token: CancellationToken;
	answer(detail: Detail | null): void;
	fail(error: Error): void;
}

type Reading = Extract<SecondReadingState, { kind: 'read' }>['reading'];

interface Rereading {
	readonly place: InspectedPlace;
	readonly token: CancellationToken;
	answer(reading: Reading | null): void;
	fail(error: Error): void;
}

const reading = (index: number): Reading => ({
	index,
	sources: [1 / 64, 3 / 8, 0, 0, 3 / 16, 0, 1 / 64],
	contexts: [{ id: 'note-3', index: 2, part: 3 / 8 }],
	notByValues: null,
});

/** An inspection whose source answers when the test says so. */
function inspection(delay = 0): {
	inspected: TokenInspection;
	asked: Asked[];
	rereadings: Rereading[];
	told: InspectorState[];
	statuses: Map<string, AnalysisState>;
	missing: { why: string | null; unscored: boolean };
} {
	const asked: Asked[] = [];
	const rereadings: Rereading[] = [];
	const told: InspectorState[] = [];
	const statuses = new Map([[uri, done]]);
	const missing: { why: string | null; unscored: boolean } = { why: null, unscored: false };
	const inspected = new TokenInspection(
		{
			detail: (place, token) =>
				new Promise((resolve, reject) => {
					asked.push({ place, token, answer: resolve, fail: reject });
				}),
			second: (place, token) =>
				new Promise((resolve, reject) => {
					rereadings.push({ place, token, answer: resolve, fail: reject });
				}),
			status: (of) => statuses.get(of),
			missing: async () => missing.why,
			unscored: async () => missing.unscored,
		},
		(state) => told.push(state),
		delay,
	);
	return { inspected, asked, rereadings, told, statuses, missing };
}

/** The example as token `index`. */
const token = (index: number): Detail => ({ ...example, index });
const shownIndex = ({ shown }: InspectorState): number | undefined => (shown.kind === 'token' ? shown.detail.index : undefined);

describe('following the cursor', () => {
	test('the token at the cursor is shown once the cursor rests', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { inspected, asked } = inspection(30);
		for (const character of [1, 2, 3]) {
			inspected.follow(at(character));
			t.mock.timers.tick(29);
		}
		assert.equal(asked.length, 0);
		assert.equal(inspected.state.busy, true);
		t.mock.timers.tick(1);
		assert.deepEqual(
			asked.map(({ place }) => place.character),
			[3],
		);
		asked[0]!.answer(token(6));
		await nextTurn();
		assert.equal(shownIndex(inspected.state), 6);
		assert.deepEqual(inspected.state.place, at(3));
		assert.equal(inspected.state.busy, false);
	});

	test('an answer that comes too late is dropped, and its question canceled', async () => {
		const { inspected, asked } = inspection();
		const first = inspected.lookAt(at(1));
		const second = inspected.lookAt(at(2));
		assert.equal(asked[0]!.token.isCancellationRequested, true);
		asked[1]!.answer(token(2));
		await second;
		asked[0]!.answer(token(1));
		await first;
		assert.equal(shownIndex(inspected.state), 2);
	});

	test('beside the response the last token stays; in another trace it goes', async () => {
		const { inspected, asked, statuses } = inspection();
		const first = inspected.lookAt(at(1));
		asked[0]!.answer(token(1));
		await first;
		const beside = inspected.lookAt(at(0));
		assert.equal(shownIndex(inspected.state), 1, 'nothing flickers while it looks');
		asked[1]!.answer(null);
		await beside;
		assert.equal(shownIndex(inspected.state), 1);
		statuses.set('file:///other.rag.md', done);
		const other = inspected.lookAt(at(0, 'file:///other.rag.md'));
		assert.equal(inspected.state.shown.kind, 'loading');
		asked[2]!.answer(null);
		await other;
		assert.deepEqual(inspected.state.shown, { kind: 'empty', message: 'Put the cursor on a word of the response.', analyze: false });
	});

	test('after its end it asks and tells nothing', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { inspected, asked, told } = inspection(5);
		inspected.follow(at(1));
		inspected.dispose();
		const before = told.length;
		t.mock.timers.runAll();
		assert.deepEqual([asked.length, told.length], [0, before]);
	});
});

describe('pinning', () => {
	test('a pinned inspector does not follow; let go, it does', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { inspected, asked } = inspection();
		const first = inspected.lookAt(at(1));
		asked[0]!.answer(token(1));
		await first;
		inspected.pin(true);
		inspected.follow(at(9));
		t.mock.timers.runAll();
		assert.equal(asked.length, 1);
		assert.deepEqual(inspected.state.place, at(1));
		inspected.pin(false);
		inspected.follow(at(9));
		t.mock.timers.runAll();
		assert.deepEqual(asked[1]?.place, at(9));
	});

	test('a step in the panel moves it, pinned or not', async () => {
		const { inspected, asked } = inspection();
		inspected.pin(true);
		const step = inspected.lookAt(at(4));
		asked[0]!.answer(token(4));
		await step;
		assert.equal(shownIndex(inspected.state), 4);
		assert.equal(inspected.state.pinned, true);
	});

	test('an edit makes the numbers stale and moves the place; the next analysis brings new ones', async () => {
		const { inspected, asked, statuses } = inspection();
		const first = inspected.lookAt(at(4));
		asked[0]!.answer(token(4));
		await first;
		inspected.pin(true);
		inspected.edited('file:///other.rag.md', at(1, 'file:///other.rag.md'));
		assert.deepEqual(inspected.state.place, at(4));
		inspected.edited(uri, at(14));
		assert.equal(inspected.state.shown.kind === 'token' && inspected.state.shown.stale, true);
		statuses.set(uri, { kind: 'running', done: 0, total: 1 });
		inspected.analysisChanged(uri);
		assert.equal(inspected.state.busy, true);
		assert.equal(shownIndex(inspected.state), 4, 'the stale numbers stay, marked');
		statuses.set(uri, done);
		inspected.analysisChanged(uri);
		assert.deepEqual(asked[1]!.place, at(14));
		asked[1]!.answer(token(5));
		await nextTurn();
		assert.equal(inspected.state.shown.kind === 'token' && !inspected.state.shown.stale, true);
	});
});

describe('when there is nothing to show, it says why', () => {
	const shownFor = async (state: AnalysisState | undefined): Promise<InspectorState['shown']> => {
		const { inspected, statuses } = inspection();
		if (state === undefined) statuses.delete(uri);
		else statuses.set(uri, state);
		await inspected.lookAt(at(1));
		return inspected.state.shown;
	};

	test('by the standing of the analysis', async () => {
		assert.match(JSON.stringify(await shownFor(undefined)), /Open a trace/);
		assert.match(JSON.stringify(await shownFor({ kind: 'no-response' })), /no response yet/);
		assert.deepEqual(await shownFor({ kind: 'idle' }), { kind: 'empty', message: 'This trace has not been analyzed.', analyze: true });
		assert.match(JSON.stringify(await shownFor({ kind: 'queued' })), /"loading".*Waiting for other analyses/);
		assert.match(JSON.stringify(await shownFor({ kind: 'running', done: 1, total: 2 })), /"loading".*being analyzed/);
		assert.deepEqual(await shownFor({ kind: 'failed', error: { code: 'RA101', message: 'Broken.', hint: 'Mend it.' } }), {
			kind: 'failed',
			message: 'Broken. Mend it. (RA101)',
			retry: false,
		});
	});

	test('an end of the response that there was no room to score is said to be that', async () => {
		const { inspected, asked, missing } = inspection();
		missing.unscored = true;
		const looking = inspected.lookAt(at(1));
		asked[0]!.answer(null);
		await looking;
		assert.deepEqual(inspected.state.shown, {
			kind: 'empty',
			message: 'This end of the response was not scored. The model\u2019s context window had no room for it.',
			analyze: false,
		});
	});

	test('no attribution: the sentence of the runner', async () => {
		const { inspected, asked, missing } = inspection();
		missing.why = 'The graph of this model is not understood: node /lm_head.';
		const look = inspected.lookAt(at(1));
		asked[0]!.answer(null);
		await look;
		assert.deepEqual(inspected.state.shown, { kind: 'unattributed', why: missing.why });
	});

	test('a failure is shown, and another try may work', async () => {
		const { inspected, asked } = inspection();
		const look = inspected.lookAt(at(1));
		asked[0]!.fail(new Error('The runner stopped.'));
		await look;
		assert.deepEqual(inspected.state.shown, { kind: 'failed', message: 'The runner stopped.', retry: true });
		const again = inspected.look();
		asked[1]!.answer(token(3));
		await again;
		assert.equal(shownIndex(inspected.state), 3);
	});
});

describe('the second reading', () => {
	const secondOf = ({ shown }: InspectorState): SecondReadingState | undefined => (shown.kind === 'token' ? shown.second : undefined);

	test('is asked for when it is unfolded, and then for each token; an answer of an earlier token is dropped', async () => {
		const { inspected, asked, rereadings } = inspection();
		const first = inspected.lookAt(at(1));
		asked[0]!.answer(token(1));
		await first;
		assert.deepEqual([secondOf(inspected.state), rereadings.length], [{ kind: 'closed' }, 0]);

		const unfolded = inspected.showSecond(true);
		assert.deepEqual([secondOf(inspected.state), rereadings[0]!.place], [{ kind: 'reading' }, at(4)]);
		rereadings[0]!.answer(reading(1));
		await unfolded;
		assert.deepEqual(secondOf(inspected.state), { kind: 'read', reading: reading(1) });

		const second = inspected.lookAt(at(2));
		asked[1]!.answer(token(2));
		await nextTurn();
		assert.equal(rereadings.length, 2);
		const third = inspected.lookAt(at(3));
		asked[2]!.answer(token(3));
		await nextTurn();
		assert.equal(rereadings[1]!.token.isCancellationRequested, true);
		rereadings[1]!.answer(reading(2));
		await second;
		assert.deepEqual(secondOf(inspected.state), { kind: 'reading' });
		rereadings[2]!.answer(reading(3));
		await third;
		assert.deepEqual(secondOf(inspected.state), { kind: 'read', reading: reading(3) });
	});

	test('of a token that is looked at again stays; a failure is said, and can be tried again', async () => {
		const { inspected, asked, rereadings } = inspection();
		await inspected.showSecond(true);
		const first = inspected.lookAt(at(1));
		asked[0]!.answer(token(1));
		await nextTurn();
		rereadings[0]!.fail(new Error('It went wrong.'));
		await first;
		assert.deepEqual(secondOf(inspected.state), { kind: 'failed', message: 'It went wrong.' });
		const again = inspected.look();
		asked[1]!.answer(token(1));
		await nextTurn();
		rereadings[1]!.answer(reading(1));
		await again;
		assert.deepEqual(secondOf(inspected.state), { kind: 'read', reading: reading(1) });
		const same = inspected.look();
		asked[2]!.answer(token(1));
		await same;
		assert.deepEqual([secondOf(inspected.state), rereadings.length], [{ kind: 'read', reading: reading(1) }, 2]);
	});

	test('that is folded again is asked for no longer, and nothing is read of a text that has changed', async () => {
		const { inspected, asked, rereadings } = inspection();
		await inspected.showSecond(true);
		await inspected.showSecond(false);
		const first = inspected.lookAt(at(1));
		asked[0]!.answer(token(1));
		await first;
		assert.equal(rereadings.length, 0);
		inspected.edited(uri, at(1));
		await inspected.showSecond(true);
		assert.equal(rereadings.length, 0);
	});
});
