import { epsilonOf, type PrivateStep } from './accountant.ts';
import { chanceInWords, oddsInWords } from '../wording/numbers.ts';
import { decoderOutlook, type DecoderOutlook } from './decoder-outlook.ts';
import { filterOutlook, type FilterOutlook } from './filter-outlook.ts';
import { groupGuarantee } from './group-privacy.ts';
import { keywordOutlook, type KeywordOutlook } from './keyword-outlook.ts';
import { figure } from './outlook-words.ts';
import { partsOf, runSteps, splitOf, type Decoder, type RunSettings, type Split } from './run-steps.ts';
import { hasNothingToDo, movedShares } from './shares.ts';

export interface PlanSettings extends RunSettings {
	/** Retrieved documents: public. */
	readonly documents: number;
}

/** What can come out of a private answer, and what it costs. */
export interface PrivatePlan {
	/** What can give something first, in the order of their use. */
	readonly decoders: DecoderOutlook[];
	/** Whether keywords can be told from noise; `null`: none are chosen. */
	readonly keywords: { readonly possible: boolean; readonly says: string } | null;
	/** The verdict first. */
	readonly says: string[];
	readonly group: { readonly documents: number; readonly epsilon: number; readonly delta: number }[];
	readonly releases: { readonly count: number; readonly epsilon: number }[];
	readonly split: Split;
	/** Whether little of use can come out: `hopelessness` says why. */
	readonly hopeless: boolean;
}

/** In the order of their use. */
const decoders: readonly Decoder[] = ['sentence-vote', 'public-list', 'gated-votes', 'per-token'];
const groups = [1, 2, 3, 5] as const;
const releaseCounts = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50] as const;

/** What can come out of a private answer with these settings: of public numbers alone, with no model and no document read. */
export function planPrivately(settings: PlanSettings): PrivatePlan {
	const { documents } = settings;
	const isIdle = hasNothingToDo(settings);
	const parts = isIdle ? nothing : partsOf(settings, documents);
	const outlooks = decoders.map((decoder) => decoderOutlook(decoder, settings, parts.decode, documents));
	const keywords = keywordOutlook(settings, parts.refill, documents);
	const group = groups.map((k) => ({ documents: k, ...groupGuarantee(settings.epsilon, settings.delta, k) }));
	return {
		decoders: outlooks.toSorted((a, b) => Number(b.possible) - Number(a.possible)),
		keywords: keywords && { possible: keywords.possible, says: keywords.says },
		says: inWords(settings, outlooks, { keywords, filter: filterOutlook(settings, parts.filter, documents) }, parts),
		group,
		releases: releaseCounts.map((count) => ({ count, epsilon: epsilonOfReleases(settings, count) })),
		split: isIdle ? (settings.split ?? nothing) : splitOf(settings, documents),
		hopeless: hopelessness(settings) !== null,
	};
}

const nothing: Split = { decode: 0, filter: 0, refill: 0 };

/**
 * Says why little of use can come out of such a run, in the plan's own words: what all documents share comes out in fewer than half of all cases, a text is noise,
 * or the filter cuts all of it, and keywords are noise. `null` if the decoder or the keywords can do better. It follows from public numbers alone, so a refusal for this reason reveals nothing.
 */
export function hopelessness(settings: PlanSettings): string | null {
	const { documents } = settings;
	const parts = partsOf(settings, documents);
	const chosen = decoderOutlook(settings.decoder, settings, parts.decode, documents);
	const keywords = keywordOutlook(settings, parts.refill, documents);
	const filter = filterOutlook(settings, parts.filter, documents);
	const isCut = filter?.cutsAll === true && chosen.possible;
	if (documents === 0 || (chosen.possible && !isCut) || keywords?.possible === true) return null;
	const others = decoders.filter((decoder) => decoder !== settings.decoder);
	const other = others.find((decoder) => decoderOutlook(decoder, settings, parts.decode, documents).possible);
	return [
		...(isCut ? [filter.says] : parts.decode === 0 && keywords !== null ? [] : [chosen.says, ...otherDecoder(other)]),
		...(keywords === null ? [] : [keywords.says]),
	].join(' ');
}

/**
 * ε of several releases like this one that share its δ. Steps that have a δ of their own get their part of it, all of it or half (the other half is
 * then for the conversion from Rényi's curves): what is the least. Their ε stays.
 */
function epsilonOfReleases(settings: PlanSettings, count: number): number {
	const steps = runSteps(settings, settings.documents);
	const shared = (part: number): PrivateStep[] =>
		steps.map((step) =>
			step.kind === 'partition-selection'
				? { ...step, delta: (step.delta * part) / count, count: step.count * count }
				: { ...step, count: step.count * count },
		);
	// A part that a rounding would lift above δ is no part.
	return Math.min(...(count === 1 ? [1] : [1, 1 - 2 ** -50, 0.5]).map((part) => epsilonOf(shared(part), settings.delta)));
}

function inWords(
	settings: PlanSettings,
	outlooks: readonly DecoderOutlook[],
	{ keywords, filter }: { readonly keywords: KeywordOutlook | null; readonly filter: FilterOutlook | null },
	parts: Split,
): string[] {
	const chosen = outlooks.find(({ decoder }) => decoder === settings.decoder);
	const says = hasNothingToDo(settings)
		? [keywordsWithoutWords]
		: parts.decode === 0 && parts.refill > 0
			? [keywordsAlone]
			: [chosen?.says ?? ''];
	const other = outlooks.find(({ possible }) => possible);
	if (chosen?.possible === false && parts.decode > 0) says.push(...otherDecoder(other?.decoder));
	if (filter !== null && parts.decode > 0) {
		if (filter.cutsAll) says.unshift(filter.says);
		else says.push(filter.says);
	}
	if (keywords !== null) says.push(keywords.says);
	says.push(...movedShares(settings, settings.documents));
	if (parts.decode > 0 && (parts.filter > 0 || parts.refill > 0))
		says.push(
			`Of this, ε = ${figure(parts.decode)} goes to the answer, ${figure(parts.filter)} to the filter, and ${figure(parts.refill)} to keywords.`,
		);
	says.push(
		`What one document says can make an answer ${oddsInWords(settings.epsilon)}, except with a chance of ${chanceInWords(settings.delta)}.`,
	);
	says.push('The number of documents and the settings are public. Which documents were retrieved is not covered.');
	return says;
}

const keywordsAlone =
	'This run makes no answer from documents. It chooses only keywords, with noise, from public words, and a sentence is written from them.';

const keywordsWithoutWords = 'This run would choose only keywords, and there is no public vocabulary to choose them from.';

function otherDecoder(other: Decoder | undefined): string[] {
	return other === undefined ? [] : [`The decoder ${other} can give something.`];
}

export { abstainingVotes } from './decoder-outlook.ts';
export { decodingStep } from './run-steps.ts';
