import { dirname, join } from 'node:path';
import { calibration } from '../../analysis/calibration/methods.ts';
import type { ScanThresholds } from '../../analysis/memory/scan-thresholds.ts';
import type { Encoder } from '../../analysis/readers.ts';
import { UserError } from '../../errors.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import { memsadFormat, memsadPlusFormat, type MemsadDetector, type MemsadPlusDetector } from '../../formats/detectors/memsad.ts';
import { readerOf, judgingPart } from '../../formats/applicable-detectors.ts';
import { readMemsadBaseline } from '../../formats/memsad-baseline.ts';
import { detectorOf, type ProfileDetector } from '../../formats/profile.ts';
import { divergenceBaseline } from '../../methods/memsad/length-matched-divergence.ts';
import { defaultAlpha } from '../../methods/memsad/scores.ts';
import { thresholdError, type ScoreThreshold } from '../../methods/memsad/thresholds.ts';
import { percentOf } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';
import { lexicalBeside } from '../models/lexical-worker-client.ts';
import { profileKind } from '../models/profiles.ts';

/** What a profile has for entries of a memory. */
export interface MemoryProfile {
	readonly name: string;
	readonly file: string;
	readonly memsad: ProfileDetector<MemsadDetector> | undefined;
	readonly memsadPlus: ProfileDetector<MemsadPlusDetector> | undefined;
	/** The built-in embedder that it was calibrated with, a file beside it; `null`: it was another encoder, or none. */
	readonly lexicalFile: string | null;
}

/** The profile at `file`; `null`: it has nothing for entries of a memory. @throws {UserError} RA601 or RA604. */
export async function memoryProfile(file: string): Promise<MemoryProfile | null> {
	const hint = 'Name a profile that a calibration has written, or none.';
	const profile = calibration.profiles.read(await requireText(file, profileKind(file, hint)), file);
	const [memsad, memsadPlus] = [detectorOf(profile, memsadFormat), detectorOf(profile, memsadPlusFormat)];
	if (memsad === undefined && memsadPlus === undefined) return null;
	const encoder = memsad === undefined ? undefined : readerOf(memsad.from, 'encoder');
	const lexicalFile = encoder?.name === 'lexical' ? join(dirname(file), lexicalBeside(encoder.sha256)) : null;
	return { name: profile.name, file, memsad, memsadPlus, lexicalFile };
}

/** The share of the nearest query in a score: the one that was named, and that of the profile. @throws {UserError} RA609 where they differ. */
export function alphaOf(named: number | undefined, profile: MemoryProfile | null): number {
	const detector = profile?.memsad;
	if (detector === undefined) return named ?? defaultAlpha;
	const alpha = detector.alpha ?? defaultAlpha;
	if (named !== undefined && named !== alpha)
		throw new UserError(
			errorNumbers.profileOfAnotherEmbedder,
			`Profile '${profile!.name}' was calibrated with α = ${alpha}, not with ${named}.`,
			{
				place: { file: profile!.file },
				hint: 'Leave α out, or calibrate a profile with it.',
			},
		);
	return alpha;
}

/**
 * Thresholds of a profile, for an encoder that they were made with.
 * @param encoder `null`: entries are compared with no queries
 * @throws {UserError} RA609 for another encoder, RA606 or RA607 for the file of benign entries
 */
export async function profileThresholds(
	{ name, file, memsad, memsadPlus }: MemoryProfile,
	encoder: Pick<Encoder, 'identity'> | null,
): Promise<ScanThresholds> {
	if (memsad !== undefined && encoder !== null)
		judgingPart({ schema: 'rag-assay/profile@2', name, created: '', detectors: [memsad] }, { encoder: encoder.identity }, file);
	const likeness = memsad === undefined || encoder === null ? null : thresholdOf(memsad);
	const divergence = memsadPlus === undefined ? null : await divergenceOf(memsadPlus, file);
	const used = [...(likeness === null ? [] : [memsad!]), ...(memsadPlus === undefined ? [] : [memsadPlus])];
	if (used.length === 0)
		throw new UserError(errorNumbers.emptyHistory, `Profile '${name}' compares entries with queries, but you named no history.`, {
			place: { file },
			hint: 'Name one with --history, or leave the profile out.',
		});
	const alphas = used.map(({ criterion }) => (criterion.kind === 'conformal' ? criterion.alpha : null));
	const alpha = alphas.some((one) => one === null) ? null : alphas.reduce<number>((sum, one) => sum + one!, 0);
	const entries = Math.min(...used.map(({ criterion }) => criterion.n));
	const rates = used.flatMap(({ heldOut }) => (heldOut === null ? [] : [`${percentOf(heldOut.falsePositiveRate.value)} of ${heldOut.n}`]));
	return {
		likeness,
		divergence,
		proactive: null,
		calibration: {
			from: 'profile',
			rule: used.every(({ criterion }) => criterion.kind === 'conformal') ? 'conformal' : 'mean-plus-deviations',
			entries,
			alpha,
			says: `The thresholds are those of profile '${name}', from ${plural(entries, 'benign entry', 'benign entries')}${
				alpha === null
					? '. No false-positive rate is promised'
					: `: of entries like those at most ${percentOf(alpha)} are flagged by their scores`
			}.${lacks(memsad, memsadPlus, encoder)}${rates.length === 0 ? '' : ` Of the held-out benign entries, they flagged ${rates.join(' and ')}.`}`,
		},
	};
}

/** What of an entry a profile does not judge, though the scan has measured it. */
function lacks(
	memsad: MemoryProfile['memsad'],
	memsadPlus: MemoryProfile['memsadPlus'],
	encoder: Pick<Encoder, 'identity'> | null,
): string {
	if (memsad === undefined && encoder !== null)
		return ' The profile has no threshold for closeness to queries (memsad). It judges only wording, and the history flags nothing. Calibrate it with `NAME.queries.jsonl`, or leave the profile out.';
	return memsadPlus === undefined
		? ' The profile has no threshold for unusual wording (memsad+). It judges only closeness to queries.'
		: '';
}

function thresholdOf({ threshold, criterion, center, deviation }: MemsadDetector | MemsadPlusDetector): ScoreThreshold {
	const deviations = deviation > 0 ? (threshold - center) / deviation : 0;
	return {
		rule: criterion.kind === 'conformal' ? 'conformal' : 'mean-plus-deviations',
		threshold,
		center,
		deviation,
		deviations,
		n: criterion.n,
		alpha: criterion.kind === 'conformal' ? criterion.alpha : null,
		eta: thresholdError(deviation, criterion.n, deviations),
	};
}

async function divergenceOf(detector: MemsadPlusDetector, profile: string): Promise<NonNullable<ScanThresholds['divergence']>> {
	const { file, sha256 } = detector.baseline;
	const path = join(dirname(profile), file);
	const kind = { ...fileKinds.classifier, subject: 'The benign entries that the profile names' };
	const texts = readMemsadBaseline(await requireText(path, kind), path, sha256);
	return { baseline: divergenceBaseline(texts), threshold: thresholdOf(detector) };
}
