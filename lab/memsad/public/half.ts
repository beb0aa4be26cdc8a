import { createHash } from 'node:crypto';

/** `A`: rules may be made by these texts. `B`: for figures alone; nobody who makes rules reads them. */
export type Half = 'A' | 'B';

/** Returns the half that a repository or a text belongs to: by its hash, so that neither order nor choice moves it. */
export function halfOf(name: string): Half {
	return createHash('sha256').update(name).digest().readUInt32BE(0) % 2 === 0 ? 'A' : 'B';
}
