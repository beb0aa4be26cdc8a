import { dirname, join } from 'node:path';
import { calibration } from '../../analysis/calibration/methods.ts';
import type { MadeThreshold } from '../../analysis/queries/screening-rule.ts';
import type { Encoder } from '../../analysis/readers.ts';
import { requireText } from '../../files/read-file.ts';
import { mirabelFormat, type MirabelDetector } from '../../formats/detectors/mirabel.ts';
import { readerOf } from '../../formats/fitting-detectors.ts';
import { judgingPart } from '../../formats/judging-part.ts';
import { detectorOf, type ProfileDetector } from '../../formats/profile.ts';
import type { QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { plural } from '../../wording/plural.ts';
import { lexicalBeside } from '../embedding/lexical-source.ts';
import { profileKind } from '../profiles.ts';

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
export function profileSource({ name, file, mirabel }: ScreeningProfile, { identity }: Pick<Encoder, 'identity'>): MadeThreshold {
	judgingPart({ schema: 'rag-assay/profile@2', name, created: '', detectors: [mirabel] }, { encoder: identity }, file);
	const { criterion, threshold } = mirabel;
	return { name, z: threshold, rho: criterion.kind === 'conformal' ? criterion.rho : null, queries: criterion.n };
}

/** Counts of documents that differ by more than this share are hardly of one store that has grown. */
const mostGrown = 0.25;

/** What speaks against a profile's threshold for a store: thresholds of other documents say nothing of it. */
export function otherStoreRemarks({ name, mirabel: { documents } }: ScreeningProfile, n: number): QueryScreenSummary['remarks'] {
	if (Math.abs(n - documents) <= mostGrown * documents) return [];
	return [
		{
			message: `Profile '${name}' was calibrated with ${plural(documents, 'document')}, and the store has ${n.toLocaleString('en')}: the share of benign queries that is flagged may be another one here.`,
			hint: 'Calibrate with the documents of this store, or name benign queries to it with --benign.',
		},
	];
}
