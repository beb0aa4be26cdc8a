import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JoinedLines, type PlacedLine } from '../../../../src/runner/traces/joined-lines.ts';

/** Lines with the traces that they have parts of; `!` marks a root. */
const file = ['a1\n', 'b1\n', 'a2!\n', 'c1 b2\n', 'a3\n', 'broken\n'];
const placed: readonly PlacedLine[] = file.map((text, i) => ({ text, units: file.slice(0, i).join('').length, lines: i }));
const partsOf = ({ text }: PlacedLine) =>
	[...text.matchAll(/([abc])\d(!?)/g)].map(([, trace, root]) => ({ trace: trace!, isRoot: root === '!' }));

function joinedWith(count: number): JoinedLines {
	const joined = new JoinedLines();
	for (const line of placed.slice(0, count)) joined.add(line, partsOf(line), 0);
	return joined;
}

test('a trace is whole when its root came; lines of others are blank in it, so that places stay', () => {
	const joined = joinedWith(3);
	const [first, ...more] = joined.due(0);
	assert.deepEqual(more, []);
	assert.deepEqual([first?.units, first?.lines], [0, 0]);
	assert.equal(first?.text.trim().split(/\s+/).join(' '), 'a1 a2!');
	assert.equal(first.text.indexOf('a2!'), file.join('').indexOf('a2!'));
	assert.equal(first.text.slice(0, first.text.indexOf('a2!')).split('\n').length, 3);
	assert.deepEqual(joined.due(0), []);
});

test('without a root it is whole after a pause, with the traces that share a line with it', () => {
	const joined = joinedWith(4);
	joined.due(0);
	assert.ok((joined.wait(1000) ?? 0) > 0);
	assert.deepEqual(joined.due(1000), []);
	assert.deepEqual(
		joined.due(60_000).map(({ text, units, lines }) => [text.trim().split(/\s+/).join(' '), units, lines]),
		[['b1 c1 b2', 3, 1]],
	);
	assert.equal(joined.wait(60_000), undefined);
});

test('a late part has its trace handed out again, after a pause; long after that it is forgotten', () => {
	const joined = joinedWith(3);
	joined.due(0);
	const [late] = placed.slice(4);
	joined.add(late!, partsOf(late!), 5000);
	const dueAt = (now: number) => joined.due(now).map(({ text }) => text.trim().split(/\s+/).join(' '));
	assert.deepEqual(dueAt(5000), ['b1']);
	assert.deepEqual(dueAt(10_000), ['a1 a2! a3']);
	joined.due(200_000);
	joined.add(late!, partsOf(late!), 200_000);
	assert.deepEqual(
		joined.rest().map(({ text }) => text),
		['a3\n'],
	);
});

test('a line without parts is handed out at once, by itself', () => {
	const joined = new JoinedLines();
	joined.add(placed[5]!, [], 0);
	assert.deepEqual(joined.due(0), [placed[5]]);
});
