import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionTargets } from '../../../../src/analysis/queries/session-targets.ts';

/** A session's queries one after the other, each with a text of its own unless it has one. */
function asking(
	sessions: SessionTargets,
	session: string | null,
	targets: readonly (string | null)[],
	textOf = (i: number) => `Question ${i}?`,
) {
	return targets.map((target, i) => sessions.add(session, { text: textOf(i), target }, false));
}

test('the fourth of ten queries of a session that lie nearest to one document tells, and sessions are apart', () => {
	const sessions = new SessionTargets();
	assert.deepEqual(asking(sessions, null, ['a']), [null]);
	const said = asking(sessions, 's', ['a', 'b', 'a', 'a', 'c', 'a']).map((signal) => signal!.flagged);
	assert.deepEqual(said, [false, false, false, false, false, true]);
	assert.deepEqual(asking(sessions, 't', ['a']), [{ times: 1, of: 1, least: 4, flagged: false }]);
	asking(
		sessions,
		's',
		Array.from({ length: 9 }, (_, i) => `d${i}`),
		(i) => `Another ${i}?`,
	);
	assert.deepEqual(
		asking(sessions, 's', ['a'], () => 'Once more?'),
		[{ times: 1, of: 10, least: 4, flagged: false }],
	);
});

test('who asks the same question again and again is not flagged, and hides nothing of the others', () => {
	const sessions = new SessionTargets();
	const again = asking(
		sessions,
		's',
		Array.from({ length: 12 }, () => 'a'),
		(i) => (i % 2 === 0 ? 'How is Bruno?' : ' how is BRUNO '),
	);
	assert.ok(again.every((signal) => signal!.times === 1 && !signal!.flagged));
	assert.deepEqual(
		asking(sessions, 's', ['a', 'a', 'a']).map((signal) => signal!.flagged),
		[false, false, true],
	);
});

test('a query without a target asks for no document, and its session for none by it', () => {
	const sessions = new SessionTargets();
	assert.deepEqual(asking(sessions, 's', [null, null, null, null]), [null, null, null, null]);
	assert.deepEqual(
		asking(sessions, 's', ['a'], () => 'And Bruno?'),
		[{ times: 1, of: 5, least: 4, flagged: false }],
	);
});

test('queries that are marked benign do not count for others', () => {
	const sessions = new SessionTargets();
	const add = (text: string, isBenign: boolean) => sessions.add('s', { text, target: 'a' }, isBenign)!;
	for (const text of ['one', 'two', 'three']) assert.equal(add(text, true).times, 1);
	assert.deepEqual(add('four', false), { times: 1, of: 1, least: 4, flagged: false });
	add('five', false);
	add('six', false);
	// Of itself it is still told, so that the mark can be taken back.
	assert.equal(add('seven', true).flagged, true);
	assert.equal(add('eight', false).times, 4);
});
