import type { LayoutKind } from '../world/banks/bank.ts';
import { keptAside } from '../world/banks/kept-aside.ts';
import { trainedBanks } from '../world/banks/trained.ts';
import { makeLaidOutSituation } from '../world/laid-out-situation.ts';
import type { Situation } from '../world/situation.ts';
import { pick } from '../../src/statistics/random.ts';
import { askAll } from './ask.ts';
import { times } from './draw.ts';
import { share, type Figure } from '../figure.ts';
import { answersWith, isRight, refuses } from './judge.ts';
import type { Measurement } from './subject.ts';

/** Passages in other layouts than prose, questions in other words: of the bank kept aside, or, of the dev forms, of those that are trained on. */
export async function layouts(run: Measurement): Promise<Figure[]> {
	const random = run.randomFor('layouts');
	const banks = run.forms === 'test' ? [keptAside] : trainedBanks;
	const kinds = [...new Set(banks.flatMap((bank) => bank.layouts.map(({ kind }) => kind)))];
	const draw = (withholds: boolean) =>
		kinds.flatMap((kind) => times(run.sizes.layoutsEach, () => makeLaidOutSituation(random, pick(random, banks), 'test', withholds, kind)));
	const situations = draw(false);
	const kindOf = new Map<Situation, LayoutKind>(situations.map((situation) => [situation, situation.layout]));
	const answered = await askAll(run, 'other layouts', situations);
	const withheld = await askAll(run, 'other layouts, withheld', draw(true));
	return [
		share('copied: other layouts', answered, isRight),
		...kinds.map((kind) =>
			share(
				`copied: other layouts, ${kind}`,
				answered.filter(({ situation }) => kindOf.get(situation) === kind),
				isRight,
			),
		),
		share('other layouts: another value of the passages', answered, answersWith('misattributed')),
		share('other layouts: refused', answered, refuses),
		share('other layouts, withheld: refused', withheld, refuses),
	];
}
