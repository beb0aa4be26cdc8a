import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnswered, type AnsweredTrace } from '../../../../src/formats/read-traces.ts';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { traceGroup } from '../../../../src/runner/calibration/trace-group.ts';

function trace(file: string): AnsweredTrace {
	const [read] = readRagMarkdown(file, '## Query\n\nWho?\n\n## Context a\n\nAda.\n\n## Response\n\nAda.\n', 'trace').traces;
	assert.ok(read !== undefined && isAnswered(read));
	return read;
}

test('answers about one entity belong together, then those to one source; any other trace is on its own, whatever it and its file are called', () => {
	const [one, two] = [trace('/cases/1/trace.rag.md'), trace('/cases/2/trace.rag.md')];
	assert.equal(one.id, two.id);
	assert.equal(traceGroup(one, { entity: 'Ada Moss' }, 's1'), traceGroup(two, { entity: 'Ada Moss' }, 's2'));
	assert.equal(traceGroup(one, { entity: undefined }, 's1'), traceGroup(two, { entity: undefined }, 's1'));
	assert.notEqual(traceGroup(one, { entity: undefined }, 's1'), traceGroup(one, { entity: undefined }, 's2'));
	assert.notEqual(traceGroup(one, { entity: undefined }, undefined), traceGroup(two, { entity: undefined }, undefined));
});
