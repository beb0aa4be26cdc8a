import { clearDirection, type LearnedFeatures } from '../../formats/detectors/learned.ts';
import { featureInWords, sourceNouns } from '../../methods/spad/reason-words.ts';
import { featureByName, featureOrigins, signatureOf, type FeatureOrigin, type WordKind } from '../../methods/spad/signature.ts';
import { rounded } from './rounded.ts';

interface BothShares {
	readonly before: number;
	readonly after: number;
}

interface FeatureWeight {
	readonly share: number;
	readonly direction: number | null;
}

/** What two classifiers go by: `learnedComparison` in src/protocol/calibration.ts says what each member is. */
export interface LearnedSideBySide {
	readonly sources: readonly ({ readonly name: string; readonly title: string } & BothShares)[];
	readonly parts: readonly ({ readonly title: string } & BothShares)[];
	readonly features: readonly {
		readonly name: string;
		readonly title: string;
		readonly before: FeatureWeight;
		readonly after: FeatureWeight;
		readonly reversed: boolean;
	}[];
}

/** Features of each side that are shown. */
const maxShown = 10;
/** A part that has less on both sides is not worth a line. */
const minPart = 0.02;

const ofAnother = 'features of another version';

const kindNames: Readonly<Record<WordKind, string>> = {
	content: 'content words',
	numbers: 'numbers',
	relation: 'words of relation',
	other: 'punctuation and the rest',
	new: 'new words',
	all: 'all words',
};

/**
 * Lays what two classifiers go by side by side, as the paper compares models (SPAD, section 4.4): by source, by source and kind of words, and by
 * feature. Everything is a share of its own classifier's sum of mean |SHAP|.
 */
export function learnedSideBySide(before: LearnedFeatures, after: LearnedFeatures): LearnedSideBySide {
	const [was, is] = [signatureOf(before.means), signatureOf(after.means)];
	const shareOf = (parts: typeof was, fits: (part: (typeof was)[number]) => boolean): number =>
		rounded(parts.filter(fits).reduce((sum, { share }) => sum + share, 0));
	const both = (fits: (part: (typeof was)[number]) => boolean): BothShares => ({ before: shareOf(was, fits), after: shareOf(is, fits) });
	const places = new Map([...was, ...is].map(({ origin, words }) => [`${origin} ${words}`, { origin, words }]));
	return {
		sources: featureOrigins
			.map((name) => ({ name, title: originInWords(name), ...both(({ origin }) => origin === name) }))
			.filter((one) => largest(one) > 0),
		parts: [...places.values()]
			.map(({ origin, words }) => ({
				title: origin === 'passages' || origin === 'unknown' ? originInWords(origin) : `${originInWords(origin)}, ${kindNames[words]}`,
				...both((part) => part.origin === origin && part.words === words),
			}))
			.filter((one) => largest(one) >= minPart)
			.toSorted((a, b) => largest(b) - largest(a)),
		features: featuresOf(before, after),
	};
}

function featuresOf(before: LearnedFeatures, after: LearnedFeatures): LearnedSideBySide['features'] {
	const weights = (of: LearnedFeatures): ((name: string) => FeatureWeight) => {
		const total = Object.values(of.means).reduce((sum, mean) => sum + mean, 0);
		return (name) => ({
			share: total === 0 ? 0 : rounded((of.means[name] ?? 0) / total),
			direction: of.means[name] === undefined ? null : (of.directions[name] ?? null),
		});
	};
	const strongest = ({ means }: LearnedFeatures): string[] =>
		Object.keys(means)
			.toSorted((a, b) => means[b]! - means[a]!)
			.slice(0, maxShown);
	const [was, is] = [weights(before), weights(after)];
	return [...new Set([...strongest(before), ...strongest(after)])]
		.map((name) => {
			const feature = featureByName(name);
			const sides = { before: was(name), after: is(name) };
			const [one, other] = [sides.before.direction ?? 0, sides.after.direction ?? 0];
			return {
				name,
				title: feature === undefined ? ofAnother : featureInWords(feature),
				...sides,
				reversed: one * other < 0 && Math.min(Math.abs(one), Math.abs(other)) >= clearDirection,
			};
		})
		.toSorted((a, b) => Math.max(b.before.share, b.after.share) - Math.max(a.before.share, a.after.share));
}

function largest({ before, after }: BothShares): number {
	return Math.max(before, after);
}

function originInWords(origin: FeatureOrigin): string {
	if (origin === 'certainty') return "the model's certainty";
	if (origin === 'passages') return 'agreement of the contexts';
	return origin === 'unknown' ? ofAnother : sourceNouns[origin].noun;
}
