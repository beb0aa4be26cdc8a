import { basename, dirname, join } from 'node:path';
import type * as z from 'zod';
import { calibration } from '../../analysis/calibration/methods.ts';
import {
	screeningThreshold,
	type MadeThreshold,
	type ScreeningThreshold,
	type ThresholdSources,
} from '../../analysis/queries/screening-rule.ts';
import type { Encoder } from '../../analysis/readers.ts';
import { standOutScore, type StandOutScore } from '../../methods/mirabel/thresholds.ts';
import { requireText } from '../../files/read-file.ts';
import { mirabelFormat, type MirabelDetector } from '../../formats/detectors/mirabel.ts';
import { readerOf, judgingPart } from '../../formats/applicable-detectors.ts';
import { detectorOf, type ProfileDetector } from '../../formats/profile.ts';
import type { QueryScreenSummary } from '../../formats/query-screen-record.ts';
import type { screenParams } from '../../protocol/queries.ts';
import { plural } from '../../wording/phrases.ts';
import { lexicalBeside } from '../models/lexical-worker-client.ts';
import { profileKind } from '../models/profiles.ts';
import type { BenignFile } from './benign-queries.ts';
import { readBenignQueries } from './log-file.ts';

/** What a profile has for queries. */
export interface ScreeningProfile {
	readonly name: string;
	readonly file: string;
	readonly mirabel: ProfileDetector<MirabelDetector>;
	/** The built-in embedder that it was calibrated with, a file beside it; `null`: it was another encoder. */
	readonly lexicalFile: string | null;
}

/** The profile at `file`; `null`: it has nothing for queries. @throws {UserError} RA601 or RA604. */
export async function screeningProfile(file: string): Promise<ScreeningProfile | null> {
	const profile = calibration.profiles.read(
		await requireText(file, profileKind(file, 'Name a profile that a calibration has written, or none.')),
		file,
	);
	const mirabel = detectorOf(profile, mirabelFormat);
	if (mirabel === undefined) return null;
	const encoder = readerOf(mirabel.from, 'encoder');
	return {
		name: profile.name,
		file,
		mirabel,
		lexicalFile: encoder?.name === 'lexical' ? join(dirname(file), lexicalBeside(encoder.sha256)) : null,
	};
}

/** Its threshold, for the encoder that it was made with. @throws {UserError} RA609 for another one */
function profileSource({ name, file, mirabel }: ScreeningProfile, { identity }: Pick<Encoder, 'identity'>): MadeThreshold {
	judgingPart({ schema: 'rag-assay/profile@2', name, created: '', detectors: [mirabel] }, { encoder: identity }, file);
	const { criterion, threshold, score } = mirabel;
	return { name, z: threshold, score, rho: criterion.kind === 'conformal' ? criterion.rho : null, queries: criterion.n };
}

/** Counts of documents that differ by more than this share are hardly of one store that has grown. */
const maxGrown = 0.25;

/** What speaks against a profile's threshold for a store: thresholds of other documents say nothing of it. */
export function otherStoreRemarks({ name, mirabel: { documents } }: ScreeningProfile, n: number): QueryScreenSummary['remarks'] {
	if (Math.abs(n - documents) <= maxGrown * documents) return [];
	return [
		{
			message: `Profile '${name}' was calibrated with ${plural(documents, 'document')}, and the store has ${n.toLocaleString('en')}. The share of benign queries that is flagged may differ here.`,
			hint: 'Calibrate with the documents of this store, or name benign queries to it with --benign.',
		},
	];
}

/** What may make the threshold of a store. */
export interface ThresholdGiven extends Pick<z.infer<typeof screenParams>, 'rule' | 'rho'> {
	/** Of `benignFile`. */
	readonly benign: BenignFile | null;
	readonly profile: ScreeningProfile | null;
	/** Of the moments that are screened by. */
	readonly moments: MadeThreshold | null;
}

/**
 * Decides what flags a query of a store: the one rule of `queries screen`, of moments, and of attacks on a copy of a store.
 * Rejects with RA609 for a profile of another encoder, RA682 where the empirical rule was asked for and cannot be had, and as the benign queries do.
 * @param scoresOf how far the nearest document of each query stands out
 */
export async function thresholdOfStore(
	{ rule, rho, benign: found, profile, moments }: ThresholdGiven,
	encoder: Pick<Encoder, 'identity'>,
	scoresOf: (queries: readonly string[], score: StandOutScore) => Promise<readonly number[]>,
): Promise<ScreeningThreshold> {
	const made = profile === null ? null : profileSource(profile, encoder);
	// What somebody named goes before what lay about.
	const isLexical = encoder.identity.name === 'lexical';
	const benign = found?.foundBeside === null || (made ?? moments) === null ? found : null;
	return screeningThreshold(rule, rho, {
		profile: made,
		moments,
		benign:
			benign === null ? null : { ...namedFile(benign), zs: await scoresOf(await readBenignQueries(benign.path), standOutScore(isLexical)) },
		isLexical,
	});
}

/** Refuses, before a store is read, the empirical rule without enough benign queries. @throws {UserError} RA682, and as the benign queries do */
export async function requireEnoughBenign({ rule, rho, benign, profile, moments }: ThresholdGiven): Promise<void> {
	if (rule !== 'empirical' || profile !== null || moments !== null) return;
	// How many there are decides, whatever they are like.
	const zs = benign === null ? [] : (await readBenignQueries(benign.path)).map(() => 0);
	screeningThreshold(rule, rho, {
		profile: null,
		moments,
		benign: benign === null ? null : { ...namedFile(benign), zs },
		isLexical: false,
	});
}

function namedFile({ path, foundBeside }: BenignFile): Pick<NonNullable<ThresholdSources['benign']>, 'name' | 'foundBeside'> {
	return { name: basename(path), foundBeside };
}
