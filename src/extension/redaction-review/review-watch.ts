import { unwatchFile, watchFile, type Stats } from 'node:fs';
import type { Disposable } from '../disposables.ts';

/**
 * Watches the file of one review at a time: others may go on with it in another window, or with the command line. Told: whether the file is there.
 * It looks once a second: a watcher by events misses a file that is replaced and then moved.
 */
export class ReviewWatch implements Disposable {
	readonly #changed: (now: Stats) => void;
	#path: string | undefined;

	constructor(changed: (isThere: boolean) => void) {
		// A file that is not there was changed in no year.
		this.#changed = ({ mtimeMs }) => {
			changed(mtimeMs !== 0);
		};
	}

	/** `undefined`: none. */
	of(path: string | undefined): void {
		if (path === this.#path) return;
		this.dispose();
		this.#path = path;
		if (path !== undefined) watchFile(path, { interval: 1000, persistent: false }, this.#changed);
	}

	dispose(): void {
		if (this.#path !== undefined) unwatchFile(this.#path, this.#changed);
		this.#path = undefined;
	}
}
