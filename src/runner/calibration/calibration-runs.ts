import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fittingDetectors } from '../../formats/applicable-detectors.ts';
import type { CalibrationOptions, CalibrationState } from '../../protocol/calibration.ts';
import { toWire, withoutStack } from '../../protocol/wire-error.ts';
import { Failures } from '../traces/failures.ts';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import { readerIdentities, type ReaderOpener } from '../models/open-readers.ts';
import { fitRun } from './fit.ts';
import { lexicalTexts } from './text-items.ts';
import { measureRun, planRun, runName, type CalibrationContext, type PlannedRun } from './measure.ts';
import type { KeptResults, RunResult } from './results.ts';
import { StateProgress } from './progress.ts';

export interface RunsOptions {
	readonly family: CalibrationFamily<Detector>;
	readonly openReaders: ReaderOpener;
	readonly context: CalibrationContext;
	readonly now: () => Date;
	readonly results: KeptResults;
	readonly onState: (run: string, state: CalibrationState) => void;
}

interface CurrentRun {
	readonly run: string;
	readonly options: CalibrationOptions;
	readonly controller: AbortController;
	state: CalibrationState;
	/** Resolves when its state is its last. */
	ended: Promise<void>;
}

/** Time between two words on progress, milliseconds. */
const interval = 150;
/** Whose turn the model's work is: nobody's document. */
const owner = 'calibration';

/** The calibration of an editor: one at a time, in this process, whoever looks. */
export class CalibrationRuns {
	readonly #options: RunsOptions;
	#current: CurrentRun | undefined;
	#lastUpdate = 0;

	constructor(options: RunsOptions) {
		this.#options = options;
	}

	/** The run that goes on, or ended last. */
	get current(): { run: string; options: CalibrationOptions; state: CalibrationState } | null {
		if (this.#current === undefined) return null;
		const { run, options, state } = this.#current;
		return { run, options, state };
	}

	/**
	 * Starts a run, or finds the one that goes on already; one that was canceled comes to its end first. Rejects with RA659 while
	 * another one goes on, and where the data cannot be read or allow nothing: everything later is told as a state.
	 */
	async start(options: CalibrationOptions): Promise<string> {
		const { family, context } = this.#options;
		const controller = new AbortController();
		const plan = await planRun(options, family, this.#options.openReaders, new Failures(context.log), controller.signal);
		const run = runName(plan, context);
		while (this.#current !== undefined && isGoingOn(this.#current.state)) {
			if (this.#current.controller.signal.aborted) {
				// oxlint-disable-next-line no-await-in-loop -- another start may have come first meanwhile
				await this.#current.ended;
				continue;
			}
			if (this.#current.run === run) return run;
			throw new UserError(errorNumbers.anotherCalibrationGoesOn, 'Another calibration is running.', {
				hint: 'Wait until it ends, or cancel it.',
			});
		}
		const current: CurrentRun = {
			run,
			options,
			controller,
			state: { kind: 'measuring', done: 0, total: plan.items.length, failed: 0, secondsLeft: null },
			ended: Promise.resolve(),
		};
		this.#current = current;
		this.#lastUpdate = 0;
		this.#change(current, current.state);
		current.ended = this.#task(current, plan);
		return run;
	}

	/** Ends a run; what was measured is kept. */
	cancel(run: string): void {
		if (this.#current?.run === run) this.#current.controller.abort();
	}

	/** Ends whatever goes on. */
	dispose(): void {
		this.#current?.controller.abort();
	}

	async #task(current: CurrentRun, plan: PlannedRun): Promise<void> {
		const { family, openReaders, context, now, results } = this.#options;
		const { signal } = current.controller;
		const progress = new StateProgress();
		const began = performance.now();
		try {
			const readers = readerIdentities(
				await openReaders(plan.readers, { owner, signal, lexical: lexicalTexts(plan.data.items) }),
				plan.readers,
				context.paths.runtime,
			);
			const kept = await results.find(current.run);
			if (kept === undefined || !isOfReaders(kept, readers) || kept.report.failures.length > 0 || plan.failures.list().length > 0) {
				const measured = await measureRun(plan, { context, openReaders, owner, signal }, (step) =>
					this.#change(current, progress.measuring(step)),
				);
				await results.keep(
					await fitRun(measured, {
						family,
						run: current.run,
						now,
						began,
						program: context.paths.calibrationWorker,
						signal,
						onProgress: (share, running) =>
							this.#change(current, progress.fitting(share, running.map((id) => family.fitNamed(id).title).join(', '))),
					}),
				);
			}
			this.#change(current, { kind: 'done' });
		} catch (error) {
			// A person may also have unloaded the model while it was loaded for this run.
			const isCanceled = signal.aborted || (error instanceof DOMException && error.name === 'AbortError');
			if (isCanceled) this.#change(current, cancelled(current.state));
			else {
				const wire = toWire(error);
				if (wire.stack !== undefined) context.log.error(wire.stack);
				this.#change(current, { kind: 'failed', error: withoutStack(wire) });
			}
		}
	}

	/** Of many steps of one kind in a short time only some are told. */
	#change(current: CurrentRun, state: CalibrationState): void {
		const isStep = state.kind === current.state.kind;
		current.state = state;
		const at = performance.now();
		if (isStep && at - this.#lastUpdate < interval) return;
		this.#lastUpdate = at;
		this.#options.onState(current.run, state);
	}
}

/** Whether these readers read what a result is of: then all of its detectors are for them. */
function isOfReaders({ report, profile }: Pick<RunResult, 'report' | 'profile'>, readers: readonly ReaderIdentity[]): boolean {
	const inUse = Object.fromEntries(readers.map((reader) => [reader.kind, reader]));
	return report.readers.length === readers.length && fittingDetectors(profile, inUse).left.length === 0;
}

function isGoingOn({ kind }: CalibrationState): boolean {
	return kind === 'measuring' || kind === 'fitting';
}

/** What becomes of a run that is canceled: what stands of it depends on how far it was. */
function cancelled(state: CalibrationState): CalibrationState {
	switch (state.kind) {
		case 'measuring':
			return { ...state, kind: 'cancelled', secondsLeft: null };
		case 'fitting':
			return { kind: 'cancelled-fitting', failed: state.failed };
		case 'done':
		case 'cancelled':
		case 'cancelled-fitting':
		case 'failed':
			return state;
	}
}
