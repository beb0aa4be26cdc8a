import { errorNumbers } from '../../../error-numbers.ts';
import type { FileKind } from '../../../files/file-kind.ts';

/** A shared library of CUDA; the largest that is known has some 600 MB. */
export const libraryFile: FileKind = {
	subject: 'This library',
	most: 4 * 2 ** 30,
	code: errorNumbers.damagedCudaPackage,
	hint: 'Check who may read it, or delete it and install CUDA again.',
};
