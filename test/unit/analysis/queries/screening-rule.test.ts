import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { screeningThreshold, type ThresholdSources } from '../../../../src/analysis/queries/screening-rule.ts';

const zs = Array.from({ length: 99 }, (_, i) => i + 1);
const profile = { name: 'docs', z: 4, rho: 0.02, queries: 120 };
const named = { name: 'b.jsonl', foundBeside: null, zs };
const found = { name: 'benign.queries.jsonl', foundBeside: 'log', zs } as const;

function sources(over: Partial<ThresholdSources> = {}): ThresholdSources {
	return { benign: null, profile: null, moments: null, isLexical: false, ...over };
}

describe('which threshold screens', () => {
	test('benign queries that were named before the profile, the profile before those that were found, these before a formula', () => {
		const of = (over: Partial<ThresholdSources>) => {
			const { rule, z, rho, calibration } = screeningThreshold(undefined, 0.05, sources(over));
			return [rule, z, rho, calibration.from, calibration.name, calibration.queries, calibration.foundBeside];
		};
		assert.deepEqual(of({ benign: named, profile }), ['empirical', 95, 0.05, 'benign', 'b.jsonl', 99, null]);
		assert.deepEqual(of({ benign: found, profile }), ['empirical', 4, 0.02, 'profile', 'docs', 120, null]);
		assert.deepEqual(of({ benign: found }), ['empirical', 95, 0.05, 'benign', 'benign.queries.jsonl', 99, 'log']);
		assert.deepEqual(of({ benign: found, moments: profile }), ['empirical', 4, 0.02, 'moments', 'docs', 120, null]);
		assert.deepEqual(of({}), ['skew', null, 0.05, 'formula', null, 0, null]);
	});

	test('which file was found is said', () => {
		assert.match(
			screeningThreshold(undefined, 0.05, sources({ benign: found })).calibration.says,
			/^The threshold is that of 99 benign queries of benign\.queries\.jsonl \(found beside the log\): of queries like those at most 5% are flagged\.$/,
		);
	});

	test('with `lexical`, formulas decide only where somebody names one, and then with a warning', () => {
		const none = screeningThreshold(undefined, 0.05, sources({ isLexical: true }));
		assert.deepEqual([none.rule, none.calibration.rule, none.calibration.from], [null, null, 'none']);
		assert.match(none.calibration.says, /^No threshold decides/);
		assert.match(none.hint!, /at least 19 benign queries .*--benign.*--rule/);
		const obeyed = screeningThreshold('skew', 0.05, sources({ isLexical: true }));
		assert.deepEqual([obeyed.rule, obeyed.hint], ['skew', null]);
		assert.match(obeyed.calibration.says, /It promises no rate\. With the embedder lexical, formulas flag many/);
		assert.equal(screeningThreshold(undefined, 0.05, sources({ isLexical: true, benign: found })).rule, 'empirical');
		const scoreOf = (over: Partial<ThresholdSources>) => screeningThreshold(undefined, 0.05, sources(over)).score;
		assert.deepEqual([scoreOf({ isLexical: true, benign: found }), scoreOf({ benign: found })], ['room', 'z']);
		// A threshold that was made before is of the score that it was made of.
		assert.equal(scoreOf({ isLexical: true, profile }), 'z');
		assert.equal(scoreOf({ isLexical: true, moments: { ...profile, score: 'room' } }), 'room');
		const few = screeningThreshold(undefined, 0.05, sources({ isLexical: true, benign: { ...found, zs: zs.slice(1, 5) } }));
		assert.equal(few.rule, null);
		assert.match(few.calibration.says, /^benign\.queries\.jsonl \(found beside the log\) has 4 benign queries, .*\. No threshold decides/);
	});

	test('a rate is promised by benign queries alone: no formula and no threshold moved by hand does', () => {
		for (const rule of ['skew', 'gumbel', 'exact'] as const)
			for (const isLexical of [true, false]) {
				const { says } = screeningThreshold(rule, 0.05, sources({ benign: named, isLexical })).calibration;
				assert.match(says, /It promises no rate\./);
				assert.doesNotMatch(says, /\b5%/);
			}
		const byHand = screeningThreshold(undefined, 0.05, sources({ profile: { ...profile, rho: null } }));
		assert.equal(byHand.rule, 'empirical');
		assert.match(byHand.calibration.says, /moved by hand: it promises no rate\.$/);
	});

	test('too few benign queries are told, and are an error where their threshold was asked for', () => {
		const few = sources({ benign: { ...named, zs: zs.slice(0, 18) } });
		const told = screeningThreshold(undefined, 0.05, few);
		assert.equal(told.rule, 'skew');
		assert.match(told.calibration.says, /^b\.jsonl has 18 benign queries, and a rate of 5% takes at least 19\./);
		assert.match(told.calibration.says, /flagged 17% of benign questions about a topic\.$/);
		assert.throws(() => screeningThreshold('empirical', 0.05, few), { code: 'RA682', message: /takes at least 19/ });
		assert.throws(() => screeningThreshold('empirical', 0.05, sources()), { code: 'RA682' });
	});

	test('a formula that was asked for keeps the empirical figure beside it', () => {
		const { rule, z, calibration } = screeningThreshold('gumbel', 0.05, sources({ benign: named }));
		assert.deepEqual([rule, z, calibration.from], ['gumbel', 95, 'formula']);
	});
});
