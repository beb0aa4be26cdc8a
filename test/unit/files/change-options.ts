import { errorNumbers } from '../../../src/error-numbers.ts';
import { systemReason, UserError } from '../../../src/errors.ts';
import type { ChangeFileOptions } from '../../../src/files/change-file.ts';
import { fileKinds } from '../../../src/files/file-kind.ts';

/** How tests change a text. */
export const changeText: ChangeFileOptions = {
	kind: fileKinds.trace,
	notWritable: (cause) => new UserError(errorNumbers.unwritableFile, systemReason(cause), { cause }),
};
