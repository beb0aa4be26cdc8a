import { learnedSideBySide } from '../../analysis/calibration/learned-side-by-side.ts';
import { calibration, type Detector } from '../../analysis/calibration/methods.ts';
import type { ThresholdNoise } from '../../analysis/calibration/threshold-noise.ts';
import { requireText } from '../../files/read-file.ts';
import { classifierFormat, type ClassifierDetector } from '../../formats/detectors/classifier.ts';
import type { ShownThreshold } from '../../formats/detectors/detector.ts';
import type { Provenance } from '../../formats/detectors/provenance.ts';
import type { Profile, ProfileDetector } from '../../formats/profile.ts';
import type { LearnedComparison, ProfileComparison } from '../../protocol/calibration.ts';
import { profileKind } from '../models/profiles.ts';
import { fittedDifferently, madeDifferently, otherSeed, readersDiffer } from './profile-differences.ts';
import type { Moved, RunResult } from './results.ts';
import { movedProfile } from './save-profile.ts';
import { withinNoise } from './within-noise.ts';

type Named = ProfileDetector<ClassifierDetector>;

/**
 * Lays the classifiers of two profiles side by side, each with that of its method and level. They may be of different models: that is what
 * the paper compares.
 * @param titleOf of a detector, by its id
 */
export function compareLearned(
	before: Profile<Detector>,
	after: Profile<Detector>,
	titleOf: (id: string) => string,
): { learned: LearnedComparison[]; learnedLeft: string[] } {
	const [was, is] = [classifiersOf(before), classifiersOf(after)];
	const learned: LearnedComparison[] = [];
	const compared = new Set<string>();
	const left = new Map<string, string[]>();
	const leave = (title: string, why: string): void => {
		left.set(why, [...(left.get(why) ?? []), title]);
	};
	for (const id of new Set([...is.keys(), ...was.keys()])) {
		const [old, fresh] = [was.get(id), is.get(id)];
		const title = titleOf(id);
		if (old === undefined || fresh === undefined)
			leave(title, `only ${old === undefined ? 'this calibration' : 'the saved profile'} has such a classifier.`);
		else if (old.learned === undefined || fresh.learned === undefined)
			leave(
				title,
				`${old.learned === undefined ? 'the saved profile' : 'this calibration'} was made by an earlier version, which did not save what a classifier uses. Calibrate again to compare.`,
			);
		// Responses may be judged by the classifier of their sentences: that pair stands there once.
		else if (!compared.has(`${old.sha256} ${fresh.sha256}`)) {
			compared.add(`${old.sha256} ${fresh.sha256}`);
			const { sources, parts, features } = learnedSideBySide(old.learned, fresh.learned);
			learned.push({
				id,
				title,
				models: { before: modelOf(old), after: modelOf(fresh) },
				sources: [...sources],
				parts: [...parts],
				features: [...features],
			});
		}
	}
	return { learned, learnedLeft: [...left].map(([why, titles]) => `${titles.join('; ')}: ${why}`) };
}

function classifiersOf({ detectors }: Profile<Detector>): Map<string, Named> {
	const isClassifier = (one: ProfileDetector<Detector>): one is Named & ProfileDetector<Detector> => classifierFormat.is(one);
	return new Map(detectors.filter(isClassifier).map((one) => [`${one.method} ${one.level}`, one]));
}

function modelOf({ from }: Named): string | null {
	return from.readers.find(({ kind }) => kind === 'language-model')?.name ?? null;
}

type Line = ProfileComparison['detectors'][number];

/** What a run would change in the profile of a file. Rejects with RA601 or RA604. */
export async function compareProfile(file: string, result: RunResult, moved: readonly Moved[]): Promise<ProfileComparison> {
	return compareWith(await readSaved(file), result, moved);
}

/** A profile that was read to be compared with. */
export interface SavedProfileFile {
	readonly file: string;
	readonly profile: Profile<Detector>;
}

/** Says what a run would change in a profile that was read before. */
export function compareWith({ file, profile: before }: SavedProfileFile, result: RunResult, moved: readonly Moved[]): ProfileComparison {
	const after = movedProfile(result, moved);
	const [old, fresh] = [thresholdsOf(before), thresholdsOf(after)];
	const ids = [...new Set([...fresh, ...old].map(({ id }) => id))];
	const pairs = ids.map((id) => ({ id, was: old.find((one) => one.id === id), is: fresh.find((one) => one.id === id) }));
	/** What is to be said of the two that a threshold is compared between: most often all say the same. */
	const ofBoth = (say: (was: Provenance, is: Provenance) => readonly string[]): string[] => [
		...new Set(pairs.flatMap(({ was, is }) => (was === undefined || is === undefined ? [] : say(was.from, is.from)))),
	];
	const fitted = fittedDifferently(before, after);
	const isMoved = new Set(moved.map(({ id }) => id));
	return {
		file,
		name: before.name,
		created: before.created,
		differs: ofBoth(readersDiffer),
		made: [...ofBoth(madeDifferently), ...fitted, ...ofBoth(seedsDiffer)],
		detectors: [
			...pairs.map(({ id, was, is }): Line => {
				const title = result.report.detectors.find((one) => one.id === id)?.title ?? titleOfId(id);
				return {
					id,
					title,
					before: shown(was),
					after: shown(is),
					...(was === undefined
						? { change: 'added', why: 'The saved profile does not have it.' }
						: is === undefined
							? { change: 'removed', why: 'This calibration did not fit it. If you save, it is removed.' }
							: judged(was, is, {
									noise: result.tried[id]?.noise ?? null,
									byHand: isMoved.has(id),
									comparable: readersDiffer(was.from, is.from).length === 0,
									redrawn: otherSeed(was.from, is.from) !== null && fitted.length === 0 && madeDifferently(was.from, is.from).length === 0,
								})),
				};
			}),
			...(before.unknown ?? []).map(
				({ method, level }): Line => ({
					id: `${method} ${level}`,
					title: `${method}, ${level}`,
					before: null,
					after: null,
					change: 'removed',
					why: 'This version of RAG Assay does not know its method. If you save, it is removed.',
				}),
			),
		],
		...compareLearned(before, after, titleOfId),
	};
}

/** Thresholds of a profile, each with where its detector comes from. */
function thresholdsOf({ detectors }: Profile<Detector>): (ShownThreshold & { readonly from: Provenance })[] {
	return detectors.flatMap((detector) =>
		calibration.shownThresholds({ detectors: [detector] }).map((one) => ({ ...one, from: detector.from })),
	);
}

function seedsDiffer(was: Provenance, is: Provenance): string[] {
	const seed = otherSeed(was, is);
	return seed === null ? [] : [seed];
}

/** Of a threshold that this run did not fit: its fit's, or its method's with its end. */
function titleOfId(id: string): string {
	const method = calibration.methods.find(({ name }) => id.startsWith(`${name} `));
	if (method === undefined) return id;
	return method.detectors.find((fit) => fit.id === id)?.title ?? `${method.title},${id.slice(method.name.length)}`;
}

function shown(one: ShownThreshold | undefined): Line['before'] {
	return one === undefined ? null : { threshold: one.threshold, auc: one.auc };
}

interface Circumstances {
	/** Where the new threshold lies when its data are drawn anew. */
	readonly noise: ThresholdNoise | null;
	readonly byHand: boolean;
	readonly comparable: boolean;
	/** Whether only the seed is another one. */
	readonly redrawn: boolean;
}

/**
 * A change is within noise when neither the thresholds nor the areas differ by more than two draws of the same data do (`withinNoise`).
 * The thresholds of two classifiers are probabilities of different trees: there the areas alone decide. A threshold that was asked to be
 * another one promises something else, wherever it lies: that is never noise. What another seed makes of the same data always is.
 */
function judged(
	was: ShownThreshold,
	is: ShownThreshold,
	{ noise, byHand, comparable, redrawn }: Circumstances,
): Pick<Line, 'change' | 'why'> {
	if (!comparable)
		return { change: 'changed', why: 'The two belong to different models, layouts or embedders, so their numbers do not mean the same.' };
	const judgedAlike = was.judged === is.judged || was.judged === null || is.judged === null;
	const judging = judgedAlike ? '' : `Judged ${was.judged}, now ${is.judged}. `;
	const areasAlike = was.auc?.value === is.auc?.value;
	const isSame = was.threshold === is.threshold && was.classifier === is.classifier && was.asked === is.asked;
	if (isSame && areasAlike && judgedAlike) return { change: 'same', why: 'Nothing changed.' };
	const thresholds =
		was.threshold === is.threshold
			? `the threshold is ${number(is.threshold)} anyway`
			: `${number(was.threshold)} to ${number(is.threshold)}`;
	if (byHand) return { change: 'changed', why: `Moved by hand, ${thresholds}.` };
	if (was.asked !== is.asked)
		return { change: 'changed', why: `${judging}Asked for ${was.asked}, now for ${is.asked}: ${thresholds}. This is not due to noise.` };
	if (redrawn && judgedAlike)
		return {
			change: 'within-noise',
			why: `${was.classifier === is.classifier ? '' : 'Another classifier, '}${thresholds}${areasAlike || was.auc === null || is.auc === null ? '' : ` (AUC ${number(was.auc.value)}, now ${number(is.auc.value)})`}. The data are the same, and only the seed differs, so this is chance.`,
		};
	const { thresholds: near, areas, farthest } = withinNoise(was, is, was.classifier === is.classifier ? noise : null);
	const areaWords =
		was.auc === null || is.auc === null
			? ''
			: `; the AUCs differ by ${areas === true ? 'no more' : 'more'} than chance (${number(was.auc.value)}, ${number(is.auc.value)})`;
	if (was.classifier !== is.classifier) {
		return areas === false
			? { change: 'changed', why: `${judging}Another classifier, by more than noise${areaWords}.` }
			: { change: 'within-noise', why: `${judging}Another classifier; its threshold cannot be compared${areaWords}.` };
	}
	if (isSame) return { change: areas === false ? 'changed' : 'same', why: `${judging}The threshold is the same${areaWords}.` };
	const noiseWords =
		farthest === null
			? 'how much it varies by chance is unknown'
			: farthest === Infinity
				? 'other data may allow no threshold, so how much it varies upward by chance is unknown'
				: `by chance alone, two calibrations differ by up to ${number(farthest)}`;
	return {
		change: near === true && areas !== false ? 'within-noise' : 'changed',
		why: `${judging}${thresholds}: ${noiseWords}${areaWords}.`,
	};
}

function number(value: number): string {
	return value.toPrecision(4);
}

/** Reads a profile to compare with. Rejects with RA601 or RA604. */
export async function readSaved(file: string): Promise<SavedProfileFile> {
	return { file, profile: calibration.profiles.read(await requireText(file, profileKind(file)), file) };
}
