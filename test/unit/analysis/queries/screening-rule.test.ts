import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { screeningThreshold } from '../../../../src/analysis/queries/screening-rule.ts';
import { SessionTargets } from '../../../../src/analysis/queries/session-targets.ts';

const zs = Array.from({ length: 99 }, (_, i) => i + 1);
const profile = { name: 'docs', z: 4, rho: 0.02, queries: 120 };

describe('which threshold screens', () => {
	test('benign queries before the profile, the profile before a formula', () => {
		const both = screeningThreshold(undefined, 0.05, { benign: { name: 'b', zs }, profile });
		assert.deepEqual([both.rule, both.z, both.calibration.from, both.calibration.queries], ['empirical', 95, 'benign', 99]);
		const alone = screeningThreshold(undefined, 0.05, { benign: null, profile });
		assert.deepEqual([alone.rule, alone.z, alone.rho, alone.calibration.from], ['empirical', 4, 0.02, 'profile']);
		const none = screeningThreshold(undefined, 0.05, { benign: null, profile: null });
		assert.deepEqual([none.rule, none.z, none.calibration.from], ['skew', null, 'formula']);
	});

	test('too few benign queries are told, and are an error where their threshold was asked for', () => {
		const few = { benign: { name: 'b.jsonl', zs: zs.slice(0, 18) }, profile: null };
		const told = screeningThreshold(undefined, 0.05, few);
		assert.equal(told.rule, 'skew');
		assert.match(told.calibration.says, /^b\.jsonl has 18 benign queries, and a rate of 5% takes at least 19\./);
		assert.throws(() => screeningThreshold('empirical', 0.05, few), { code: 'RA682', message: /takes at least 19/ });
		assert.throws(() => screeningThreshold('empirical', 0.05, { benign: null, profile: null }), { code: 'RA682' });
	});

	test('a formula that was asked for keeps the empirical figure beside it', () => {
		const { rule, z, calibration } = screeningThreshold('gumbel', 0.05, { benign: { name: 'b', zs }, profile: null });
		assert.deepEqual([rule, z, calibration.from], ['gumbel', 95, 'formula']);
	});
});

test('the fourth of ten queries of a session that lie nearest to one document tells, and sessions are apart', () => {
	const sessions = new SessionTargets();
	assert.equal(sessions.add(null, 'a'), null);
	const said = ['a', 'b', 'a', 'a', 'c', 'a'].map((target) => sessions.add('s', target)!.flagged);
	assert.deepEqual(said, [false, false, false, false, false, true]);
	assert.deepEqual(sessions.add('t', 'a'), { times: 1, of: 1, least: 4, flagged: false });
	for (let i = 0; i < 9; i++) sessions.add('s', `d${i}`);
	assert.deepEqual(sessions.add('s', 'a'), { times: 1, of: 10, least: 4, flagged: false });
});
