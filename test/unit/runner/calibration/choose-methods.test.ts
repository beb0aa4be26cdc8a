import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntryItem } from '../../../../src/analysis/calibration/text-item.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { UserError } from '../../../../src/errors.ts';
import { chooseMethods, whatWouldFit, whyNothingFits } from '../../../../src/runner/calibration/choose-methods.ts';

const entry: EntryItem = { subject: 'entry', id: '1', text: 'A', label: null, group: 'g', split: null, content: 'c', place: null };

test('methods of what the data do not hold are told in one sentence, with what to name', () => {
	assert.throws(
		() => chooseMethods(calibration, [], undefined, { seed: 1, options: {} }, ['language-model', 'encoder']),
		(error) => {
			assert.ok(error instanceof UserError);
			assert.equal(error.code, 'RA658');
			assert.equal(
				error.message,
				'Nothing can be calibrated with these data. Starter profile, Mean entropy, Confidence gap, RePCS, Closed book, SPAD, and SPAD+ judge traces, and there are none. MEMSAD and MEMSAD+ judge memory entries, and there are none. Mirabel judges queries, and there are none.',
			);
			assert.equal(error.hint, 'Name traces, memory entries, or queries.');
			return true;
		},
	);
});

test('methods of what is there say each what they lack, and more of that is asked for', () => {
	const looked = [
		{ method: { title: 'Long', subject: 'entry' }, why: 'It needs 10.' },
		{ method: { title: 'Far', subject: 'query' }, why: 'It judges queries, and there are none.' },
	] as const;
	assert.deepEqual(whyNothingFits(looked, [entry]), ['Long: It needs 10.', 'Far judges queries, and there are none.']);
	const methods = looked.map(({ method }) => method);
	assert.equal(whatWouldFit(methods, [entry]), 'Name more memory entries, or label some.');
	assert.equal(whatWouldFit(methods, [entry, { subject: 'query' }]), 'Name more memory entries or queries, or label some.');
	assert.equal(whatWouldFit(methods, []), 'Name memory entries or queries.', 'nothing could be measured');
	assert.equal(whatWouldFit(methods, [{ subject: 'trace' }]), 'No method judges traces yet: name memory entries or queries as well.');
});
