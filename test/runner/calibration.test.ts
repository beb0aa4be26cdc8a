import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { calibration, type Detector } from '../../src/analysis/calibration/methods.ts';
import type { Profile } from '../../src/formats/profile.ts';
import {
	CalibrationChanged,
	calibrationReport,
	CancelCalibration,
	CompareProfile,
	CurrentCalibration,
	GetCalibrationReport,
	PreviewCalibration,
	SaveProfile,
	StartCalibration,
	TryThreshold,
	type CalibrationOptions,
	type CalibrationState,
} from '../../src/protocol/calibration.ts';
import { Analyze, AnalysisChanged } from '../../src/protocol/requests.ts';
import { itemsRead } from '../../src/protocol/calibration-text.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { bundledProfile } from '../support/bundled-profile.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { madeOtherwise, otherModel } from '../support/example-profile.ts';
import { Client, pullingClient, shortTrace } from '../support/runner-client.ts';
import { partOfSet } from '../support/small-data-sets.ts';

/** More than any of these runs takes on a busy machine, milliseconds. */
const longestRun = 800_000;

/** Whether a run has come to its end, however. */
function isEnd({ kind }: CalibrationState): boolean {
	return kind === 'done' || kind === 'failed' || kind === 'cancelled' || kind === 'cancelled-fitting';
}

type Data = Pick<CalibrationOptions, 'data'> & Partial<CalibrationOptions>;

/** A calibration that is watched. */
class Watched {
	readonly states: CalibrationState[] = [];
	readonly #client: Client;

	constructor(client: Client) {
		this.#client = client;
		receive(
			client.connection,
			CalibrationChanged,
			({ state }) => {
				this.states.push(state);
			},
			assert.fail,
		);
	}

	start(options: Data): Promise<{ run: string }> {
		return ask(this.#client.connection, StartCalibration, options as CalibrationOptions);
	}

	until(what: string, fits: (state: CalibrationState) => boolean): Promise<CalibrationState> {
		// The last lines of the log say what the model process was at.
		const said = (): string =>
			`${what}; the last state is ${JSON.stringify(this.states.at(-1))}, the log ends with ${this.#client.log.slice(-5).join(' | ')}`;
		return until(() => this.states.find(fits), said, { limit: longestRun });
	}

	async end(): Promise<void> {
		assert.deepEqual(await this.until('the end', isEnd), { kind: 'done' });
	}
}

describe('calibration in the real runner', () => {
	const folder = temporaryFolder({ after }, 'rag-assay-calibration-');
	/** What a run that nobody disturbs writes, by file name. */
	let undisturbed: Map<string, string>;
	let data: Data;

	before(() => {
		data = {
			data: [
				partOfSet('demo-world', folder, { train: 110, test: 60 }),
				partOfSet('demo-world-clean', folder, { train: 22, test: 10 }),
				partOfSet('demo-world-memorised', folder, { train: 0, test: 10 }),
			],
			name: 'small',
			options: { draws: 2 },
		};
	});

	async function started(
		test: TestContext,
		cache?: string,
		settings: { readonly profile?: string } = {},
	): Promise<{ client: Client; watched: Watched }> {
		const client = new Client(test, { cache });
		await client.initialize(settings, pullingClient);
		return { client, watched: new Watched(client) };
	}

	/** The profile and its classifiers as a run saves them, by name; the date is left out. */
	async function saved(client: Client, run: string, name: string): Promise<Map<string, string>> {
		const out = join(folder, name);
		mkdirSync(out);
		const file = join(out, 'small.assay-profile.json');
		const { written } = await ask(client.connection, SaveProfile, { run, file, moved: [] });
		assert.equal(written.at(-1), file);
		assert.deepEqual(readdirSync(out).toSorted(), written.map((path) => path.slice(out.length + 1)).toSorted());
		return new Map(written.map((path) => [path.slice(out.length + 1), readFileSync(path, 'utf8').replace(/"created": "[^"]*"/, '')]));
	}

	it('a few answers: previewed, measured, fitted, tried at a threshold, saved and compared; another run is canceled', async (t) => {
		const { client, watched } = await started(t);
		const { connection } = client;
		const few = partOfSet('demo-world-clean', join(folder, 'few-clean'), { train: 6, test: 4 });
		assert.equal((await ask(connection, PreviewCalibration, { data: [few], token: 'preview' })).items, 10);
		assert.equal(await ask(connection, CurrentCalibration, null), null);
		const { run } = await watched.start({ data: [few], methods: ['repcs'], options: { alpha: 0.2 } });
		await watched.end();
		assert.deepEqual((await ask(connection, CurrentCalibration, null))?.state, { kind: 'done' });
		const { detectors, failures } = await ask(connection, GetCalibrationReport, { run });
		assert.deepEqual([failures, detectors.map(({ id }) => id)], [[], ['repcs response']]);
		const { id, threshold, point } = detectors[0]!;
		assert.deepEqual(await ask(connection, TryThreshold, { run, id, threshold }), point);
		assert.deepEqual([...(await saved(client, run, 'few-saved')).keys()], ['small.assay-profile.json']);
		const file = join(folder, 'few-saved/small.assay-profile.json');
		const compared = await ask(connection, CompareProfile, { run, file, moved: [] });
		assert.deepEqual([compared.differs, compared.detectors.map(({ change }) => change)], [[], ['same']]);

		watched.states.length = 0;
		const more = partOfSet('demo-world', join(folder, 'more'), { train: 110, test: 0 });
		const other = await watched.start({ data: [more], methods: ['mean-entropy'] });
		await ask(connection, CancelCalibration, other);
		await watched.until('the cancel', ({ kind }) => kind === 'cancelled');
		await client.stop();
	});

	slowTest('previews data, calibrates, and answers everything that a panel asks, also from a runner that is started later', async (t) => {
		const cache = temporaryFolder(t, 'rag-assay-test-');
		const { client, watched } = await started(t, cache);
		const preview = await ask(client.connection, PreviewCalibration, { data: data.data, token: 'preview' });
		assert.deepEqual(
			preview.sources.map(({ items, labelled, classes, train, test }) => {
				const tagged = (name: string) => classes.find((one) => one.of === 'trace' && one.class === name)?.count;
				return [items, labelled, tagged('clean'), tagged('memorized'), train, test];
			}),
			[
				[170, 170, 0, 0, 110, 60],
				[32, 32, 32, 0, 22, 10],
				[10, 10, 0, 10, 0, 10],
			],
		);
		assert.deepEqual([preview.items, preview.kept, preview.failures], [212, [], []]);
		assert.deepEqual(
			preview.methods.map(({ name, fits }) => [name, fits]),
			[
				['starter', true],
				['mean-entropy', true],
				['confidence-gap', true],
				['repcs', true],
				['closed-book', false],
				['spad', true],
				['spad+', true],
				['memsad', false],
				['memsad+', false],
				['mirabel', false],
			],
		);

		assert.equal(await ask(client.connection, CurrentCalibration, null), null);
		const { run } = await watched.start(data);
		assert.equal((await watched.start(data)).run, run, 'the same again is the same run');
		await assert.rejects(watched.start({ ...data, seed: 7 }), /RA659/);
		await assert.rejects(ask(client.connection, GetCalibrationReport, { run }), /RA656/);
		await watched.until('progress', (state) => state.kind === 'measuring' && state.done > 5 && state.secondsLeft !== null);
		// An editor's trace does not wait for two hundred others.
		await client.open('file:///nowhere/seen.rag.md', shortTrace('seen'));
		assert.equal((await ask(client.connection, Analyze, { uri: 'file:///nowhere/seen.rag.md' })).kind, 'done');
		assert.equal(watched.states.at(-1)?.kind, 'measuring');
		await watched.end();
		assert.ok(watched.states.some((state) => state.kind === 'fitting' && state.step.includes('SPAD')));
		assert.deepEqual((await ask(client.connection, CurrentCalibration, null))?.state, { kind: 'done' });
		const again = await ask(client.connection, PreviewCalibration, { data: data.data, token: 'preview' });
		assert.equal(itemsRead(again, undefined).read, 212);

		const report = calibrationReport.parse(await ask(client.connection, GetCalibrationReport, { run }));
		assert.deepEqual(
			report.detectors.map(({ id }) => id),
			[
				'mean-entropy sentence',
				'confidence-gap low',
				'confidence-gap high',
				'repcs response',
				'spad response',
				'spad+ sentence',
				'spad+ response',
			],
		);
		// Closed book needs 99 clean answers at its α of 0.01, and there are 32; the paper's classifier of sentences is no better than mean entropy.
		assert.deepEqual(
			[report.left.map(({ method }) => method).toSorted(), report.failures, report.items],
			[['closed-book', 'spad sentence', 'starter sentence'], [], 212],
		);
		assert.match(report.left.find(({ method }) => method === 'spad sentence')?.why ?? '', /no better .* than mean entropy/);
		assert.match(report.notes?.join('\n') ?? '', /^42 answers from data sets tagged clean or memorized are not used [^\n]*$/);
		assert.deepEqual(preview.notes, report.notes, 'once, and not with each method');
		assert.ok(
			[...report.detectors.flatMap(({ notes }) => notes), ...preview.methods.map(({ why }) => why)].every(
				(one) => !one.includes('tagged clean or memorized'),
			),
		);
		const repcs = report.detectors.find(({ id }) => id === 'repcs response')!;
		assert.equal(repcs.point.trueNegatives + repcs.point.falsePositives, 10);
		assert.ok(repcs.auc !== null && repcs.auc.value > 0.8, 'memorized answers are told from clean ones');
		const spad = report.detectors.find(({ id }) => id === 'spad+ sentence')!;
		assert.ok(spad.auc !== null && spad.auc.value > 0.7);
		for (const { wrong } of report.detectors)
			for (const { subject, place, text } of wrong) {
				assert.ok(subject.kind === 'trace' && place !== null);
				assert.equal(
					(JSON.parse(`"${readFileSync(place.file, 'utf8').slice(place.start, place.end)}"`) as string).slice(0, 499),
					text.slice(0, 499).replace(/…$/, ''),
				);
			}

		// What a dragged threshold does is what the report says at the report's own.
		for (const { id, threshold, point } of report.detectors)
			assert.deepEqual(await ask(client.connection, TryThreshold, { run, id, threshold }), point);
		const all = await ask(client.connection, TryThreshold, { run, id: 'spad+ sentence', threshold: 0 });
		assert.deepEqual([all.truePositiveRate?.value, all.falsePositiveRate?.value, all.falseNegatives], [1, 1, 0]);

		undisturbed = await saved(client, run, 'undisturbed');
		const profileFile = join(folder, 'undisturbed/small.assay-profile.json');
		const { from } = calibration.profiles.read(readFileSync(profileFile, 'utf8'), profileFile).detectors[0]!;
		assert.deepEqual(
			from.data.parts?.map(({ name, items }) => [name, items]),
			[
				['demo-world', 170],
				['demo-world-clean', 32],
				['demo-world-memorised', 10],
			],
		);
		const versionIn = (file: string): unknown =>
			(JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as { version?: unknown }).version;
		assert.deepEqual(from.versions, { product: versionIn('package.json') });
		const [reader] = from.readers;
		assert.deepEqual(
			[from.readers.length, reader?.kind, reader?.device, reader?.onnxruntime],
			[1, 'language-model', 'cpu', versionIn('node_modules/onnxruntime-node/package.json')],
		);
		await assert.rejects(ask(client.connection, SaveProfile, { run, file: join(folder, 'small.json'), moved: [] }), /RA657/);
		assert.ok(!existsSync(join(folder, 'small.json')));
		const same = await ask(client.connection, CompareProfile, { run, file: profileFile, moved: [] });
		assert.ok(same.differs.length === 0 && same.detectors.every(({ change }) => change === 'same'));
		const moved = [
			{ id: 'spad+ sentence', threshold: 0 },
			{ id: 'repcs response', threshold: 1.5 },
		];
		const changed = await ask(client.connection, CompareProfile, { run, file: profileFile, moved });
		assert.deepEqual(
			changed.detectors.filter(({ change }) => change === 'changed').map(({ id }) => id),
			['repcs response', 'spad+ sentence'],
		);
		const byHand = join(folder, 'undisturbed/by-hand.assay-profile.json');
		await ask(client.connection, SaveProfile, { run, file: byHand, moved });
		const handmade: Profile<Detector> = calibration.profiles.read(readFileSync(byHand, 'utf8'), byHand);
		assert.deepEqual(
			handmade.detectors.map(({ method, ...rest }) => [method, 'criterion' in rest ? rest.criterion.kind : 'both sides']),
			[
				['mean-entropy', 'f1'],
				['confidence-gap', 'both sides'],
				['repcs', 'by-hand'],
				['spad', 'f1'],
				['spad+', 'by-hand'],
				['spad+', 'f1'],
			],
		);

		// What is kept holds text of traces.
		const kept = join(cache, 'results', 'calibration');
		for (const name of readdirSync(kept, { recursive: true, encoding: 'utf8' }))
			assert.equal(statSync(join(kept, name)).mode & 0o077, 0, name);
		await client.stop();
		const later = await started(t, cache);
		assert.deepEqual(await ask(later.client.connection, GetCalibrationReport, { run }), report);
		// The same profile judges.
		const judging = new Client(t, { cache });
		await judging.initialize({ profile: profileFile }, pullingClient);
		const found = judging.next(AnalysisChanged, ({ state }) => state.kind === 'done');
		await judging.open('file:///nowhere/judged.rag.md', shortTrace('judged'));
		const { state } = await found;
		assert.ok(state.kind === 'done' && state.profile === 'small');
	});

	slowTest('a runner and a model process that are killed, and a cancel, cost nothing but time: the profile is the same', async (t) => {
		const cache = temporaryFolder(t, 'rag-assay-test-');
		const first = await started(t, cache);
		const { run } = await first.watched.start(data);
		await first.watched.until('some traces', (state) => state.kind === 'measuring' && state.done >= 40);
		first.client.child.kill('SIGKILL');
		await first.client.exited;

		const second = await started(t, cache);
		assert.equal((await second.watched.start(data)).run, run);
		const resumed = await second.watched.until('the kept traces', (state) => state.kind === 'measuring' && state.done >= 40);
		assert.ok(resumed.kind === 'measuring' && resumed.failed === 0);
		const [model] = await until(() => {
			const all = second.client.modelProcesses();
			return all.length > 0 ? all : undefined;
		}, 'a model process');
		process.kill(model!, 'SIGKILL');
		await second.watched.until('more traces', (state) => state.kind === 'measuring' && state.done >= 90);
		await ask(second.client.connection, CancelCalibration, { run });
		const cancelled = await second.watched.until('the cancel', isEnd);
		assert.ok(cancelled.kind === 'cancelled' && cancelled.done >= 90, JSON.stringify(cancelled));
		assert.ok(cancelled.done < cancelled.total, `${cancelled.done} traces were read: a cancel does not wait for the others`);

		second.watched.states.length = 0;
		await second.watched.start(data);
		await second.watched.until('fitting', (state) => state.kind === 'fitting' && state.done > 0);
		await ask(second.client.connection, CancelCalibration, { run });
		assert.equal((await second.watched.until('the cancel', isEnd)).kind, 'cancelled-fitting');
		const fitting = second.watched.states.findLast((state) => state.kind === 'fitting')!;
		assert.ok(fitting.done < fitting.total / 2, `${fitting.done} of ${fitting.total}: the threads are ended long before all is fitted`);

		second.watched.states.length = 0;
		await second.watched.start(data);
		await second.watched.end();
		assert.deepEqual(await saved(second.client, run, 'disturbed'), undisturbed);
	});

	slowTest('asks for no profile: one of another model, or one that is not there, is what calibrating is the way out of', async (t) => {
		const other = join(folder, 'other.assay-profile.json');
		writeFileSync(other, calibration.profiles.format(madeOtherwise(bundledProfile(), { readers: [otherModel] })));
		const few = partOfSet('demo-world-clean', join(folder, 'few'), { train: 6, test: 0 });
		for (const profile of [other, join(folder, 'nowhere.assay-profile.json')]) {
			const { client, watched } = await started(t, undefined, { profile });
			assert.deepEqual((await ask(client.connection, PreviewCalibration, { data: [few], token: 'preview' })).failures, []);
			const { run } = await watched.start({ data: [few], methods: ['repcs'], options: { alpha: 0.2 } });
			await watched.end();
			assert.deepEqual((await ask(client.connection, GetCalibrationReport, { run })).failures, []);
			await client.stop();
		}
	});

	slowTest('tells what is missing, and lists what cannot be read without stopping', async (t) => {
		const { client, watched } = await started(t);
		const empty = join(folder, 'empty');
		mkdirSync(empty);
		await assert.rejects(watched.start({ data: [empty] }), /RA651/);
		await assert.rejects(watched.start({ data: [join(folder, 'nowhere')] }), /RA701/);
		await assert.rejects(watched.start({ ...data, methods: ['magic'] }), /RA654/);
		await assert.rejects(
			watched.start({ ...data, methods: ['repcs'], options: { alpha: 0.01 } }),
			/RA653: .*needs at least 99 clean answers/,
		);
		await assert.rejects(watched.start({ data: [data.data[0]!], methods: ['repcs'] }), /RA652: .*`clean`/);
		const clean = join(folder, 'demo-world-clean');
		const broken = join(folder, 'broken');
		cpSync(clean, broken, { recursive: true });
		const lines = readFileSync(join(broken, 'response.jsonl'), 'utf8').split('\n');
		const long = JSON.parse(lines[3]!) as { source_id: string };
		writeFileSync(join(broken, 'response.jsonl'), ['{"id": ', ...lines.slice(1)].join('\n'));
		const sources = readFileSync(join(broken, 'source_info.jsonl'), 'utf8')
			.split('\n')
			.map((line) => {
				const source = line === '' ? undefined : (JSON.parse(line) as { source_id: string; source_info: { question: string } });
				return source?.source_id === long.source_id
					? JSON.stringify({ ...source, source_info: { ...source.source_info, question: 'Why? '.repeat(5000) } })
					: line;
			});
		writeFileSync(join(broken, 'source_info.jsonl'), sources.join('\n'));
		const { run } = await watched.start({ data: [broken], methods: ['repcs', 'confidence-gap'] });
		await watched.end();
		const { failures, items, detectors } = await ask(client.connection, GetCalibrationReport, { run });
		assert.deepEqual(
			failures.map(({ code, place }) => [code, place?.line]),
			[
				['RA115', 1],
				['RA407', 4],
			],
		);
		assert.equal(items, 30);
		assert.deepEqual(
			detectors.map(({ id }) => id),
			['confidence-gap low', 'confidence-gap high', 'repcs response'],
		);
	});
});
