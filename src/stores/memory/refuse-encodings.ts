import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readHead } from '../../files/read-file.ts';
import { encodingHead, otherEncoding } from '../../files/text-encoding.ts';
import { namedTarget } from './named-target.ts';

/** Names the encoding of a text file that nothing here can read. @throws UserError RA149. */
export async function refuseOtherEncodings(target: string): Promise<void> {
	if ((await namedTarget(target)) !== 'file') return;
	const head = await readHead(target, encodingHead, fileKinds.memoryLines);
	const encoding = head === undefined ? null : otherEncoding(head);
	if (encoding === null) return;
	throw new UserError(errorNumbers.unknownMemory, `This file is encoded in ${encoding}; memories are read in UTF-8.`, {
		place: { file: target },
		hint: 'Save a copy of it in UTF-8, and scan that.',
	});
}
