import { pickWeighted } from '../../src/statistics/random.ts';
import { isUnsupported, type LabeledSentence, type Verdict } from '../world/label-answer.ts';
import { kindShares, makeSituation } from '../world/twins.ts';
import { askAll } from './ask.ts';
import { times } from './draw.ts';
import { shareOfParts, type Figure } from '../figure.ts';
import type { Measurement } from './subject.ts';
import { type Target, within } from '../target.ts';

const rows: readonly (readonly [Verdict, string])[] = [
	['supported', 'supported'],
	['refusal', 'rightly refused'],
	['needless-refusal', 'refused though stated'],
	['off-topic', 'right, and not what was asked'],
	['memory', 'recited'],
	['misattributed', 'another value of the passages'],
	['fabricated', 'invented value'],
	['unreadable', 'unreadable'],
];

/** What the sentences of answers to the twin mix are, at temperatures 1 and 0; every sentence counts, refusals and unreadable ones too. */
export async function sampling(run: Measurement): Promise<Figure[]> {
	const random = run.randomFor('twin mix');
	const mix = times(run.sizes.mixed, () => makeSituation(random, pickWeighted(random, kindShares), 'test', undefined, run.forms));
	const figures: Figure[] = [];
	for (const [temperature, target] of [
		[1, within(0.1, 0.5)],
		[0, null],
	] as const) {
		const name = `twin mix, T = ${temperature}`;
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const answers = (await askAll(run, name, mix, temperature)).map(({ sentences }) => sentences);
		const bootstrap = run.randomFor(`${name}, intervals`);
		const shareOf = (what: string, isSo: (sentence: LabeledSentence) => boolean, wanted: Target | null = null) =>
			shareOfParts(`${name}: ${what}`, bootstrap, answers, isSo, wanted);
		figures.push(
			shareOf('sentences with an unsupported value', ({ verdict }) => isUnsupported(verdict), target),
			...rows.map(([verdict, what]) => shareOf(what, (sentence) => sentence.verdict === verdict)),
		);
	}
	return figures;
}
