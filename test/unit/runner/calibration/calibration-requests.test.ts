import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CancellationToken } from 'vscode-languageserver/node';
import type { ScoreOptions, PromptParts } from '../../../../src/model-io/requests.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { UserError } from '../../../../src/errors.ts';
import {
	CalibrationChanged,
	calibrationOptions,
	CancelCalibration,
	CurrentCalibration,
	GetCalibrationReport,
	PreviewCalibration,
	StartCalibration,
	type CalibrationOptions,
	type CalibrationState,
} from '../../../../src/protocol/calibration.ts';
import type { Params, RequestKind, Result, Receiver } from '../../../../src/protocol/rpc.ts';
import { answerCalibrationRequests } from '../../../../src/runner/calibration/calibration-requests.ts';
import { productReaders } from '../../../../src/runner/models/open-readers.ts';
import type { ModelService } from '../../../../src/runner/models/model-service.ts';
import { Outbox, TypedAnswers } from '../../../../src/runner/lsp/request-handlers.ts';
import type { CalibrationContext } from '../../../../src/runner/calibration/measure.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { FakeModel } from '../../../support/fake-model.ts';
import type { z } from 'zod';

const traces = 12;
const failing = 'The answer of trace 3.';

/** Traces, each with a response of its own. */
function madeData(folder: string, tagged: (i: number) => 'clean' | 'memorised' = () => 'clean'): string {
	for (let i = 0; i < traces; i++) {
		writeFileSync(
			join(folder, `t${i}.rag.md`),
			`---\ntags: [${tagged(i)}]\n---\n## Query\n\nWhat is it?\n\n## Context a\n\nPassage ${i}.\n\n## Response\n\nThe answer of trace ${i}.\n`,
		);
	}
	return folder;
}

/** A model whose reading may be hooked: it may refuse, or wait. */
class HookedModel extends FakeModel {
	hook: (parts: PromptParts) => Promise<void> = () => Promise.resolve();

	override async score(parts: PromptParts, options: ScoreOptions) {
		await this.hook(parts);
		return super.score(parts, options);
	}
}

/** A promise that somebody else resolves. */
function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
	let resolve: () => void = () => undefined;
	const promise = new Promise<void>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}

/** The options that a preview goes by. */
function looked({ data, options, seed }: CalibrationOptions) {
	return { data, options, seed };
}

function program(path: string): string {
	return fileURLToPath(new URL(path, import.meta.url));
}

/** The requests' real handlers, in front of a model that is made up. */
function setUp(t: TestContext, fitWorker: string = program('../../../../src/runner/calibration/fit-worker.ts')) {
	const folder = temporaryFolder(t, 'rag-assay-requests-');
	const model = new HookedModel();
	const warned: string[] = [];
	const log = {
		error: assert.fail,
		warn: (message: string) => {
			warned.push(message);
		},
		info: () => undefined,
		debug: () => undefined,
	};
	const handlers = new Map<string, (...given: unknown[]) => unknown>();
	const receiver = {
		onRequest: (method: string, handler: (...given: unknown[]) => unknown) => {
			handlers.set(method, handler);
		},
	} as unknown as Receiver;
	const states: CalibrationState[] = [];
	let heard: () => void = () => undefined;
	const outbox = new Outbox(
		{
			sendNotification: (method: string, params: unknown) => {
				if (method === CalibrationChanged.method) states.push((params as { state: CalibrationState }).state);
				heard();
				return Promise.resolve();
			},
		},
		assert.fail,
	);
	const models = { openModel: () => Promise.resolve(model) } as unknown as ModelService;
	const context: CalibrationContext = {
		calibrationFolder: join(folder, 'cache'),
		log,
		paths: { version: '1', calibrationWorker: fitWorker } as CalibrationContext['paths'],
		settings: { device: 'auto', trusted: true } as CalibrationContext['settings'],
	};
	const requests = answerCalibrationRequests({
		family: calibration,
		openReaders: productReaders(models),
		answers: new TypedAnswers(receiver, log, () => 'running'),
		outbox,
		context,
	});
	t.after(() => requests.dispose());
	const ask = async <P extends z.ZodType, R extends z.ZodType>(kind: RequestKind<P, R>, params: Params<RequestKind<P, R>>) =>
		(await handlers.get(kind.method)!(params, CancellationToken.None)) as Result<RequestKind<P, R>>;
	const until = async (...kinds: CalibrationState['kind'][]): Promise<CalibrationState> => {
		for (;;) {
			const found = states.find(({ kind }) => kinds.includes(kind));
			if (found !== undefined) return found;
			const next = gate();
			heard = next.resolve;
			await next.promise;
		}
	};
	return {
		folder,
		model,
		warned,
		states,
		ask,
		until,
		options: calibrationOptions.parse({ data: [madeData(folder)], methods: ['repcs'], options: { alpha: 0.2 } }),
	};
}

test('a run that is done again under its name, after a trace that failed could be read, shows its new result', async (t) => {
	const { model, states, ask, until, options } = setUp(t);
	model.hook = ({ response }) => (response === failing ? Promise.reject(new UserError('RA407', 'no room')) : Promise.resolve());
	const { run } = await ask(StartCalibration, options);
	assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
	const first = await ask(GetCalibrationReport, { run });
	assert.deepEqual([first.items, first.failures.map(({ code }) => code)], [traces - 1, ['RA407']]);

	model.hook = () => Promise.resolve();
	states.length = 0;
	assert.equal((await ask(StartCalibration, options)).run, run);
	assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
	const second = await ask(GetCalibrationReport, { run });
	assert.deepEqual([second.items, second.failures], [traces, []]);
});

test('a start right after a cancel begins anew when what was canceled has ended', async (t) => {
	const { model, states, ask, until, options } = setUp(t);
	const reading = gate();
	const open = gate();
	model.hook = () => {
		reading.resolve();
		return open.promise;
	};
	const { run } = await ask(StartCalibration, options);
	await reading.promise;
	await ask(CancelCalibration, { run });
	assert.equal((await ask(CurrentCalibration, null))?.state.kind, 'measuring', 'the model has not let go yet');
	let started = false;
	const again = ask(StartCalibration, options).then((answer) => {
		started = true;
		return answer;
	});
	await ask(PreviewCalibration, { ...looked(options), token: 'meanwhile' });
	assert.equal(started, false);
	open.resolve();
	assert.equal((await again).run, run);
	assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
	assert.deepEqual(
		states
			.map(({ kind }) => kind)
			.filter((kind, i, all) => kind !== all[i - 1])
			.slice(0, 3),
		['measuring', 'cancelled', 'measuring'],
	);
	assert.equal((await ask(GetCalibrationReport, { run })).items, traces);
});

test('a run that is canceled while it fits says so, and that its traces have been read', async (t) => {
	const { model, states, ask, until, options } = setUp(t, program('./endless-fit.ts'));
	model.hook = ({ response }) => (response === failing ? Promise.reject(new UserError('RA407', 'no room')) : Promise.resolve());
	const { run } = await ask(StartCalibration, options);
	assert.deepEqual(await until('fitting', 'done', 'failed').then(({ kind }) => kind), 'fitting');
	const read = model.asked.length;
	await ask(CancelCalibration, { run });
	assert.deepEqual(await until('cancelled', 'cancelled-fitting', 'done', 'failed'), { kind: 'cancelled-fitting', failed: 1 });

	model.hook = () => Promise.resolve();
	states.length = 0;
	assert.equal((await ask(StartCalibration, options)).run, run);
	assert.deepEqual(await until('fitting', 'done', 'failed').then(({ kind }) => kind), 'fitting');
	assert.equal(model.asked.length, read + 1, 'what failed is read, and nothing else');
	await ask(CancelCalibration, { run });
	assert.deepEqual(await until('cancelled', 'cancelled-fitting', 'done', 'failed'), { kind: 'cancelled-fitting', failed: 0 });
});

test('a preview says what can be fitted under the options that are set', async (t) => {
	const { ask, options } = setUp(t);
	const repcsAt = async (alpha: number) =>
		(await ask(PreviewCalibration, { ...looked(options), options: { alpha }, token: 'looks' })).methods.find(
			({ name }) => name === 'repcs',
		);
	const usual = await repcsAt(0.05);
	assert.ok(usual?.fits === false && usual.why.startsWith('At \u03B1 = 0.05 it needs at least 19 clean answers'), usual?.why);
	const raised = await repcsAt(0.2);
	assert.ok(raised?.fits === true && raised.why.startsWith('Split-conformal threshold at \u03B1 = 0.2 on '), raised?.why);
});

test('data that were renamed are a run of their own: its name and the files that it leads to are those of now, and nothing is measured again', async (t) => {
	const { folder, model, states, ask, until, options } = setUp(t);
	const [old, renamed] = [join(folder, 'old'), join(folder, 'renamed')];
	mkdirSync(old);
	// What is memorised is not found, as the model says the same of every trace: so it is listed as wrong.
	madeData(old, (i) => (i < 8 ? 'clean' : 'memorised'));
	const calibrated = async (data: string) => {
		states.length = 0;
		const { run } = await ask(StartCalibration, { ...options, data: [data] });
		assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
		return ask(GetCalibrationReport, { run });
	};
	const first = await calibrated(old);
	const listed = (report: typeof first) => report.detectors.flatMap(({ wrong }) => wrong.map(({ place }) => dirname(place?.file ?? '')));
	const read = model.asked.length;
	renameSync(old, renamed);
	const second = await calibrated(renamed);
	assert.deepEqual([first.name, second.name], ['old', 'renamed']);
	assert.deepEqual([new Set(listed(first)), new Set(listed(second))], [new Set([old]), new Set([renamed])]);
	assert.equal(listed(second).length, listed(first).length);
	assert.equal(model.asked.length, read);
	assert.deepEqual((await calibrated(renamed)).run, second.run);
});

test('a kept result does not hide what can no longer be read of the same data', async (t) => {
	const { folder, states, ask, until, options } = setUp(t);
	const { run } = await ask(StartCalibration, options);
	assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
	writeFileSync(join(folder, 't3.rag-assay.json'), 'no sidecar');
	states.length = 0;
	assert.equal((await ask(StartCalibration, options)).run, run, 'labels that cannot be read are no other labels');
	assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
	assert.deepEqual(
		(await ask(GetCalibrationReport, { run })).failures.map(({ code, place }) => [code, place?.file]),
		[['RA111', join(folder, 't3.rag-assay.json')]],
	);
});

test('a damaged result counts as none, and is told of in the log', async (t) => {
	const { folder, warned, states, ask, until, options } = setUp(t);
	const { run } = await ask(StartCalibration, options);
	assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
	writeFileSync(join(folder, 'cache/runs', run, 'result.json'), '{"schema": "rag-ass');
	await assert.rejects(ask(GetCalibrationReport, { run }), /RA656/);
	assert.match(warned.join(), /damaged/);
	states.length = 0;
	await ask(StartCalibration, options);
	assert.deepEqual(await until('done', 'failed'), { kind: 'done' });
	assert.equal((await ask(GetCalibrationReport, { run })).items, traces);
});
