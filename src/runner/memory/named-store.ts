import { resolve } from 'node:path';
import { isAddress } from '../../stores/memory/named-target.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { openMemoryStore } from '../../stores/memory/open-store.ts';
import type { ModelService } from '../model-service.ts';
import { requireTrust } from '../require-trust.ts';

export { isAddress };

/** A path as it is from anywhere; an address as it is. */
export function named(store: string): string {
	return isAddress(store) ? store : resolve(store);
}

/** Opens a store for some work, and closes it whatever happens. @throws UserError RA511 for an address in a workspace without trust, and as `openMemoryStore`. */
export async function withStore<T>(
	target: string,
	signal: AbortSignal,
	{ settings }: Pick<ModelService, 'settings'>,
	work: (store: MemoryStore) => Promise<T>,
): Promise<T> {
	if (isAddress(target)) requireTrust(settings, 'stores');
	const store = await openMemoryStore(target, undefined, { signal });
	try {
		return await work(store);
	} finally {
		await store.close();
	}
}
