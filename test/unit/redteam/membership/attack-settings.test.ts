import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screeningThreshold } from '../../../../src/analysis/queries/screening-rule.ts';
import { defaultMembershipSettings, type MembershipSettings } from '../../../../src/formats/membership-redteam.ts';
import { AttackForecast } from '../../../../src/redteam/membership/attack-forecast.ts';
import { attackMembership, heldOutCopy, type MembershipOn } from '../../../../src/redteam/membership/attack-membership.ts';
import { rememberedEmbeddings } from '../../../../src/redteam/memory/embedding-cache.ts';
import { between, pick, seededRandom } from '../../../../src/statistics/random.ts';
import { bagEncoder } from '../memory/bag-encoder.ts';

const random = seededRandom(7);
const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'ti', 'vo', 'zu'];
const word = (): string => Array.from({ length: between(random, 2, 4) }, () => pick(random, syllables)).join('');
/** Documents that have hardly a word in common, long enough for twenty masks. */
const copy = heldOutCopy(
	Array.from({ length: 60 }, () => `The ${Array.from({ length: 90 }, word).join(' ')}.`),
	24,
	1,
);
const { signal } = new AbortController();
/** A pipeline that hands out what it has retrieved, without a threshold. */
const on: MembershipOn = {
	embed: rememberedEmbeddings(bagEncoder, signal),
	answer: (_query, read) => Promise.resolve(read.join('\n')),
	parallel: 1,
	perplexity: null,
	threshold: () => Promise.resolve(screeningThreshold(undefined, 0.05, { benign: null, profile: null, moments: null, isLexical: true })),
	signal,
	onProgress: () => undefined,
	now: () => 0,
};
const attack = (attacks: readonly ('s2mia' | 'mba' | 'ia')[], settings: Partial<MembershipSettings>, more: Partial<MembershipOn> = {}) =>
	attackMembership(copy, { k: 3, seed: 1, attacks, settings: { ...defaultMembershipSettings, ...settings } }, { ...on, ...more });

describe('settings of membership attacks', () => {
	it('of several numbers of masks the attacker takes the one that does best on the documents whose membership it knows', async () => {
		const lastMask = (query: string): number =>
			Math.max(...[...query.matchAll(/\[MASK_(\d+)\](?!:)/gu)].map(([, number]) => Number(number)));
		const asked = new Set<number>();
		// Gives documents away to a query with fifteen masks alone.
		const answer: MembershipOn['answer'] = (query, read) => {
			asked.add(lastMask(query));
			return Promise.resolve(lastMask(query) === 15 ? read.join('\n') : 'Ask me something else.');
		};
		const best = await attack(['mba'], { masks: [5, 10, 15, 20] }, { answer });
		assert.deepEqual(
			[...asked].toSorted((a, b) => a - b),
			[5, 10, 15, 20],
		);
		assert.deepEqual(best.settings.masks, [5, 10, 15, 20]);
		const [mba] = best.attacks;
		assert.equal(best.attacks.length, 1);
		assert.deepEqual([mba!.masks, mba!.undefended.accuracy.value, mba!.queries], [{ undefended: 15, defended: 15 }, 1, 24]);
		assert.equal(lastMask(mba!.example.query), 15);
		// One number of masks a query: what the others ask is no session.
		assert.equal(mba!.sessions, null);
		const [ten] = (await attack(['mba'], { masks: [10] }, { answer })).attacks;
		assert.deepEqual([ten!.masks, ten!.undefended.accuracy.value], [{ undefended: 10, defended: 10 }, 0.5]);
	});

	it('asks as many questions as set', async () => {
		const asks = async (questions: number): Promise<number> => (await attack(['ia'], { questions })).attacks[0]!.queries;
		assert.deepEqual([await asks(4), await asks(12)], [24 * 4, 24 * 12]);
	});

	it('with λ an "I don’t know" costs, without it does not', async () => {
		// Knows little of what it has, and does not admit that it has nothing.
		const answer: MembershipOn['answer'] = (query, read) => {
			const topic = /^About (.*?):/u.exec(query)![1]!.split(', ');
			const own = read.find((text) => topic.every((one) => text.toLowerCase().includes(one)));
			return Promise.resolve(own === undefined ? 'Perhaps.' : query.includes('Is it true that') ? own : 'I don\u2019t know.');
		};
		const accuracy = async (lambda: number): Promise<number> =>
			(await attack(['ia'], { lambda }, { answer })).attacks[0]!.undefended.accuracy.value;
		assert.equal(await accuracy(0), 1);
		assert.ok((await accuracy(5)) < 0.7);
	});
});

describe('how long membership attacks take', () => {
	it('is said from a few timed queries of each attack, and as the rest goes on; none is asked twice', async () => {
		let clock = 0;
		const said: { readonly message: string; readonly secondsLeft: number | null }[] = [];
		const asked: string[] = [];
		await attack(
			['mba', 'ia'],
			{ questions: 10 },
			{
				now: () => clock,
				// Milliseconds: a masked document takes ten times as long as a question.
				answer: (query, read) => {
					asked.push(query);
					clock += query.includes('[MASK_1]') ? 5000 : 500;
					return Promise.resolve(read.join('\n'));
				},
				onProgress: (message, _done, _total, secondsLeft = null) => said.push({ message, secondsLeft }),
			},
		);
		const began = said.findIndex(({ message }) => message.startsWith('Attacking a copy'));
		const timed = said.filter(({ message }) => message.startsWith('Timing a few queries'));
		assert.deepEqual(
			[...new Set(timed.map(({ message }) => message))],
			['Timing a few queries: MBA, 10 masks', 'Timing a few queries: IA'],
		);
		const attacking = said.slice(began);
		assert.match(attacking[0]!.message, /^Attacking a copy, about [45] min for 24 documents: MBA, 10 masks$/);
		// What is left after each query, told to within a tenth of the time that it then took.
		const first = attacking[0]!.secondsLeft!;
		const questions = asked.filter((query) => !query.includes('[MASK_1]')).length;
		const rest = 19 * 5 + (questions - 5) * 0.5;
		assert.ok(Math.abs(first - rest) <= 0.1 * rest, `${first} s were forecast, and ${rest} s were needed`);
		assert.equal(attacking.at(-1)!.secondsLeft, 0);
		assert.ok(attacking.every(({ secondsLeft }, i) => i === 0 || secondsLeft! <= attacking[i - 1]!.secondsLeft! + 5));
		assert.equal(asked.filter((query) => query.includes('[MASK_1]')).length, 24);
	});

	it('is shorter where several queries are asked at the same time', () => {
		const forecast = (parallel: number): AttackForecast => new AttackForecast([10, 4], parallel);
		const [one, four] = [forecast(1), forecast(4)];
		for (const each of [one, four]) {
			each.took(0, 2, 6);
			assert.equal(each.secondsLeft(), null, 'the second attack has not been timed');
			each.took(1, 1, 1);
		}
		assert.deepEqual([one.secondsLeft(), four.secondsLeft()], [8 * 3 + 3, (8 * 3 + 3) / 4]);
		one.took(0, 8, null);
		assert.equal(one.secondsLeft(), 3, 'what is not asked for takes no time');
	});
});
