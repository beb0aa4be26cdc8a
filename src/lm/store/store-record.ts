import { errorNumbers } from '../../error-numbers.ts';
import type { FileKind } from '../../files/file-kind.ts';

/** What the model store keeps beside its models: a manifest, how far a download came, who writes. */
export const storeRecord: FileKind = {
	subject: 'This file of the model store',
	most: 4 * 2 ** 20,
	code: errorNumbers.damagedStoredModel,
	hint: 'Remove the folder that it lies in, and load the model once with the network allowed.',
};
