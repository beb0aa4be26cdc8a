import { between, pick, sample, type Random } from '../../src/statistics/random.ts';
import type { HeldOutForms } from '../world/domain.ts';
import { knownAttributes } from '../world/entity.ts';
import { writePassage } from '../world/passage.ts';
import type { Situation } from '../world/situation.ts';
import { freshForSide } from '../world/twins.ts';
import { promptOf, type Subject } from './subject.ts';

/** What counts the tokens, and in whose sentences the added passages are written. */
interface Filling {
	readonly subject: Pick<Subject, 'promptTokens'>;
	readonly forms: HeldOutForms;
}

/** Passages tried before a situation is given up that no passage brings into the range. */
const tries = 30;

/**
 * Adds passages about other fresh entities of the same domain, at random places, until the prompt has `low` to `high` tokens.
 * @returns undefined when the situation is too long from the start, or no passage fits.
 */
export function fillPrompt(
	random: Random,
	{ subject: { promptTokens }, forms }: Filling,
	situation: Situation,
	low: number,
	high: number,
): Situation | undefined {
	let filled = situation;
	for (let i = 0; i < tries; i++) {
		const size = promptTokens(promptOf(filled));
		if (size >= low) return size <= high ? filled : undefined;
		const entity = freshForSide(random, situation.entity.domain, 'test');
		if (filled.passages.some((p) => p.entity.name === entity.name)) continue;
		const passage = writePassage(random, entity, sample(random, knownAttributes(entity), between(random, 1, 4)), forms);
		const at = pick(random, [...filled.passages.keys(), filled.passages.length]);
		const longer = { ...filled, passages: filled.passages.toSpliced(at, 0, passage) };
		if (promptTokens(promptOf(longer)) <= high) filled = longer;
	}
	return undefined;
}

/** So many situations of this length, drawn until there are enough. @throws RangeError when none of the first 100 can be made so long. */
export function filledPrompts(
	random: Random,
	filling: Filling,
	draw: () => Situation,
	count: number,
	low: number,
	high: number,
): Situation[] {
	const found: Situation[] = [];
	for (let drawn = 0; found.length < count; drawn++) {
		const situation = fillPrompt(random, filling, draw(), low, high);
		if (situation) found.push(situation);
		else if (drawn >= 100 && found.length === 0) throw new RangeError(`no prompt of ${low} to ${high} tokens can be made`);
	}
	return found;
}
