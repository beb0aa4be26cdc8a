import type { ExternalDataFile } from '../safety/external-data.ts';
import type { PlainFile } from '../safety/plain-file.ts';

/** The checked files of a model (`ModelFiles` has them). */
export interface GraphFiles {
	readonly graph: PlainFile;
	readonly externalData: readonly ExternalDataFile[];
}
