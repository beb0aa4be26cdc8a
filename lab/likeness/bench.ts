import { basename } from 'node:path';
import { canAttribute } from '../../src/analysis/language-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { randomFor, type Random } from '../../src/statistics/random.ts';
import { twinPlan } from '../datasets/planned-answer.ts';
import { partsOf } from '../datasets/sample-answers.ts';
import { answerRows } from './answer-rows.ts';
import { formFigures } from './form-changes.ts';
import { likenessFigures, setApartFigures } from './measure-likeness.ts';
import { strangerFigures } from './measure-strangers.ts';
import { pageQuestions } from './page-questions.ts';
import { namedData, readSets } from '../real-text/read-sets.ts';
import { withModel } from '../making/demo-model.ts';
import { keptAside } from '../world/banks/kept-aside.ts';
import { trainedBanks } from '../world/banks/trained.ts';
import { makeLaidOutSituation } from '../world/laid-out-situation.ts';
import type { Bank } from '../world/banks/bank.ts';
import type { Side } from '../world/domain.ts';
import type { Bench } from '../bench/bench.ts';

/**
 * Measures whether answers that a profile was not made for are recognized, alone and in batches of 50, and whether the form of an answer changes
 * its verdict. Judges with the profile that ships, and with profiles made here of one kind of answers and of several.
 */
export const likeness: Bench = {
	name: 'likeness',
	summary:
		'how often a profile judges answers that it was not made for, and how often the form of an answer changes its verdict; --data DIR of git clones (docs/results/likeness.md), --model DIR',
	takesModel: true,
	takesData: true,
	async run({ seed, quick, model: folder, data, log }) {
		const { sets, missing } = await readSets(namedData(data, 'likeness.md'));
		for (const { reason } of missing) log(reason);
		const sizes = quick ? { reference: 80, pool: 55, draws: 20 } : { reference: 400, pool: 300, draws: 200 };
		return withModel({ model: folder }, async (opened) => {
			const { model } = opened;
			if (!canAttribute(model)) throw new RangeError('the inside of this model cannot be looked into');
			if (opened.profile === null) throw new RangeError('this model has no profile');
			const judge = { ...opened, profile: opened.profile };
			const { signal } = new AbortController();
			const strangers = await strangerFigures(judge, sets, { count: quick ? 5 : 200, signal, log });
			const rows = async (name: string, prompts: Iterable<PromptParts>, count: number) => {
				log(`answers of ${name}`);
				return { name, rows: await answerRows(model, prompts, count, signal) };
			};
			const layouts = (bank: Bank, side: Side, count: number) =>
				rows(`layouts of ${bank.name}`, laidOut(randomFor(seed, `${bank.name} ${side}`), bank, side), count);
			const prose = await rows('prose', ownWorld(seed, 'train'), sizes.reference);
			const pools = [
				await rows('prose', ownWorld(seed + 1, 'test'), sizes.pool),
				await layouts(trainedBanks[0]!, 'test', sizes.pool),
				await layouts(trainedBanks[1]!, 'test', sizes.pool),
				await layouts(keptAside, 'test', sizes.pool),
				await rows('technical pages', pageQuestions(), sizes.pool),
			] as const;
			const [ownProse, first, second, other, pages] = pools;
			const mixed = [...prose.rows];
			for (const bank of trainedBanks) {
				// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
				mixed.push(...(await layouts(bank, 'train', sizes.reference)).rows);
			}
			const unlike = { ...pages, own: false };
			const ofAllKinds = [...[ownProse, first, second].map((pool) => ({ ...pool, own: true })), { ...other, own: null }, unlike];
			return {
				data: {
					model: basename(folder),
					reference: `${sizes.reference} answers of each kind that a profile has, of which at most 400 are kept`,
					'answers a pool': pools.map(({ name, rows: { length } }) => `${length} of ${name}`).join(', '),
					'answers a batch': 50,
					...(missing.length > 0 && { 'not measured': missing.map(({ name }) => name).join(', ') }),
				},
				figures: [
					...strangers,
					...(judge.reference === null ? [] : setApartFigures('profile that ships', judge.reference, ofAllKinds)),
					...(await formFigures(judge, quick ? 30 : 120, signal)),
					...likenessFigures(
						{ name: 'profile of prose', rows: prose.rows },
						[{ ...ownProse, own: true }, ...[first, second, other].map((pool) => ({ ...pool, own: null })), unlike],
						sizes.draws,
						seed,
					),
					...likenessFigures({ name: 'profile of prose and two banks of layouts', rows: mixed }, ofAllKinds, sizes.draws, seed),
				],
			};
		});
	},
};

function* ownWorld(seed: number, side: Side): Generator<PromptParts> {
	for (const { situation } of twinPlan(seed, side)) yield partsOf(situation);
}

function* laidOut(random: Random, bank: Bank, side: Side): Generator<PromptParts> {
	for (;;) yield partsOf(makeLaidOutSituation(random, bank, side, random() < 0.3));
}
