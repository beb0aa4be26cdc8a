import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Disposable } from './disposables.ts';

/** Milliseconds between two looks. */
const pace = 1000;

/** What a look at a file finds. */
export interface FileLook {
	/** Whether it is there. */
	readonly isThere: boolean;
	/** Whether the watch begins with it: what was read of the file before may be older, and nothing later is missed. */
	readonly isFirst: boolean;
}

/**
 * Tells what the first look at one file finds, and then when it is changed, replaced, removed or made. It looks at the file once a second: the file and its folder need
 * not be there yet, it may lie on a drive that another machine writes to, and it may be replaced and then moved; a watcher by events misses all of that.
 */
export class FileWatch implements Disposable {
	readonly #onLook: (look: FileLook) => void;
	#watched: { readonly path: string; readonly begun: Promise<void> } | undefined;
	#timer: NodeJS.Timeout | undefined;
	#ended = false;

	constructor(onLook: (look: FileLook) => void) {
		this.#onLook = onLook;
	}

	/** Watches this file from now on and no other; `undefined`: none. Resolves after the first look at it. */
	of(path: string | undefined): Promise<void> {
		if (this.#ended) return Promise.resolve();
		if (path !== this.#watched?.path) {
			clearTimeout(this.#timer);
			this.#watched = undefined;
			if (path !== undefined) this.#begin(path);
		}
		return this.#watched?.begun ?? Promise.resolve();
	}

	/** For good: who still waits for something when a window closes watches nothing then. */
	dispose(): void {
		void this.of(undefined);
		this.#ended = true;
	}

	#begin(path: string): void {
		let seen: string | null | undefined;
		const look = async (): Promise<void> => {
			const now = await stateOf(path);
			if (this.#watched !== watched) return;
			const isFirst = seen === undefined;
			const isOther = now !== seen;
			seen = now;
			this.#timer = setTimeout(() => void look(), pace).unref();
			if (isOther) this.#onLook({ isThere: now !== null, isFirst });
		};
		const begun = Promise.resolve().then(look);
		const watched = { path, begun };
		this.#watched = watched;
	}
}

/** Tells one writing of a file, and one file, from another; `null`: there is none, or none that can be looked at. */
async function stateOf(path: string): Promise<string | null> {
	let found: BigIntStats;
	try {
		found = await stat(path, { bigint: true });
	} catch (error) {
		// Whoever reads it learns why it cannot be read.
		if (error instanceof Error && 'code' in error) return null;
		throw error;
	}
	return found.isFile() ? [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ') : null;
}
