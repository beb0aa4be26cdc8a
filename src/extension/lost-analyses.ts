import type { AnalysisStatus } from './analyses.ts';

/** What is asked of the editor and the runner. */
export interface LostAnalysesOptions {
	/** What the runner last said of each document. */
	readonly statuses: () => Iterable<readonly [uri: string, status: AnalysisStatus]>;
	/** The version of an open document. */
	readonly versionOf: (uri: string) => number | undefined;
	/** Rejects with `isLoss` when the runner is lost again. */
	readonly analyze: (uri: string) => Promise<unknown>;
	readonly isLoss: (error: unknown) => boolean;
}

/**
 * Brings back what a runner took with it: analyses that waited, ran or were done. With `analyzeOn: open` a new runner does so by
 * itself; otherwise it would wait to be asked for what the user had asked for already.
 */
export class LostAnalyses {
	readonly #options: LostAnalysesOptions;
	/** Versions of documents by URI, from the loss until an analysis has answered. */
	readonly #lost = new Map<string, number>();

	constructor(options: LostAnalysesOptions) {
		this.#options = options;
	}

	/** The runner is gone. */
	lost(): void {
		for (const [uri, { version, state }] of this.#options.statuses()) {
			if (state.kind === 'queued' || state.kind === 'running' || state.kind === 'done') this.#lost.set(uri, version);
		}
	}

	/** A runner runs: asks for what was lost, except of documents closed or edited since, whose old analysis would be stale. */
	async back(): Promise<void> {
		await Promise.all(
			[...this.#lost].map(async ([uri, version]) => {
				let again = false;
				try {
					if (this.#options.versionOf(uri) === version) await this.#options.analyze(uri);
				} catch (error) {
					again = this.#options.isLoss(error);
					if (!again) throw error;
				} finally {
					if (!again) this.#lost.delete(uri);
				}
			}),
		);
	}
}
