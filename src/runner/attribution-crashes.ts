import type { ModelIdentity } from '../reading/model-identity.ts';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';

/**
 * Models whose process died while it attributed, as a system short of memory makes it, or was ended for its silence: not tried again until somebody loads the
 * model anew, so that scoring, which works, is not held up by it each time.
 */
export class AttributionCrashes {
	readonly #errors = new Map<string, UserError>();

	/** Rejects as `work` does, or with what it was rejected with before. @param screen whose graph is another than the exact one. */
	async guard<T>(identity: ModelIdentity, screen: number, work: () => Promise<T>): Promise<T> {
		const key = JSON.stringify([identity.sha256, identity.device, screen]);
		const before = this.#errors.get(key);
		if (before !== undefined) throw before;
		try {
			return await work();
		} catch (error) {
			if (error instanceof UserError && (error.code === errorNumbers.modelProcessEnded || error.code === errorNumbers.modelProcessSilent))
				this.#errors.set(key, error);
			throw error;
		}
	}

	forget(): void {
		this.#errors.clear();
	}
}
