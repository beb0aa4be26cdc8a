import { stat } from 'node:fs/promises';
import { isAbsent, unreadable } from '../../files/unreadable.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** What a person may mean by the name of a store. */
export type NamedTarget = 'address' | 'file' | 'folder' | 'other' | 'nothing';

/** Looks, and opens nothing. `other`: a pipe, a socket, a device. @throws UserError RA506 where the system does not say. */
export async function namedTarget(target: string): Promise<NamedTarget> {
	if (isStoreAddress(target)) return 'address';
	try {
		const found = await stat(target);
		return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
	} catch (error) {
		if (isAbsent(error)) return 'nothing';
		throw unreadable(target, fileKinds.named, error);
	}
}
