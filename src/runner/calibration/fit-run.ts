import { dataNotes, type FitSettings, type Fitted } from '../../analysis/calibration/method.ts';
import { calibration, type Detector } from '../../analysis/calibration/methods.ts';
import type { MeasuredTrace } from '../../analysis/calibration/measure.ts';
import { UserError } from '../../errors.ts';
import type { Provenance } from '../../formats/detectors/provenance.ts';
import type { Profile } from '../../formats/profile.ts';
import { calibrationReport } from '../../protocol/calibration.ts';
import { fitDetectors, type FitOptions } from './fit-detectors.ts';
import type { MeasuredRun, RunHead } from './measured-run.ts';
import type { RunResult } from './run-result.ts';

export interface FitRunOptions extends FitOptions {
	/** Name of the run. */
	readonly run: string;
	readonly now: () => Date;
	/** When the run began, of `performance.now`. */
	readonly began: number;
}

/**
 * Fits what was measured. Everything but the date, the duration and the paths is decided by the measurements, the options and the version.
 * A method that the numbers do not allow after all is told in `left`. Rejects with RA658 when nothing could be fitted, or with the signal's reason.
 */
export async function fitRun({ head, traces, unavailable, failures }: MeasuredRun, options: FitRunOptions): Promise<RunResult> {
	const { alpha, seed, draws, protocol, methods, named } = head.options;
	const settings: FitSettings = { alpha, seed, draws, protocol, named, reader: head.model.name };
	const measured = traces.filter((trace): trace is MeasuredTrace => trace !== null);
	const chosen = methods.map((name) => calibration.methodNamed(name)).filter((method) => method !== undefined);
	const usable = chosen.filter(({ measure }) => unavailable[measure.name] === undefined);
	const left = [
		...head.left,
		...chosen.flatMap(({ name, measure }) => {
			const why = unavailable[measure.name];
			return why === undefined ? [] : [{ method: name, why }];
		}),
	];
	const outcomes = await fitDetectors(
		{ ids: usable.flatMap(({ detectors }) => detectors.map(({ id }) => id)), traces: measured, settings },
		options,
	);
	const fitted: Fitted<Detector>[] = [];
	for (const outcome of outcomes) {
		if ('fitted' in outcome) fitted.push(outcome.fitted);
		else left.push({ method: outcome.id, why: outcome.error.message });
	}
	const notes = dataNotes(usable, measured);
	if (fitted.length === 0)
		throw new UserError(
			'RA658',
			`Nothing could be fitted. ${[...left.map(({ method, why }) => `${method}: ${why}`), ...notes].join(' ')}`,
			{ hint: 'Name more traces, or label some.' },
		);
	const reported = fitted.flatMap((one) => one.reported);
	return {
		schema: 'rag-assay/calibration-run@1',
		profile: profileOf(head, measured, fitted, options.now()),
		files: fitted.flatMap(({ files }) => files.map(({ name, text }) => ({ name, text }))),
		tried: Object.fromEntries(
			reported.map(({ report: { id }, truth, thresholdNoise }) => [
				id,
				{ ...truth, scores: [...truth.scores], truths: [...truth.truths], noise: thresholdNoise },
			]),
		),
		report: {
			run: options.run,
			name: nameOf(head),
			model: { name: head.model.name, sha256: head.model.sha256 },
			traces: measured.length,
			detectors: calibrationReport.shape.detectors.parse(reported.map(({ report }) => report)),
			notes,
			left,
			failures,
			seconds: Math.round((performance.now() - options.began) / 100) / 10,
		},
	};
}

function nameOf({ options, data }: RunHead): string {
	return options.name ?? data.name;
}

function profileOf(head: RunHead, measured: readonly MeasuredTrace[], fitted: readonly Fitted<Detector>[], now: Date): Profile<Detector> {
	const from = provenanceOf(head, measured);
	return {
		schema: 'rag-assay/profile@2',
		name: nameOf(head),
		created: now.toISOString().slice(0, 10),
		detectors: fitted.map(({ detector }) => ({ ...detector, from })),
	};
}

/** Where detectors that were fitted to these measurements come from. */
function provenanceOf({ data, model, options, version, runtime }: RunHead, measured: readonly MeasuredTrace[]): Provenance {
	return {
		readers: [{ kind: 'language-model', ...model, onnxruntime: runtime }],
		data: {
			name: data.name,
			sha256: data.sha256,
			items: measured.length,
			sentences: measured.reduce((sum, { sentences }) => sum + sentences.length, 0),
			...(data.parts.length > 1 ? { parts: data.parts.map(({ traces: items, ...part }) => ({ ...part, items })) } : {}),
		},
		seed: options.seed,
		versions: { product: version },
	};
}
