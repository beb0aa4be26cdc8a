import { errorNumbers } from '../error-numbers.ts';
import type { FileKind } from './file-kind.ts';

/** A file of a model folder of at most `most` bytes, as it is read once its place has been checked (`plain-file.ts`). */
export function modelFile(most: number): FileKind {
	return {
		subject: 'This file',
		most,
		code: errorNumbers.unreadableModelFile,
		hint: 'A model folder holds plain files: check this one, or download the model again.',
	};
}
