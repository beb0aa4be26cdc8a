import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calibrationFamily } from '../../../../src/analysis/calibration/calibration-family.ts';
import { numbersOf, type Measured } from '../../../../src/analysis/calibration/measure.ts';
import type { FitContext, Fitted } from '../../../../src/analysis/calibration/method.ts';
import { numberOption } from '../../../../src/analysis/calibration/method-options.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import { thresholdPoint } from '../../../../src/analysis/calibration/threshold-point.ts';
import type { OpenReaders, Readers } from '../../../../src/analysis/readers.ts';
import { findingsIn, subjectFindings } from './toys/subject-findings.ts';
import { calibrationText } from '../../../../src/cli/output/calibration-text.ts';
import { addIgnored, emptySidecar, textSha256 } from '../../../../src/formats/sidecar.ts';
import { htmlReport } from '../../../../src/report/html-report.ts';
import { findingDiagnostics } from '../../../../src/runner/lsp/finding-diagnostics.ts';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readerKinds, type ReaderKind } from '../../../../src/formats/reader.ts';
import { fittingDetectors } from '../../../../src/formats/applicable-detectors.ts';
import { detectorOf, type Profile } from '../../../../src/formats/profile.ts';
import {
	calibrationOptions,
	calibrationPreview,
	calibrationReport,
	type CalibrationOptions,
} from '../../../../src/protocol/calibration.ts';
import { fitDetectors } from '../../../../src/runner/calibration/fit-workers.ts';
import { fitRun } from '../../../../src/runner/calibration/fit.ts';
import { KeptResults, tryThreshold } from '../../../../src/runner/calibration/results.ts';
import { measureRun, planRun, runName, type RunEnvironment, type MeasuredRun } from '../../../../src/runner/calibration/measure.ts';
import { joinShards } from '../../../../src/runner/calibration/shards.ts';
import { previewCalibration } from '../../../../src/runner/calibration/preview.ts';
import { readShard, writeShard } from '../../../../src/runner/calibration/shard-file.ts';
import { Failures } from '../../../../src/runner/traces/failures.ts';
import { fitLexical } from '../../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../../src/embedding/lexical/lexical-encoder.ts';
import { productReaders, type ReaderOpener } from '../../../../src/runner/models/open-readers.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { FakeModel } from '../../../support/fake-model.ts';
import { madeBy } from '../../../support/example-profile.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';
import { madeTrace } from './made-traces.ts';
import { lengthFormat, lengthMethod, type LengthDetector } from './toys/length/length-method.ts';
import { farQueryMethod } from './toys/far-query/far-query-method.ts';
import { longEntryMethod } from './toys/long-entry/long-entry-method.ts';
import { toyFamily, type ToyDetector } from './toys/toy-family.ts';
import { TrigramEncoder } from './toys/trigram-encoder.ts';

// Methods that somebody might add, one for each kind of subject: a folder each, and a line each in toys/toy-family.ts. Nothing else here knows them.

const quiet = { error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail };
const { signal } = new AbortController();
const remark = { who: 'Ann', when: '2026-01-01T00:00:00Z', note: '' };
const fitWorker = fileURLToPath(new URL('toys/fit-worker.ts', import.meta.url));
const context: FitContext = { seed: 1, options: {}, onProgress: () => undefined };

const jsonLines = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
/** Of 4 and 6 letters in turns: mean 5, deviation 1. Those of the test side are planted, but for one, and one that nobody labeled. */
const entries = [
	...Array.from({ length: 10 }, (_, i) => ({ id: `o${i}`, text: 'a'.repeat(i % 2 === 0 ? 4 : 6), label: 'benign', split: 'train' })),
	{ id: 'p6', text: 'planta', label: 'planted', split: 'test', group: 'p' },
	{ id: 'p8', text: 'plantain', label: 'planted', split: 'test', group: 'p' },
	{ id: 'p9', text: 'planetary', label: 'planted', split: 'test', group: 'p' },
	{ id: 'n7', text: 'anybody', label: 'benign', split: 'test' },
	{ id: 'x', text: 'unlabelled', split: 'test' },
];
const usual = ['tea room', 'tea rooms', 'the tea room', 'a tea room', 'tea roomy'];
const queries = [
	...usual.map((text, i) => ({ id: `u${i}`, text, label: 'ordinary' })),
	{ id: 'c0', text: 'zzqx jjwv', label: 'fishing' },
	{ id: 'c1', text: 'qqzx vvjw', label: 'fishing' },
];
/** Answers of 1 to 20 letters; those of 11 and more are unsupported. */
const traces = Array.from({ length: 20 }, (_, i) => ({
	name: `t${String(i).padStart(2, '0')}`,
	text: `## Query\n\nWhat?\n\n## Context c\n\nThat.\n\n## Response\n\n${'a'.repeat(i + 1)}\n`,
}));

/** A folder of data of these kinds, and readers that tell which of them were opened. */
function setUp(own: TestContext, ...kinds: readonly ('traces' | 'entries' | 'queries')[]) {
	const folder = temporaryFolder(own, 'rag-assay-family-');
	if (kinds.includes('traces')) for (const { name, text } of traces) writeFileSync(join(folder, `${name}.rag.md`), text);
	if (kinds.includes('entries')) writeFileSync(join(folder, 'notes.entries.jsonl'), jsonLines(entries));
	if (kinds.includes('queries')) writeFileSync(join(folder, 'asked.queries.jsonl'), jsonLines(queries));
	const readers: Readers = { 'language-model': new FakeModel(), encoder: new TrigramEncoder() };
	const opened: ReaderKind[] = [];
	const open = async <R extends ReaderKind>(wanted: readonly R[]): Promise<OpenReaders<R>> => {
		opened.push(...wanted);
		return Object.fromEntries(wanted.map((kind) => [kind, readers[kind]])) as OpenReaders<R>;
	};
	const openReaders: ReaderOpener = Object.assign(open, { available: readerKinds });
	const environment: RunEnvironment = {
		context: {
			calibrationFolder: join(folder, 'cache'),
			log: quiet,
			paths: { version: '1', runtime: '1.30.0' } as RunEnvironment['context']['paths'],
			settings: { device: 'auto', trusted: true } as RunEnvironment['context']['settings'],
		},
		openReaders,
		owner: 'test',
		signal,
	};
	const options = (given: Partial<CalibrationOptions> = {}): CalibrationOptions => calibrationOptions.parse({ data: [folder], ...given });
	const plan = (given?: Partial<CalibrationOptions>) => planRun(options(given), toyFamily, openReaders, new Failures(quiet), signal);
	return {
		folder,
		readers,
		opened,
		environment,
		plan,
		measure: async (given?: Partial<CalibrationOptions>): Promise<MeasuredRun> =>
			measureRun(await plan(given), environment, () => undefined),
		preview: async (given?: Partial<CalibrationOptions>) =>
			calibrationPreview.parse(await previewCalibration(options(given), toyFamily, new Failures(quiet), environment)),
	};
}

/** What a run fits, in threads of its own. */
async function fitted({ head, items }: MeasuredRun): Promise<Fitted<ToyDetector>[]> {
	const { seed, options, methods } = head.options;
	const outcomes = await fitDetectors(
		{
			ids: methods.flatMap((name) => toyFamily.methodNamed(name)?.detectors.map(({ id }) => id) ?? []),
			items: measuredOf(items),
			settings: { seed, options },
		},
		{ family: toyFamily, program: fitWorker, signal, onProgress: () => undefined },
	);
	return outcomes.map((outcome) => ('fitted' in outcome ? outcome.fitted : assert.fail(outcome.error.message)));
}

function measuredOf(items: MeasuredRun['items']): Measured[] {
	return items.filter((item): item is Measured => item !== null);
}

/** A profile as it is after being written and read. */
function writtenAndRead(detectors: readonly ToyDetector[]): Profile<ToyDetector> {
	const profile: Profile<ToyDetector> = { schema: 'rag-assay/profile@2', name: 'n', created: '2026-01-01', detectors: madeBy(detectors) };
	const read = toyFamily.profiles.read(toyFamily.profiles.format(profile), 'p.json');
	assert.deepEqual(read, profile);
	return read;
}

test('a method of memory entries is previewed, measured without any reader, fitted, reported, written, moved and judges', async (t) => {
	const { opened, environment, preview, plan, measure } = setUp(t, 'entries');
	const seen = await preview();
	const [source] = seen.sources;
	assert.deepEqual(
		[source?.kind, source?.subject, source?.items, source?.labelled, source?.train, source?.test],
		['entries', 'entry', 15, 14, 10, 5],
	);
	assert.deepEqual(source?.classes, [
		{ of: 'memory entry', class: 'benign', count: 11 },
		{ of: 'memory entry', class: 'planted', count: 3 },
	]);
	assert.deepEqual(seen.notes, ['Some entries have no label.']);
	assert.deepEqual(
		seen.methods.map(({ name, subject, readers, fits }) => [name, subject, readers, fits]),
		[
			['repcs', 'trace', ['language-model'], false],
			['length', 'trace', [], false],
			['mean-entropy', 'trace', ['language-model'], false],
			['long-entry', 'entry', [], true],
			['far-query', 'query', ['encoder'], false],
		],
	);
	assert.equal(seen.methods.find(({ name }) => name === 'long-entry')?.why, 'Mean and 2 deviations of 10 ordinary entries.');
	assert.equal(seen.methods.find(({ name }) => name === 'repcs')?.why, 'It judges traces, and there are none.');

	const planned = await plan();
	assert.deepEqual([planned.methods.map(({ name }) => name), planned.left, planned.readers], [['long-entry'], [], []]);
	const otherModel = { ...environment.context, settings: { ...environment.context.settings, model: 'another' } };
	assert.equal(runName(planned, environment.context), runName(planned, otherModel), 'no model reads it');
	const run = await measure();
	assert.deepEqual(opened, [], 'neither a language model nor an encoder');
	assert.deepEqual([run.head.readers, run.items.length, run.failures], [[], 15, []]);
	assert.deepEqual((await preview()).kept, [{ measures: ['letters'], items: 15 }]);

	const [one] = await fitted(run);
	assert.ok(one !== undefined);
	const report = calibrationReport.shape.detectors.parse(one.reported.map((each) => each.report))[0]!;
	// Mean 5 and two deviations of 1: of the planted ones those of 8 and 9 letters lie above 7, of ordinary ones none does.
	assert.deepEqual(
		[report.id, report.level, report.levelNouns, report.classes, report.threshold],
		['long-entry entry', 'entry', { one: 'memory entry', many: 'memory entries' }, { negative: 'benign', positive: 'planted' }, 7],
	);
	assert.deepEqual([report.point.truePositives, report.point.falseNegatives, report.point.falsePositives], [2, 1, 0]);
	const [wrong] = report.wrong;
	assert.deepEqual([report.wrong.length, wrong?.subject, wrong?.text, wrong?.truth], [1, { kind: 'entry', id: 'p6' }, 'planta', 'planted']);
	const file = wrong?.place?.file ?? '';
	assert.equal(jsonLines(entries).slice(wrong?.place?.start, wrong?.place?.end), 'planta', file);

	const { detectors } = writtenAndRead([one.detector]);
	const found = subjectFindings(toyFamily, detectors, measuredOf(run.items));
	assert.deepEqual(
		found.map(({ subject, code, method, score, threshold }) => [subject.id, code, method, score, threshold]),
		[
			['p8', 'toy/long-entry', 'long-entry', 8, 7],
			['p9', 'toy/long-entry', 'long-entry', 9, 7],
			['x', 'toy/long-entry', 'long-entry', 10, 7],
		],
	);
	assert.equal(found[0]?.message, 'This entry has 8 letters, more than the 7 of ordinary ones.');
	assert.deepEqual(found[0]?.place?.file, file);
	// In an editor, where they stand; one that people have said to ignore is a hint.
	const document = TextDocument.create('file:///notes.entries.jsonl', 'jsonl', 1, jsonLines(entries));
	const ignoring = addIgnored(emptySidecar, {
		...remark,
		subject: { kind: 'entry', id: 'p9' },
		code: 'toy/long-entry',
		textSha256: textSha256('planetary'),
	});
	const listed = findingDiagnostics(document, findingsIn(file, subjectFindings(toyFamily, detectors, measuredOf(run.items), ignoring)));
	assert.deepEqual(
		listed.map(({ range, message, severity }) => [document.getText(range), message, severity]),
		[
			['plantain', 'This entry has 8 letters, more than the 7 of ordinary ones.', DiagnosticSeverity.Warning],
			['planetary', 'Ignored: This entry has 9 letters, more than the 7 of ordinary ones.', DiagnosticSeverity.Hint],
			['unlabelled', 'This entry has 10 letters, more than the 7 of ordinary ones.', DiagnosticSeverity.Warning],
		],
	);
	// On the page of a report, by what they are.
	const page = htmlReport(
		[],
		{ version: '1', date: '2026-01-01' },
		measuredOf(run.items).flatMap((item) =>
			item.subject === 'entry'
				? [
						{
							subject: { kind: 'entry', id: item.id },
							text: item.text,
							place: null,
							findings: found.filter(({ subject }) => subject.id === item.id),
						},
					]
				: [],
		),
	);
	assert.match(page, /memory entries/i);
	assert.match(page, /This entry has 9 letters, more than the 7 of ordinary ones\./);
	const moved = toyFamily.withThreshold(detectors, report.id, thresholdPoint(one.reported[0]!.truth, 8, report.direction));
	assert.deepEqual(
		toyFamily.shownThresholds({ detectors: moved }).map(({ threshold, asked }) => [threshold, asked]),
		[[8, 'a threshold set by hand']],
	);
	assert.deepEqual(
		subjectFindings(toyFamily, writtenAndRead(moved).detectors, measuredOf(run.items)).map(({ subject }) => subject.id),
		['p9', 'x'],
	);
});

test('a run without any reader gives a profile whose detectors need none', async (t) => {
	const { measure } = setUp(t, 'entries');
	const { profile, report } = await fitRun(await measure(), {
		family: toyFamily,
		run: '0123456789abcdef',
		now: () => new Date('2026-01-01'),
		began: performance.now(),
		program: fitWorker,
		signal,
		onProgress: () => undefined,
	});
	assert.deepEqual([report.readers, report.items, report.subjects], [[], 15, ['entry']]);
	// In the terminal.
	const [first, , line] = calibrationText({ ...report, seconds: 1 }, { depth: 1 }).split('\n');
	assert.match(first ?? '', /: 1 threshold, 15 memory entries, 1 s$/);
	assert.match(line ?? '', /^long-entry entry +> 7\.000 letters /);
	const [detector] = toyFamily.profiles.read(toyFamily.profiles.format(profile), 'p.json').detectors;
	assert.deepEqual([detector?.method, detector?.from.readers, detector?.from.data.items], ['long-entry', [], 15]);
	assert.equal(detector?.from.data.sentences, undefined);
	assert.deepEqual(fittingDetectors(profile, {}).left, []);
});

test('a method of queries opens an encoder, and no language model; what was embedded is kept by the encoder', async (t) => {
	const { readers, opened, measure, preview } = setUp(t, 'queries');
	const run = await measure({ options: { norm: 'largest' } });
	assert.deepEqual(opened, ['encoder']);
	assert.deepEqual(run.head.readers, [{ onnxruntime: '1.30.0', ...readers.encoder.identity }]);
	assert.ok(readers['language-model'] instanceof FakeModel && readers.encoder instanceof TrigramEncoder);
	assert.equal(readers['language-model'].asked.length, 0);
	assert.equal(readers.encoder.asked.length, 7);
	await measure();
	assert.equal(readers.encoder.asked.length, 7, 'nothing is embedded twice');
	assert.deepEqual((await preview()).kept, [{ measures: ['embedding'], items: 7 }]);
	assert.ok(!opened.includes('language-model'));

	const [one] = await fitted(run);
	assert.ok(one?.detector.method === 'far-query' && one.detector.norm === 'largest');
	// The center is the mean of the vectors of usual queries, and the threshold the largest of their distances.
	const { encoder } = readers;
	const vectors = await Promise.all(
		queries.map(async ({ text }) => [...(await encoder.embed([text], { signal, onProgress: () => undefined }))]),
	);
	const center = vectors[0]!.map((_, i) => vectors.slice(0, 5).reduce((sum, vector) => sum + vector[i]!, 0) / 5);
	const distances = vectors.map((vector) => Math.max(...vector.map((x, i) => Math.abs(x - center[i]!))));
	assert.ok(Math.abs(one.detector.threshold - Math.max(...distances.slice(0, 5))) < 1e-12);
	const { detectors } = writtenAndRead([one.detector]);
	assert.deepEqual(
		subjectFindings(toyFamily, detectors, measuredOf(run.items)).map(({ subject, code }) => [subject, code]),
		queries.flatMap(({ id }, i) =>
			distances[i]! > Math.max(...distances.slice(0, 5)) ? [[{ kind: 'query', id }, 'toy/far-query'] as const] : [],
		),
	);
	const euclidean = await fitted(await measure());
	assert.ok(euclidean[0]?.detector.method === 'far-query' && euclidean[0].detector.norm === 'euclidean');
	assert.deepEqual(
		subjectFindings(toyFamily, [euclidean[0].detector], measuredOf(run.items)).map(({ subject }) => subject.id),
		['c0', 'c1'],
		'what shares no letters lies farther than what does',
	);
});

test('methods of several subjects in one run open just what they need, and make one profile', async (t) => {
	const { folder, opened, environment, plan, measure, preview } = setUp(t, 'traces', 'entries', 'queries');
	const few = await measure({ methods: ['length', 'far-query'] });
	assert.deepEqual(opened, ['encoder'], 'a method of traces need not have a model');
	assert.deepEqual(
		few.items.map((item) => item?.subject).filter((kind) => kind === 'entry'),
		[],
		'what no method judges is not measured',
	);
	opened.length = 0;
	const run = await measure({ methods: ['mean-entropy', 'length', 'long-entry', 'far-query'] });
	assert.deepEqual(opened, ['language-model', 'encoder']);
	assert.deepEqual(
		run.head.readers.map(({ kind }) => kind),
		['language-model', 'encoder'],
	);
	assert.deepEqual(
		[...new Set(run.items.map((item) => `${item?.subject}: ${Object.keys(item?.numbers ?? {}).join(' ')}`))].toSorted(),
		['entry: letters', 'query: embedding', 'trace: length scores'],
		'a subject is measured by what is of its kind',
	);
	assert.deepEqual(Object.fromEntries((await preview()).kept.map(({ measures, items }) => [measures.join(' '), items])), {
		embedding: 7,
		letters: 15,
		'scores length': 20,
	});

	// Two machines, each with its half: as shards keep them.
	const planned = await plan({ methods: ['mean-entropy', 'length', 'long-entry', 'far-query'] });
	const shards = await Promise.all(
		[1, 2].map(async (index) => {
			const half = await measureRun(planned, environment, () => undefined, { index, of: 2 });
			const file = await writeShard(join(folder, `${index}.jsonl`), half, { index, of: 2, items: planned.items.length }, { state: null });
			return readShard(file, toyFamily);
		}),
	);
	assert.deepEqual(joinShards(shards, toyFamily), run);

	const result = await fitRun(run, {
		family: toyFamily,
		run: '0123456789abcdef',
		now: () => new Date('2026-01-01'),
		began: performance.now(),
		program: fitWorker,
		signal,
		onProgress: () => undefined,
	});
	assert.deepEqual(
		[result.report.items, result.report.readers.map(({ kind }) => kind), result.report.detectors.map(({ id }) => id)],
		[42, ['language-model', 'encoder'], ['length longest', 'mean-entropy sentence', 'long-entry entry', 'far-query query']],
	);
	assert.deepEqual(
		result.profile.detectors.map(({ method, from }) => [method, from.readers.map(({ kind }) => kind), from.data.items]),
		[
			['length', [], 20],
			['mean-entropy', ['language-model'], 20],
			['long-entry', [], 15],
			['far-query', ['encoder'], 7],
		],
		'each comes from what it was fitted to, and from who read that',
	);
	const results = new KeptResults(() => join(folder, 'cache'), toyFamily, quiet);
	await results.keep(result);
	assert.deepEqual(await results.find('0123456789abcdef'), result);
	// Of the entries of the test side two planted ones have more than 6 letters, and one ordinary one.
	const tried = tryThreshold(result, 'long-entry entry', 6);
	assert.deepEqual([tried.truePositives, tried.falseNegatives, tried.falsePositives], [2, 1, 1]);
	const read = toyFamily.profiles.read(toyFamily.profiles.format(result.profile), 'p.json');
	assert.deepEqual(read, result.profile);
	assert.deepEqual(
		subjectFindings(toyFamily, read.detectors, measuredOf(run.items))
			.map(({ subject }) => `${subject.kind} ${subject.id}`)
			.toSorted(),
		['entry p8', 'entry p9', 'entry x', 'query c0', 'query c1'],
		'a trace is judged by its analysis',
	);
});

test('a method reads its own options, within their limits; what no method has is refused', async (t) => {
	const { preview, plan, measure } = setUp(t, 'entries');
	assert.deepEqual(
		(await preview()).options.map(({ name, value, methods }) => [name, value.kind, value.default, methods]),
		[
			['alpha', 'number', 0.05, ['repcs']],
			['false-alarms', 'number', 0.2, ['mean-entropy']],
			['force', 'choice', 'no', ['mean-entropy']],
			['reach', 'number', 2, ['long-entry']],
			['norm', 'choice', 'euclidean', ['far-query']],
		],
	);
	assert.equal(
		(await preview({ options: { reach: 3 } })).methods.find(({ name }) => name === 'long-entry')?.why,
		'Mean and 3 deviations of 10 ordinary entries.',
	);
	const planned = await plan();
	assert.deepEqual(planned.options.options, { alpha: 0.05, 'false-alarms': 0.2, force: 'no', reach: 2, norm: 'euclidean' });
	const [wide] = await fitted(await measure({ options: { reach: 3 } }));
	assert.ok(wide?.detector.method === 'long-entry' && wide.detector.threshold === 8);
	await assert.rejects(plan({ options: { reach: 7 } }), {
		code: 'RA660',
		message: "The option 'reach' is '7'. Expected a whole number from 1 to 5. Methods that have it: long-entry.",
	});
	await assert.rejects(plan({ options: { norm: 'cosine' } }), { code: 'RA660', message: /one of euclidean, largest/ });
	await assert.rejects(plan({ options: { reach: '2' } }), { code: 'RA660' });
	await assert.rejects(preview({ options: { speed: 1 } }), {
		code: 'RA660',
		message: "No method has an option 'speed'.",
		hint: "There are 'alpha' (repcs), 'false-alarms' (mean-entropy), 'force' (mean-entropy), 'reach' (long-entry), 'norm' (far-query).",
	});
	// Of the product's methods those that are of traces; whoever adds one changes nothing here.
	const options = new Map(calibration.options.map(({ name, methods }) => [name, methods]));
	assert.deepEqual(
		[options.get('alpha'), options.get('protocol'), options.get('draws')],
		[['repcs'], ['spad', 'spad+'], ['spad', 'spad+']],
	);
	const { alpha, protocol, draws } = calibration.allOptions({ draws: 3 });
	assert.deepEqual([alpha, protocol, draws], [0.05, 'auto', 3]);
});

test('the product opens no model where none is asked for, and the encoder alone where that is', async (t) => {
	const { environment, plan } = setUp(t, 'entries', 'queries');
	const openModel = () => assert.fail('a language model was opened');
	const nothing = productReaders({ openModel, openEncoder: () => assert.fail('an encoder was opened') });
	const entriesAlone = await measureRun(await plan({ methods: ['long-entry'] }), { ...environment, openReaders: nothing }, () => undefined);
	assert.equal(entriesAlone.items.length, 15);
	const withLexical = productReaders({
		openModel,
		openEncoder: async ({ lexical }) =>
			lexical !== undefined && 'texts' in lexical ? lexicalEncoder(await fitLexical(lexical.texts())) : assert.fail('no texts to fit to'),
	});
	const far = await measureRun(await plan({ methods: ['far-query'] }), { ...environment, openReaders: withLexical }, () => undefined);
	assert.deepEqual(
		far.head.readers.map(({ name }) => name),
		['lexical'],
	);
});

test('a product without an encoder says so, and goes on with what needs none', async (t) => {
	const { environment, plan } = setUp(t, 'entries', 'queries');
	const openReaders: ReaderOpener = Object.assign(() => assert.fail('a reader was opened'), { available: ['language-model'] as const });
	const failures = new Failures(quiet);
	const seen = await previewCalibration({ data: (await plan()).options.data, options: {}, seed: 1 }, toyFamily, failures, {
		...environment,
		openReaders,
	});
	assert.deepEqual(seen.failures, []);
	assert.ok(seen.methods.find(({ name }) => name === 'long-entry')?.fits);
	const far = seen.methods.find(({ name }) => name === 'far-query');
	assert.deepEqual([far?.fits, far?.why], [false, 'It needs a reader that this version of RAG Assay does not have yet: encoder.']);
	const unnamed = await planRun(calibrationOptions.parse({ data: (await plan()).options.data }), toyFamily, openReaders, failures, signal);
	assert.deepEqual(
		[unnamed.methods.map(({ name }) => name), unnamed.left.map(({ method }) => method)],
		[['long-entry'], ['far-query']],
		'one that nobody named does not stop the others',
	);
});

test('a method of traces that is in the list is measured, fitted, written, read, shown and moved, and needs no other place', async (t) => {
	const { measure } = setUp(t, 'traces');
	const run = await measure({ methods: ['length'] });
	assert.deepEqual(
		toyFamily.measures.map(({ name }) => name),
		['scores', 'length', 'letters', 'embedding'],
		'a measure of two methods is taken once',
	);
	assert.deepEqual(
		measuredOf(run.items).map((item) => numbersOf(item, lengthMethod.measure)),
		traces.map((_, i) => ({ characters: i + 1 })),
	);
	// The five longest answers of the first ten are unsupported.
	const measured = measuredOf(run.items)
		.slice(0, 10)
		.map((item, i): Measured => ({ ...madeTrace(`t${i}`, [{ truth: i >= 5 }]), numbers: item.numbers }));
	const { detector, reported } = await toyFamily.fitNamed('length response').fit(measured, context);
	const entropy = {
		method: 'mean-entropy',
		level: 'sentence',
		threshold: 1,
		direction: 'above',
		criterion: { kind: 'f1' },
		quantiles: [],
		suspicion: null,
		operatingPoint: null,
		auc: null,
	} as const;
	const read = writtenAndRead([detector, { ...entropy, quantiles: [] }]);
	const text = toyFamily.profiles.format(read);
	const [first] = read.detectors;
	// The union is told apart by `method`, in types too.
	assert.ok(first?.method === 'length' && first.longest.threshold === 5);
	assert.equal(detectorOf(read, lengthFormat), first);
	assert.throws(
		() => toyFamily.profiles.read(text.replace('"threshold": 5', '"threshold": "five"'), 'p.json'),
		/detectors\.0\.longest\.threshold/,
	);
	assert.deepEqual(calibration.profiles.read(text, 'p.json').unknown, [{ method: 'length', level: 'response' }]);

	assert.deepEqual(
		toyFamily.shownThresholds(read).map(({ id, threshold }) => [id, threshold]),
		[
			['length longest', 5],
			['mean-entropy sentence', 1],
		],
	);
	assert.deepEqual(
		reported.map(({ report: { id, threshold } }) => [id, threshold]),
		[['length longest', 5]],
	);
	const [one] = reported;
	assert.ok(one !== undefined);
	const [moved, other] = toyFamily.withThreshold(read.detectors, 'length longest', thresholdPoint(one.truth, 8, 'above'));
	assert.ok(moved?.method === 'length');
	// Of the unsupported ones, with 6 to 10 letters, two are longer than 8.
	assert.deepEqual(
		[
			moved.longest.threshold,
			moved.longest.criterion,
			moved.longest.operatingPoint?.truePositiveRate.value,
			moved.longest.operatingPoint?.falsePositiveRate.value,
		],
		[8, { kind: 'by-hand' }, 0.4, 0],
	);
	assert.equal(other, read.detectors[1], 'what does not have the threshold is as it was');
	assert.deepEqual(
		toyFamily.profiles.read(toyFamily.profiles.format({ ...read, detectors: madeBy([moved]) }), 'p.json').detectors,
		madeBy([moved]),
	);
});

test('what two methods call by the same name is a mistake, and so is an empty list', () => {
	assert.throws(() => calibrationFamily([]), RangeError);
	assert.throws(() => calibrationFamily<LengthDetector>([lengthMethod, lengthMethod]), /two methods are called 'length'/);
	assert.throws(
		() => calibrationFamily<LengthDetector>([lengthMethod, { ...lengthMethod, name: 'other', measure: { ...lengthMethod.measure } }]),
		/two measures are called 'length'/,
	);
	assert.throws(
		() => calibrationFamily<LengthDetector>([lengthMethod, { ...lengthMethod, name: 'other' }]),
		/two fits are called 'length response'/,
	);
	const reach = numberOption({ title: 't', help: 'h', min: 0, max: 1, whole: false, default: null });
	assert.throws(
		() => calibrationFamily<ToyDetector>([longEntryMethod, { ...farQueryMethod, options: { reach } }]),
		/two options are called 'reach'/,
	);
	assert.throws(() => calibration.fitNamed('length response'), /no method fits/);
});

for (const { id, fit } of calibration.methods.filter(({ subject }) => subject === 'trace').flatMap(({ detectors }) => detectors)) {
	// Classifiers take longest; one of them stands for all.
	const declare = id.startsWith('spad') && id !== 'spad response' ? slowTest : quickTest;
	declare(
		`every threshold that a fit of the product reports is shown under the same id, and says so when it was moved by hand: ${id}`,
		async () => {
			const made = [
				// With an official split a classifier is grown a few times; without one, once for each trace that is left out.
				...Array.from({ length: 90 }, (_, i) =>
					madeTrace(`o${i}`, [{ truth: i % 3 === 0, entropy: i % 7, gap: i % 5, feature: (i * 37) % 11, missing: ((i * 29) % 13) / 13 }], {
						split: i < 60 ? 'train' : 'test',
					}),
				),
				...Array.from({ length: 30 }, (_, i) => madeTrace(`c${i}`, [{ truth: false }], { side: 'clean', z: i })),
			];
			const { detector, reported } = await fit(made, {
				...context,
				options: { draws: 1, 'closed-book-alpha': 0.05, force: 'yes' },
				named: true,
			});
			assert.deepEqual(
				calibration.shownThresholds({ detectors: [detector] }).map((shown) => [shown.id, shown.threshold]),
				reported.map(({ report }) => [report.id, report.threshold]),
				id,
			);
			for (const { report, truth } of reported) {
				const there = report.threshold * 0.9;
				const moved = calibration.withThreshold([detector], report.id, thresholdPoint(truth, there, report.direction));
				const shown = calibration.shownThresholds({ detectors: moved }).find((one) => one.id === report.id);
				// Its rates are of scores that a person has seen: a profile of whatever method says so.
				assert.deepEqual([shown?.threshold, shown?.asked], [there, 'a threshold set by hand'], report.id);
			}
		},
	);
}

test('a method of entries or queries tells apart what labels of them say', () => {
	assert.throws(
		() => calibrationFamily<ToyDetector>([{ ...longEntryMethod, classes: { ...longEntryMethod.classes, positive: 'crafted' } }]),
		/'long-entry' tells 'crafted' apart, and labels are benign or planted/,
	);
});
