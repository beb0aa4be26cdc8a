import { stat } from 'node:fs/promises';
import { isAbsent, unreadable } from '../../files/unreadable.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** What a person may mean by the name of a store. */
export type NamedTarget = 'address' | 'file' | 'folder' | 'other' | 'nothing';

/** A file of JSON, and the member that holds its texts. */
const fileWithMember = /^(.+\.(?:jsonl|ndjson|json))\?text=([^?&=]+)$/is;

/** The path of what a person has named, without the member of its texts: `FILE.jsonl?text=MEMBER`. An address stays as it is. */
export function storePath(target: string): string {
	return isStoreAddress(target) ? target : (fileWithMember.exec(target)?.[1] ?? target);
}

/** The member that a person says holds the texts of a file of JSON; `null`: nobody has said. */
export function textMemberOf(target: string): string | null {
	return isStoreAddress(target) ? null : (fileWithMember.exec(target)?.[2] ?? null);
}

/** Looks, and opens nothing. `other`: a pipe, a socket, a device. @throws UserError RA506 where the system does not say. */
export async function namedTarget(target: string): Promise<NamedTarget> {
	if (isStoreAddress(target)) return 'address';
	try {
		const found = await stat(storePath(target));
		return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
	} catch (error) {
		if (isAbsent(error)) return 'nothing';
		throw unreadable(target, fileKinds.named, error);
	}
}
