import { unwatchFile, watchFile, type Stats } from 'node:fs';
import type { Disposable } from './disposables.ts';

/**
 * Tells when one file is changed, replaced, removed or made, and whether it is there then. It looks at the file once a second: the file and its folder need
 * not be there yet, it may lie on a drive that another machine writes to, and it may be replaced and then moved; a watcher by events misses all of that.
 */
export class FileWatch implements Disposable {
	readonly #changed: (now: Stats) => void;
	#path: string | undefined;
	#ended = false;

	constructor(changed: (isThere: boolean) => void) {
		// Of a file that does not exist every field is 0, also the kind of file. A time of 0 alone says nothing: archives write it into files that exist.
		this.#changed = (now) => {
			changed(now.isFile());
		};
	}

	/** Watches this file from now on and no other; `undefined`: none. Whether it was not watched before. */
	of(path: string | undefined): boolean {
		if (path === this.#path || this.#ended) return false;
		if (this.#path !== undefined) unwatchFile(this.#path, this.#changed);
		this.#path = path;
		if (path !== undefined) watchFile(path, { interval: 1000, persistent: false }, this.#changed);
		return path !== undefined;
	}

	/** For good: who still waits for something when a window closes watches nothing then. */
	dispose(): void {
		this.of(undefined);
		this.#ended = true;
	}
}
