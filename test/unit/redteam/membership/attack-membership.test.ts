import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screeningThreshold } from '../../../../src/analysis/queries/screening-rule.ts';
import { attackMembership, heldOutCopy, type MembershipOn } from '../../../../src/redteam/membership/attack-membership.ts';
import { defaultMembershipSettings } from '../../../../src/formats/membership-redteam.ts';
import type { ScreeningRule } from '../../../../src/formats/query-screen-record.ts';
import { adjustedAccuracy } from '../../../../src/redteam/membership/report-attack.ts';
import { fittedRule, isCalledMember, verdictFigures } from '../../../../src/redteam/membership/verdict-rule.ts';
import { rememberedEmbeddings } from '../../../../src/redteam/memory/embedding-cache.ts';
import { standOutScore } from '../../../../src/methods/mirabel/thresholds.ts';
import { between, pick, seededRandom } from '../../../../src/statistics/random.ts';
import { bagEncoder } from '../memory/bag-encoder.ts';

const random = seededRandom(7);
const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'ti', 'vo', 'zu'];
const word = (): string => Array.from({ length: between(random, 2, 4) }, () => pick(random, syllables)).join('');
/** Sixty documents that have hardly a word in common. */
const documents = Array.from({ length: 60 }, () => `The ${Array.from({ length: 30 }, word).join(' ')}.`);
const { signal } = new AbortController();
/** Flags by a rule, or by benign queries. */
const threshold =
	(rule: ScreeningRule | undefined, benign: readonly string[] = [], isLexical = false): MembershipOn['threshold'] =>
	async (scoresOf) =>
		screeningThreshold(rule, 0.05, {
			benign:
				benign.length === 0
					? null
					: { name: 'benign.queries.jsonl', foundBeside: 'store', zs: await scoresOf(benign, standOutScore(isLexical)) },
			profile: null,
			moments: null,
			isLexical,
		});
const on: MembershipOn = {
	embed: rememberedEmbeddings(bagEncoder, signal),
	// A pipeline that hands out what it has retrieved.
	answer: (_query, read) => Promise.resolve(read.join('\n')),
	parallel: 1,
	perplexity: null,
	threshold: threshold('gumbel'),
	signal,
	onProgress: () => undefined,
	now: () => 0,
};
const copy = heldOutCopy(documents, 24, 1);
const plan = { k: 3, seed: 1, settings: defaultMembershipSettings };

describe('membership attacks on a copy', () => {
	it('holds out a fifth, and asks about as many members as others', () => {
		const { index, heldOut, members, others } = copy;
		assert.deepEqual([index.length, heldOut.length, members.length, others.length], [48, 12, 12, 12]);
		assert.ok(members.every((text) => index.includes(text)) && others.every((text) => heldOut.includes(text)));
		assert.deepEqual(new Set([...index, ...heldOut]), new Set(documents));
	});

	it('tell members of a pipeline that quotes, and nothing once the document is hidden', async () => {
		const { attacks, documents: counts } = await attackMembership(copy, { ...plan, attacks: ['s2mia', 'mba', 'ia'] }, on);
		assert.deepEqual(counts, { all: 60, index: 48, heldOut: 12 });
		assert.deepEqual(
			attacks.map(({ name }) => name),
			['s2mia', 'mba', 'ia'],
		);
		for (const { name, undefended, flagged, retrieved, queries, sessions } of attacks) {
			assert.equal(undefended.adjustedAccuracy, 0.5, name);
			assert.equal(undefended.ks, 1, name);
			assert.equal(retrieved.value, 1, name);
			assert.equal(queries, name === 'ia' ? 24 * 30 : 24);
			assert.equal(sessions === null, name !== 'ia');
			assert.ok(flagged.members.value > 0.8, name);
		}
		for (const { defended, name } of attacks.filter((one) => one.name !== 'ia')) assert.ok(defended.adjustedAccuracy <= 0.2, name);
		assert.equal(attacks[2]!.sessions!.members.value, 1);
	});

	it('says how far members and others are apart by each score, where an attack has several', async () => {
		const { attacks } = await attackMembership(
			copy,
			{ ...plan, attacks: ['s2mia', 'mba'] },
			{ ...on, perplexity: (text) => Promise.resolve(text.length) },
		);
		const [both, one] = attacks.map(({ undefended }) => undefended);
		assert.deepEqual(
			both!.ksByScore.map(({ score }) => score),
			['similarity', 'perplexity'],
		);
		const [similarity, perplexity] = both!.ksByScore.map(({ ks }) => ks);
		assert.equal(similarity, 1);
		assert.ok(Math.abs(both!.ks - (similarity + perplexity!) / 2) < 1e-12);
		assert.deepEqual(one!.ksByScore, []);
	});

	it('the same seed gives the same; a cancel ends it', async () => {
		const one = await attackMembership(copy, { ...plan, attacks: ['mba'] }, on);
		assert.deepEqual(await attackMembership(copy, { ...plan, attacks: ['mba'] }, on), one);
		const reason = new Error('enough');
		await assert.rejects(attackMembership(copy, { ...plan, attacks: ['mba'] }, { ...on, signal: AbortSignal.abort(reason) }), reason);
	});

	it('says which attacks find too few documents that are long enough', async () => {
		const short = documents.map((text) => text.split(' ').slice(0, 5).join(' '));
		const { attacks, unscored } = await attackMembership(heldOutCopy(short, 24, 1), { ...plan, attacks: ['s2mia'] }, on);
		assert.deepEqual([attacks.length, unscored], [0, [{ name: 's2mia', title: 'S²MIA', reason: 'tooShort', answers: 0, empty: 0 }]]);
	});

	it('hides by benign queries where there are enough of them', async () => {
		const benign = Array.from({ length: 40 }, () => `${word()} ${word()}?`);
		const by = (queries: readonly string[], isLexical = false) =>
			attackMembership(copy, { ...plan, attacks: ['mba'] }, { ...on, threshold: threshold(undefined, queries, isLexical) });
		const { screening } = await by(benign);
		assert.deepEqual([screening.rule, screening.from, screening.queries, screening.z === null], ['empirical', 'benign', 40, false]);
		const few = await by(benign.slice(0, 5));
		assert.equal(few.screening.rule, 'skew');
		assert.match(few.screening.says, /has 5 benign queries, and a rate of 5% takes at least 19\./);
	});

	it('hides by sessions alone where no threshold decides', async () => {
		const none = { ...on, threshold: threshold(undefined, [], true) };
		const { screening, attacks } = await attackMembership(copy, { ...plan, attacks: ['mba', 'ia'] }, none);
		assert.deepEqual([screening.rule, screening.from, screening.z], [null, 'none', null]);
		assert.match(screening.says, /^No threshold decides/);
		const [mba, ia] = attacks;
		// One query a document is no session.
		assert.deepEqual([mba!.flagged.members.value, mba!.defended], [0, mba!.undefended]);
		assert.equal(ia!.sessions!.members.value, 1);
		assert.ok(ia!.flagged.members.value > 0.8);
	});
});

describe('an attacker’s rule', () => {
	const scored = (scores: readonly number[], member: boolean) => ({ scores, member });

	it('takes the thresholds that do best, of both scores together', () => {
		const reference = [scored([0.9, -2], true), scored([0.8, -3], true), scored([0.85, -9], false), scored([0.1, -1], false)];
		const rule = fittedRule(reference, 'accuracy');
		assert.deepEqual(
			reference.map(({ scores }) => isCalledMember(scores, rule)),
			[true, true, false, false],
		);
		assert.deepEqual(verdictFigures(reference, rule), { right: 4, of: 4, precision: 1, recall: 1, f1: 1 });
	});

	it('calls all of them members where scores say nothing', () =>
		assert.deepEqual(fittedRule([scored([1], true), scored([1], false)], 'f1'), [-Infinity]));

	it('adjusted accuracy is what is gained over guessing, whichever way round', () =>
		assert.deepEqual([adjustedAccuracy(0.5), adjustedAccuracy(0.1), adjustedAccuracy(1)], [0, 0.4, 0.5]));
});
