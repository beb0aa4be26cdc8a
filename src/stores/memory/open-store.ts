import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MemoryStore, StoreOpener } from './memory-store.ts';
import { isAddress, namedTarget } from './named-target.ts';
import { memoryStoreOpeners } from './openers.ts';
import { refuseOtherEncodings } from './refuse-encodings.ts';
import { refusePickles } from './refuse-pickles.ts';

/**
 * Opens the store that a person has named, by what it holds and not by its name alone. Whoever opens it closes it.
 * @throws UserError RA701 where nothing is there, RA150 for pickles, RA149 where no kind of store fits; as the openers.
 */
export async function openMemoryStore(
	target: string,
	openers: readonly StoreOpener[] = memoryStoreOpeners,
	{ signal = never }: { readonly signal?: AbortSignal } = {},
): Promise<MemoryStore> {
	signal.throwIfAborted();
	if ((await namedTarget(target)) === 'nothing')
		throw new UserError(errorNumbers.pathNotFound, 'There is no such file or folder.', {
			place: { file: target },
			hint: expected(openers),
		});
	await refusePickles(target);
	await refuseOtherEncodings(target);
	for (const opener of openers) {
		// oxlint-disable-next-line no-await-in-loop -- the first one that knows it has it
		const store = await opener.open(target, { signal });
		if (store !== null) return store;
	}
	// A password may stand in an address.
	const shown = isAddress(target) ? {} : { place: { file: target } };
	throw new UserError(errorNumbers.unknownMemory, 'This is no memory of a kind that can be read.', { ...shown, hint: expected(openers) });
}

const never = new AbortController().signal;

function expected(openers: readonly StoreOpener[]): string {
	return `Expected one of these: ${openers.map(({ kind, example }) => `${example} (${kind})`).join(', ')}.`;
}
