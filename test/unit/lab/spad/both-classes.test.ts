import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { requireBothClasses, type Judged } from '../../../../lab/spad/both-classes.ts';
import { readFolder } from '../../../../lab/spad/read-folder.ts';

const of = (...positive: boolean[]): Judged => ({ sentences: positive.map((one) => ({ positive: one })) });
const refused = (train: Judged, judged: Judged) => {
	try {
		requireBothClasses('/data', { train, test: judged });
	} catch (error) {
		assert.ok(error instanceof UserError && error.code === 'RA658' && error.place?.file === '/data');
		return error.message;
	}
	return null;
};

test('a split that is not there, or has one class, is refused by name; both classes on both sides are not', () => {
	assert.equal(refused(of(true, false), of(false, true)), null);
	assert.equal(
		refused(of(true, false), of()),
		'This data set cannot be measured: its test split has no sentences that can be judged, and both grounded and ungrounded ones were expected.',
	);
	assert.match(refused(of(false, false), of(true, false)) ?? '', /its train split has 2 sentences, none of them ungrounded,/);
	assert.match(refused(of(true, false), of(true)) ?? '', /its test split has 1 sentences, all of them ungrounded,/);
});

test('a folder that is not there is one without its files', async () => {
	await assert.rejects(
		readFolder('/no/such/folder'),
		(error) => error instanceof UserError && error.code === 'RA117' && error.message.includes('/no/such/folder/response.jsonl'),
	);
});
