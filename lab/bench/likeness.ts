import { basename } from 'node:path';
import { canAttribute } from '../../src/analysis/language-model.ts';
import { randomFor, type Random } from '../../src/statistics/random.ts';
import { twinPlan } from '../datasets/planned-answer.ts';
import { answerRows } from '../likeness/answer-rows.ts';
import { likenessFigures } from '../likeness/measure-likeness.ts';
import { withModel } from '../making/demo-model.ts';
import { keptAside } from '../world/banks/kept-aside.ts';
import { trainedBanks } from '../world/banks/trained.ts';
import { makeLaidOutSituation } from '../world/laid-out-situation.ts';
import type { Bank } from '../world/banks/bank.ts';
import type { Situation } from '../world/situation.ts';
import type { Side } from '../world/domain.ts';
import type { Bench } from './bench.ts';

/** Whether batches of 50 answers are told from those of a profile: never in its world, always in other layouts. */
export const likeness: Bench = {
	name: 'likeness',
	summary: 'how often 50 answers are called unlike those of a profile: of its own world, and in the layouts of other banks; --model DIR',
	takesModel: true,
	async run({ seed, quick, model: folder, log }) {
		const sizes = quick ? { reference: 80, pool: 55, draws: 20 } : { reference: 400, pool: 300, draws: 200 };
		return withModel({ model: folder }, async ({ model }) => {
			if (!canAttribute(model)) throw new RangeError('the inside of this model cannot be looked into');
			const { signal } = new AbortController();
			const rows = (situations: Iterable<Situation>, count: number) => answerRows(model, situations, count, signal);
			const reference = await rows(ownWorld(seed, 'train'), sizes.reference);
			log(`${reference.length} answers of the reference`);
			const pools = [{ name: 'own world', own: true, rows: await rows(ownWorld(seed + 1, 'test'), sizes.pool) }];
			for (const bank of quick ? [keptAside] : [...trainedBanks, keptAside]) {
				log(`layouts of ${bank.name}`);
				// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
				pools.push({
					name: `layouts of ${bank.name}`,
					own: false,
					rows: await rows(laidOut(randomFor(seed, bank.name), bank), sizes.pool),
				});
			}
			return {
				data: { model: basename(folder), reference: reference.length, 'answers a pool': sizes.pool, 'answers a batch': 50 },
				figures: likenessFigures(reference, pools, sizes.draws, seed),
			};
		});
	},
};

function* ownWorld(seed: number, side: Side): Generator<Situation> {
	for (const { situation } of twinPlan(seed, side)) yield situation;
}

function* laidOut(random: Random, bank: Bank): Generator<Situation> {
	for (;;) yield makeLaidOutSituation(random, bank, 'test', random() < 0.3);
}
