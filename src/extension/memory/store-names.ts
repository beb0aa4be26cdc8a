import { workspacePath } from '../profile-path.ts';
import { isStoreAddress, shownStore } from '../../wording/store-names.ts';

/** What the runner is asked for: an address as it is, a path from the workspace's first folder. */
export function storeOf(setting: string, folder: string | undefined): string {
	return isStoreAddress(setting) ? setting : workspacePath(setting, folder);
}

/** The end of a path, or an address without what follows its question mark and without a password. */
export function storeLabel(store: string): string {
	if (!isStoreAddress(store)) return store.split(/[\\/]/).findLast((part) => part !== '') ?? store;
	return shownStore(store).replace(/\?.*$/, '');
}
