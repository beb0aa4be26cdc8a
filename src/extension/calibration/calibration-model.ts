import { CancellationTokenSource, type CancellationToken } from 'vscode-jsonrpc/node';
import {
	runOptions,
	type CalibrationMemory,
	type CalibrationPanelState,
	type CalibrationPreview,
	type CalibrationSetup,
	type CalibrationState,
	type FollowedRun,
} from '../../protocol/calibration-panel.ts';
import { errorNumbers } from '../../error-numbers.ts';
import type { CalibrationOptions } from '../../protocol/calibration.ts';
import { isCancellation, sentenceOf, userErrorOf } from '../vscode/failure.ts';

/** What decides what data allow; which of the methods' options do, the methods know. */
type Looked = Pick<CalibrationOptions, 'data' | 'seed' | 'options'>;

/** Who looks through data and runs calibrations: the runner. */
export interface ViewModelSource {
	preview(asked: Looked, token: CancellationToken): Promise<CalibrationPreview>;
	start(options: CalibrationOptions): Promise<{ readonly run: string }>;
	cancel(run: string): Promise<unknown>;
	/** The run that it has at present, `null`: none. */
	current(): Promise<{ readonly run: string; readonly options: CalibrationOptions; readonly state: CalibrationState } | null>;
	/** Rejects where a run's report is not to be had. */
	report(run: string): Promise<unknown>;
}

/** What the view model knows of the panel's state. */
export type ViewModelState = Pick<CalibrationPanelState, 'setup' | 'previewing' | 'run' | 'problem'>;

const begun: CalibrationState = { kind: 'measuring', done: 0, total: 0, failed: 0, secondsLeft: null };

/**
 * What is to be calibrated, and the run that goes on: for as long as the window lives, whether a panel shows it or not. A run
 * whose runner ended is found again, and goes on where it was, unless a person had stopped it.
 */
export class CalibrationViewModel {
	readonly #source: ViewModelSource;
	readonly #tell: () => void;
	#setup: CalibrationSetup;
	#previewing: ViewModelState['previewing'] = { kind: 'none' };
	#run: FollowedRun | null = null;
	#problem: string | null = null;
	#looking: CancellationTokenSource | undefined;
	/** What was told of a run whose name we do not know yet: a short one may change before its start is answered. */
	#early = new Map<string, CalibrationState>();

	constructor(source: ViewModelSource, setup: CalibrationSetup, tell: () => void) {
		this.#source = source;
		this.#setup = setup;
		this.#tell = tell;
	}

	get state(): ViewModelState {
		return { setup: this.#setup, previewing: this.#previewing, run: this.#run, problem: this.#problem };
	}

	/** Looks through other data. Never rejects: a failure is shown. */
	async setData(data: readonly string[]): Promise<void> {
		this.#setup = { ...this.#setup, data: [...new Set(data)] };
		await this.look();
	}

	/** Where the options decide what the data allow, they are looked through again; what was found stands until then. Never rejects. */
	async setOptions(options: Omit<CalibrationOptions, 'data'>): Promise<void> {
		const before = this.#setup;
		this.#setup = { ...options, data: before.data };
		this.#problem = null;
		this.#tell();
		if (before.data.length > 0 && (options.seed !== before.seed || !areAlike(options.options, before.options))) await this.#look(true);
	}

	/** Looks through the data; the newest look wins. Never rejects. */
	look(): Promise<void> {
		return this.#look(false);
	}

	/** `keeps`: what was found before is shown meanwhile. */
	async #look(keeps: boolean): Promise<void> {
		this.#looking?.cancel();
		const looking = new CancellationTokenSource();
		this.#looking = looking;
		this.#problem = null;
		const { data, seed, options } = this.#setup;
		if (data.length === 0) return this.#become({ kind: 'none' });
		if (!keeps || this.#previewing.kind !== 'ready') this.#become({ kind: 'looking' });
		try {
			const preview = await this.#source.preview({ data, seed, options }, looking.token);
			if (this.#looking === looking) this.#become({ kind: 'ready', preview });
		} catch (error) {
			if (this.#looking === looking && !isCancellation(error)) this.#become({ kind: 'failed', message: sentenceOf(error) });
		}
	}

	/** Starts a run with what is set up; the same again goes on with the one that was interrupted. Never rejects. */
	async start(): Promise<void> {
		await this.#begin(runOptions(this.#setup, this.#previewing));
	}

	/** Never rejects. */
	async cancel(): Promise<void> {
		const run = this.#run;
		if (run !== null) await this.#tried(() => this.#source.cancel(run.run));
	}

	/** The runner told of a run. */
	setRunState(run: string, state: CalibrationState): void {
		if (run !== this.#run?.run) {
			this.#early.set(run, state);
			return;
		}
		this.#run = { ...this.#run, state };
		this.#tell();
	}

	/**
	 * Takes over what an earlier life of the window left. What has happened since stays. A run that was going counts as going until
	 * the runner is asked, also if that takes several tries, or if the window is reloaded again meanwhile. Never rejects.
	 */
	async remember({ setup, run }: CalibrationMemory): Promise<void> {
		if (this.#setup.data.length === 0) this.#setup = setup;
		if (this.#run === null && run !== null)
			this.#run = { run: run.run, options: run.options, state: run.was === 'going' ? begun : { kind: 'lost' } };
		const looked = this.#previewing.kind === 'none' ? this.look() : Promise.resolve();
		await Promise.all([looked, ...(run === null ? [] : [this.recover(run.was)])]);
	}

	/**
	 * Asks a runner that runs, perhaps another one than before, what it knows of the run, and starts a run that was going once more.
	 * A run that cannot be started is lost, and the problem says why. If the runner stops meanwhile, the next one is asked. Never rejects.
	 */
	async recover(was: 'going' | 'done' | 'stopped' | undefined = status(this.#run)): Promise<void> {
		const before = this.#run;
		await this.#tried(async () => {
			const current = await this.#source.current();
			if (this.#run !== before) return;
			if (current !== null && (before === null || current.run === before.run || status(current) === 'going')) {
				this.#run = { ...current };
				this.#tell();
			} else if (before !== null && was === 'going') {
				const failure = await this.#begin(before.options);
				if (failure !== undefined && this.#run === before && userErrorOf(failure)?.code !== errorNumbers.runnerGone) this.abandon();
			} else if (before !== null && was === 'done') await this.#lookForReport(before);
		});
	}

	/** The runner is gone for good: what it was doing waits to be asked for again. */
	abandon(): void {
		if (this.#run === null || status(this.#run) !== 'going') return;
		this.#run = { ...this.#run, state: { kind: 'lost' } };
		this.#tell();
	}

	dispose(): void {
		this.#looking?.cancel();
	}

	/** Resolves with what kept it from starting, if anything did. Never rejects. */
	async #begin(options: CalibrationOptions): Promise<unknown> {
		this.#problem = null;
		this.#early.clear();
		return this.#tried(async () => {
			const { run } = await this.#source.start(options);
			this.#run = { run, options, state: this.#early.get(run) ?? begun };
			this.#tell();
		});
	}

	/** Its runner is another one by now, which may know it from disk or not at all: then it can be done once more. */
	async #lookForReport(run: FollowedRun): Promise<void> {
		const there = await this.#source.report(run.run).then(
			() => true,
			() => false,
		);
		if (this.#run !== run) return;
		this.#run = { ...run, state: { kind: there ? 'done' : 'lost' } };
		this.#tell();
	}

	/** Shows a failure, and resolves with it. */
	async #tried(task: () => Promise<unknown>): Promise<unknown> {
		try {
			await task();
			return undefined;
		} catch (error) {
			if (!isCancellation(error)) {
				this.#problem = sentenceOf(error);
				this.#tell();
			}
			return error;
		}
	}

	#become(previewing: ViewModelState['previewing']): void {
		this.#previewing = previewing;
		this.#tell();
	}
}

/** Whether the same is set, in whichever order. */
function areAlike(a: CalibrationOptions['options'], b: CalibrationOptions['options']): boolean {
	const names = new Set([...Object.keys(a), ...Object.keys(b)]);
	return [...names].every((name) => a[name] === b[name]);
}

/** How a run stands, for one who comes back to it. */
export function status(run: Pick<FollowedRun, 'state'> | null): 'going' | 'done' | 'stopped' | undefined {
	switch (run?.state.kind) {
		case undefined:
			return undefined;
		case 'measuring':
		case 'fitting':
			return 'going';
		case 'done':
			return 'done';
		case 'cancelled':
		case 'cancelled-fitting':
		case 'failed':
		case 'lost':
			return 'stopped';
	}
}
