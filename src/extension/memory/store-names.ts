import { profileFileOf } from '../profile-path.ts';

/** Whether a store is named by an address, such as `chroma+http://host:8000/collection`, and not by a path. */
export function isAddress(store: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(store);
}

/** What the runner is asked for: an address as it is, a path from the workspace's first folder. */
export function storeOf(setting: string, folder: string | undefined): string {
	return isAddress(setting) ? setting : profileFileOf(setting, folder);
}

/** The end of a path, or an address without what follows its question mark and without a password. */
export function storeLabel(store: string): string {
	if (!isAddress(store)) return store.split(/[\\/]/).findLast((part) => part !== '') ?? store;
	return store.replace(/\?.*$/, '').replace(/(?<=:\/\/)[^/@]*@/, '');
}
