import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { PrivateSettings } from '../../formats/private-settings.ts';
import { epsilonOf } from '../../privacy/accountant.ts';
import { everyWord } from '../../privacy/keyword-outlook.ts';
import { hopelessness } from '../../privacy/planner.ts';
import { decodingStep, minEpsilon, partsOf, runSteps, type RunSettings } from '../../privacy/run-steps.ts';
import { hasNothingToDo, idleParts } from '../../privacy/shares.ts';
import { plural } from '../../wording/phrases.ts';

/** What the accountant reads of settings: of the list and the vocabulary their sizes alone. */
export function runSettings({ list, vocabulary, split, ...settings }: PrivateSettings): RunSettings {
	return { ...settings, split, list: list?.length, vocabulary: vocabulary === undefined ? undefined : new Set(vocabulary).size };
}

/**
 * Before anything is spent: that decoding has a part of ε, or that keywords alone are asked for, that each part is enough for its mechanism to run at all, and that all of them together are within what
 * the ledger will be told.
 * @throws UserError RA916
 */
export function requireAffordable(settings: PrivateSettings, documents: number): void {
	const run = runSettings(settings);
	const parts = partsOf(run, documents);
	if (parts.decode === 0 && parts.filter > 0)
		throw new UserError(
			errorNumbers.privacyBudgetTooSmall,
			'Decoding has no share of ε, so there would be no answer for the filter to cut.',
			{
				hint: 'Give decoding a share in --split.',
			},
		);
	if (Object.values(parts).some((part) => part > 0 && part < minEpsilon)) throw tooSmall(settings);
	const { steps, decoding } = orRefusal(
		() => ({ steps: runSteps(run, documents), decoding: decodingStep({ ...run, epsilon: parts.decode }, documents) }),
		settings,
	);
	// A decoder with no step of its own would speak without a mechanism.
	if (parts.decode > 0 && (decoding.count === 0 || !(decoding.epsilon > 0))) throw tooSmall(settings);
	const epsilon = epsilonOf(steps, settings.delta);
	// Room for the last places of a sum that is rounded up.
	if (epsilon > settings.epsilon * (1 + 1e-9)) throw new Error(`steps of ε ${epsilon} for an ε of ${settings.epsilon}`);
}

/**
 * Before anything is spent: that the keywords that were asked for can be chosen. Of settings and the number of documents alone.
 * @throws UserError RA912 if keywords alone are asked for without a vocabulary, RA917 if they would be the whole vocabulary.
 */
export function requireKeywords(settings: PrivateSettings, documents: number): void {
	const run = runSettings(settings);
	const { vocabulary = 0, expert } = run;
	if (hasNothingToDo(run))
		throw new UserError(errorNumbers.noPublicList, 'All of ε was meant for keywords, and keywords need a public vocabulary.', {
			hint: 'Name a file with one public word per line with --vocabulary, or give decoding a share in --split.',
		});
	if (partsOf(run, documents).refill === 0 || expert.keywords < vocabulary) return;
	throw new UserError(
		errorNumbers.unusableList,
		`The vocabulary is too short: ${everyWord(expert.keywords, vocabulary)}, whatever the documents say.`,
		{ hint: 'Ask for fewer keywords than the vocabulary has words with --keywords, or name a longer --vocabulary.' },
	);
}

/**
 * Before anything is spent: that the filter and the keywords that were asked for would run. Somebody may ask for a filter for safety, and must not believe that it
 * has run. Of settings and the number of documents alone.
 * @throws UserError RA713
 */
export function requireShares(settings: PrivateSettings, documents: number): void {
	const { filter, keywords } = idleParts(runSettings(settings), documents);
	if (!filter && !keywords) return;
	const what = [
		...(filter ? ['The filter would not run'] : []),
		...(keywords ? [filter ? 'no keywords would be chosen' : 'No keywords would be chosen'] : []),
	];
	const why =
		settings.split === undefined
			? `with ${plural(documents, 'document')}, all of ε goes to decoding unless you divide it`
			: 'the split gives it no share of ε';
	const [who, split] = !keywords ? ['the filter', '0.9/0.1/0'] : filter ? ['both', '0.6/0.1/0.3'] : ['keywords', '0.7/0/0.3'];
	const otherwise = [
		...(filter ? ['Or choose no filter.'] : []),
		...(keywords ? ['If you need the vocabulary only for how words are spelled, use --split 1/0/0.'] : []),
	];
	throw new UserError(errorNumbers.optionWithoutEffect, `${what.join(', and ')}: ${why}.`, {
		hint: `Give ${who} a share of ε, for example with --split ${split} (in VS Code, the setting ragAssay.private.split). ${otherwise.join(' ')}`,
	});
}

/**
 * Before anything is spent: that something of use can come out. It follows from public numbers alone.
 * @throws UserError RA919
 */
export function requireHope(settings: PrivateSettings, documents: number): void {
	const why = hopelessness({ ...runSettings(settings), documents });
	if (why === null) return;
	throw new UserError(errorNumbers.hopelessPrivateRun, `Little of use can come out of this, so nothing was spent. ${why}`, {
		hint: 'To spend it anyway, add --anyway.',
	});
}

function orRefusal<T>(steps: () => T, settings: PrivateSettings): T {
	try {
		return steps();
	} catch (error) {
		if (error instanceof RangeError) throw tooSmall(settings, error);
		throw error;
	}
}

function tooSmall({ epsilon }: PrivateSettings, cause?: unknown): UserError {
	return new UserError(errorNumbers.privacyBudgetTooSmall, `An ε of ${epsilon} is too small to be divided as asked.`, {
		hint: 'Ask for a larger ε, fewer sentences or tokens, or another split.',
		...(cause === undefined ? {} : { cause }),
	});
}
