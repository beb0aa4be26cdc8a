import { makeSituation } from '../world/twins.ts';
import { askAll, type Answered } from './ask.ts';
import { aboutFresh, domainIds, times } from './draw.ts';
import { share, type Figure } from '../figure.ts';
import { filledPrompts } from './fill-prompt.ts';
import { answersWith, isRight, refuses } from './judge.ts';
import { sentenceTokens, type Measurement } from './subject.ts';
import { atLeast, atMost } from '../target.ts';

/** Greedy answers to one answerable question about a fresh entity, in each domain equally often. */
export async function askAnswerable(run: Measurement): Promise<Answered[]> {
	const random = run.randomFor('one question');
	return askAll(
		run,
		'one question',
		domainIds.flatMap((id) => times(run.sizes.copiedEach, () => aboutFresh(random, run.forms, id, false))),
	);
}

/** How well values of fresh entities are copied; `one` from `askAnswerable`. */
export async function copying(run: Measurement, one: readonly Answered[]): Promise<Figure[]> {
	const several = async (kind: 'two' | 'three' | 'dense', name: string) => {
		const random = run.randomFor(name);
		return share(
			`copied: ${name}`,
			await askAll(
				run,
				name,
				times(run.sizes.several, () => makeSituation(random, kind, 'test', false, run.forms)),
			),
			isRight,
		);
	};
	return [
		share('copied: one question', one, isRight, atLeast(0.95)),
		...domainIds.map((id) =>
			share(
				`copied: one question, ${id}`,
				one.filter(({ situation }) => situation.entity.domain.id === id),
				isRight,
			),
		),
		share('one question: another value of the passages', one, answersWith('misattributed')),
		share('one question: invented value', one, answersWith('fabricated')),
		share('one question: refused', one, refuses, atMost(0.06)),
		await several('two', 'two questions'),
		await several('three', 'three questions'),
		await several('dense', 'dense passages'),
		await longPrompts(run),
	];
}

/** Prompts from 400/512 of the window on that leave room for one sentence. */
async function longPrompts(run: Measurement): Promise<Figure> {
	const { contextWindow } = run.subject.model.identity;
	const [low, high] = [Math.round((contextWindow * 400) / 512), contextWindow - sentenceTokens];
	const name = `prompts of ${low} to ${high} tokens`;
	const random = run.randomFor('long prompts');
	const kinds = ['one', 'dense', 'personal'] as const;
	let drawn = 0;
	const draw = () => makeSituation(random, kinds[drawn++ % kinds.length]!, 'test', false, run.forms);
	return share(`copied: ${name}`, await askAll(run, name, filledPrompts(random, run, draw, run.sizes.long, low, high)), isRight);
}
