import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceVerdict } from '../../../../src/extension/explorer/row-text.ts';
import { isListed, worstFirst } from '../../../../src/extension/explorer/trace-order.ts';

const done = { kind: 'done' as const, notes: [], findings: 0, profile: 'demo', cut: false };
const flagged = { code: 'rag-assay/ungrounded', severity: 'warning' as const };
const traces = [
	{ path: 'a/clean.rag.md', verdict: traceVerdict(done, []) },
	{ path: 'a/unread.rag.md', verdict: traceVerdict(undefined, []) },
	{ path: 'a/one.rag.md', verdict: traceVerdict(done, [flagged]) },
	{ path: 'b/unjudged.rag.md', verdict: traceVerdict({ ...done, notJudged: 'not judged: the trace has no contexts' }, []) },
	{ path: 'b/two.rag.md', verdict: traceVerdict(done, [flagged, flagged]) },
	{ path: 'b/broken.rag.md', verdict: traceVerdict(undefined, [{ code: 'RA101', severity: 'error' }]) },
];

test('the worst traces come first: more findings, then what is not known, and what is clean last', () => {
	assert.deepEqual(
		worstFirst(traces).map(({ path }) => path),
		['b/two.rag.md', 'a/one.rag.md', 'b/broken.rag.md', 'b/unjudged.rag.md', 'a/unread.rag.md', 'a/clean.rag.md'],
	);
});

test('a filter takes words of a path and of a verdict, in any order and case', () => {
	const listed = (filter: string) => traces.filter((trace) => isListed(trace, filter)).map(({ path }) => path);
	assert.deepEqual(listed('Supported b/'), ['b/two.rag.md']);
	assert.deepEqual(listed('no findings'), ['a/clean.rag.md']);
	assert.equal(listed('  ').length, traces.length);
});
