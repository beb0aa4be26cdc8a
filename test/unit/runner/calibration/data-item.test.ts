import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnswered, type AnsweredTrace } from '../../../../src/formats/read-traces.ts';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { traceGroup } from '../../../../src/runner/calibration/data-item.ts';

function trace(file: string, { question = 'Who?', answer = 'Ada.', front = '' } = {}): AnsweredTrace {
	const [read] = readRagMarkdown(
		file,
		`${front}## Query\n\n${question}\n\n## Context a\n\nAda.\n\n## Response\n\n${answer}\n`,
		'trace',
	).traces;
	assert.ok(read !== undefined && isAnswered(read));
	return read;
}

test('answers of one group belong together, then those to one question over the same contexts, wherever they lie and whatever they say', () => {
	const one = trace('/cases/1/trace.rag.md');
	const again = trace('/backup/1/trace.rag.md', { answer: 'Nobody.' });
	const other = trace('/cases/2/trace.rag.md', { question: 'Who else?' });
	assert.equal(one.id, other.id);
	assert.equal(traceGroup(one), traceGroup(again));
	assert.notEqual(traceGroup(one), traceGroup(other));
	const front = '---\ngroup: Ada Moss\n---\n';
	const [about, alsoAbout] = [trace('/cases/3/trace.rag.md', { front }), trace('/cases/4/trace.rag.md', { question: 'Who else?', front })];
	assert.equal(traceGroup(about), traceGroup(alsoAbout));
	assert.notEqual(traceGroup(about), traceGroup(one));
});
