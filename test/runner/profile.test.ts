import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, Hover } from 'vscode-languageserver-protocol';
import { calibration, type Detector } from '../../src/analysis/calibration/methods.ts';
import type { Profile } from '../../src/formats/profile.ts';
import {
	Analyze,
	AnalyzeFiles,
	FileAnalyzed,
	Generate,
	GenerateFiles,
	GetModelState,
	Heatmap,
	Origins,
	Sentences,
	TokenDetail,
} from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { confidenceGapDetector, exampleEncoder, madeOtherwise, otherModel, repcsDetector } from '../support/example-profile.ts';
import { bundledProfile } from '../support/bundled-profile.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, pullingClient, shortTrace } from '../support/runner-client.ts';

/** A folder with a profile made of the bundled one, and a trace. */
function prepared(
	t: TestContext,
	change: (profile: Profile<Detector>) => Profile<Detector>,
): { profile: string; trace: string; uri: string } {
	const folder = temporaryFolder(t, 'rag-assay-profile-');
	const [profile, trace] = [join(folder, 'own.assay-profile.json'), join(folder, 'a.rag.md')];
	writeFileSync(profile, calibration.profiles.format(change(bundledProfile())));
	writeFileSync(trace, shortTrace('a'));
	return { profile, trace, uri: pathToFileURL(trace).href };
}

function ofAnotherModel(profile: Profile<Detector>): Profile<Detector> {
	return madeOtherwise(profile, { readers: [otherModel] });
}

/** With RePCS as its only detector, for the bundled model. */
function ofRepcs(profile: Profile<Detector>, threshold: number): Profile<Detector> {
	return { ...profile, name: 'own', detectors: [{ ...repcsDetector, threshold, from: profile.detectors[0]!.from }] };
}

/** What the state says of it. */
const unfit = /calibrated for model 'smol' \(b{12}\), but the loaded model is 'demo'/;

/** The profile in force, and why there is none, as the status bar is told. */
async function judges(client: Client): Promise<[string | null, string | null]> {
	const { profile, profileProblem } = await ask(client.connection, GetModelState, null);
	return [profile, profileProblem];
}

describe('profiles', () => {
	it('one with a threshold of RePCS makes a finding on the response, told in diagnostics and hovers, with divergences as colors', async (t) => {
		// No text of two sentences has a Z that large.
		const { profile, trace, uri } = prepared(t, (one) => ofRepcs(one, 1e6));
		const client = new Client(t);
		await client.initialize({ profile, eta: true }, pullingClient);
		await client.open(uri, shortTrace('a'));
		assert.deepEqual(await ask(client.connection, Analyze, { uri }), { kind: 'done', notes: [], findings: 2, profile: 'own', cut: false });
		const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri } });
		const message = items[0]?.message;
		assert.deepEqual(
			items.map(({ code, severity, range: { start, end } }) => [code, severity, start, end]),
			[
				['rag-assay/memorized', 3, { line: 18, character: 0 }, { line: 18, character: 111 }],
				['rag-assay/value-not-given', 2, { line: 18, character: 98 }, { line: 18, character: 110 }],
			],
		);
		assert.ok(typeof message === 'string');
		assert.equal(message, 'Possibly from memory: the contexts hardly changed this answer.');
		const hover = await client.connection.sendRequest<Hover>('textDocument/hover', {
			textDocument: { uri },
			position: { line: 18, character: 5 },
		});
		assert.match(JSON.stringify(hover.contents), /RePCS \(whole response\): Z .* nats, \u03b1 0\.05, flagged.*KL \d/s);
		const colors = (await ask(client.connection, Heatmap, { uri, measure: 'kl' }))!;
		assert.ok(colors.missing === null && colors.buckets.flat().length > 5);
		assert.deepEqual(await judges(client), ['own', null]);

		const analyzed = client.next(FileAnalyzed);
		await ask(client.connection, AnalyzeFiles, { token: 't', paths: [trace] });
		const { repcs } = (await analyzed).record;
		assert.ok(repcs!.influence !== null && repcs!.memorised === true);
		assert.ok(repcs!.influence.eta! >= 0 && repcs!.influence.eta! <= 1);
		assert.ok(repcs!.z <= repcs!.influence.bound + 1e-6, 'the bound that holds');
		await client.stop();
	});

	slowTest(
		'one with detectors of the model, of an encoder and of nobody judges by those that fit, and says what it leaves out',
		async (t) => {
			// Low gaps are everywhere below a threshold that high; RePCS would flag the answer, and mean entropy nothing.
			const { profile, trace, uri } = prepared(t, (one) => {
				const { from } = one.detectors[0]!;
				const gap = { ...confidenceGapDetector, high: { ...confidenceGapDetector.high, threshold: -1e6 } };
				return {
					...one,
					name: 'own',
					detectors: [
						...one.detectors.filter(({ method }) => method === 'mean-entropy').map((entropy) => ({ ...entropy, threshold: 1e6 })),
						{ ...repcsDetector, threshold: 1e6, from: { ...from, readers: [exampleEncoder] } },
						{ ...gap, from: { ...from, readers: [] } },
					],
				};
			});
			const left =
				"The detector 'repcs response' of profile 'own' does not judge: it was calibrated with the embedder 'minilm' (111111111111), and no embedder is in use.";
			const client = new Client(t);
			await client.initialize({ profile }, pullingClient);
			await client.open(uri, shortTrace('a'));
			const state = await ask(client.connection, Analyze, { uri });
			assert.ok(state.kind === 'done' && state.profile === 'own' && state.refused === undefined);
			assert.deepEqual(
				state.notes.map((note) => note.startsWith(left)),
				[true],
				'once',
			);
			const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri } });
			assert.deepEqual([...new Set(items.map(({ code }) => code))], ['rag-assay/leak', 'rag-assay/value-not-given']);
			const model = await ask(client.connection, GetModelState, null);
			assert.deepEqual([model.profile, model.profileProblem, model.profileLeft], ['own', null, state.notes]);
			assert.ok(model.notes.includes(state.notes[0]!), 'among what doctor and the status say');

			const analyzed = client.next(FileAnalyzed);
			const { failures } = await ask(client.connection, AnalyzeFiles, { token: 't', paths: [trace] });
			const { record } = await analyzed;
			assert.deepEqual([failures, record.notes, record.findings.length, record.repcs?.threshold], [[], state.notes, items.length, null]);
			await client.stop();
		},
	);

	for (const [what, code, told, damage] of [
		[
			'is of another model',
			'RA602',
			unfit,
			(file: string) =>
				writeFileSync(file, calibration.profiles.format(ofAnotherModel(calibration.profiles.read(readFileSync(file, 'utf8'), file)))),
		],
		['is gone', 'RA604', /cannot be read: there is no such file/, (file: string) => rmSync(file)],
		['is broken', 'RA601', /This profile is not/, (file: string) => writeFileSync(file, '{"schema":')],
	] as const) {
		slowTest(
			`where it ${what}, an editor has figures and colors without verdicts and is told why; who names it for files is refused`,
			async (t) => {
				const { profile, trace, uri } = prepared(t, (one) => one);
				damage(profile);
				const client = new Client(t);
				await client.initialize({ profile }, pullingClient);
				await client.open(uri, shortTrace('a'));
				const state = await ask(client.connection, Analyze, { uri });
				assert.ok(
					state.kind === 'done' && state.profile === null && state.findings === 1,
					'the number that no context has needs no profile',
				);
				assert.deepEqual([state.refused?.code, state.refused?.place?.file], [code, profile]);
				const { buckets } = (await ask(client.connection, Heatmap, { uri, measure: 'cg' }))!;
				assert.ok(buckets.flat().length > 3);
				assert.notEqual((await ask(client.connection, Heatmap, { uri, measure: 'suspicion' }))!.missing, null);
				assert.deepEqual(
					(await ask(client.connection, Sentences, { uri })).map(({ spad, score, verdict }) => [spad, score, verdict.kind]),
					[
						[null, null, 'value'],
						[null, null, 'starter'],
					],
				);
				const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', {
					textDocument: { uri },
				});
				assert.deepEqual(
					items.map((item) => [item.code, item.severity]),
					[
						['rag-assay/value-not-given', 2],
						[code, 2],
					],
				);
				const [name, problem] = await judges(client);
				assert.equal(name, null);
				assert.match(problem ?? '', told);
				assert.ok(problem!.includes(profile), 'the file is named');

				const { traces, failures } = await ask(client.connection, AnalyzeFiles, { token: 't', paths: [trace] });
				assert.deepEqual([traces, failures.map((failure) => [failure.code, failure.place?.file])], [0, [[code, profile]]]);
				await client.stop();
			},
		);
	}

	slowTest("one of another model stands in the way of neither origins nor a token's detail: they need no thresholds", async (t) => {
		const { profile, uri } = prepared(t, (one) => ofRepcs(one, repcsDetector.threshold));
		const client = new Client(t);
		await client.initialize({ profile }, pullingClient);
		await client.open(uri, shortTrace('a', 'The branch of Freya Kowalski is Ghent.'));
		assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
		assert.deepEqual(await judges(client), ['own', null]);

		// As a pull of the team's repository may do it.
		writeFileSync(profile, calibration.profiles.format(ofAnotherModel(calibration.profiles.read(readFileSync(profile, 'utf8'), profile))));
		const origins = (await ask(client.connection, Origins, { uri, range: [18, 32, 18, 37] }))!;
		assert.equal(origins.subject!.text.trim(), 'Ghent');
		// The word stands in the context as it does in the answer, so that no model is asked.
		assert.equal(origins.lit.length, 1);
		assert.deepEqual(await judges(client), ['own', null]);
		const detail = (await ask(client.connection, TokenDetail, { uri, position: { line: 18, character: 5 } }))!;
		assert.ok(detail.layers.length > 0 && detail.contexts.length === 2);
		assert.match((await judges(client))[1] ?? '', unfit);
		await client.stop();
	});

	slowTest('one of another model stands in the way of no answer, in the editor and of files, and is told anyway', async (t) => {
		const { profile, trace, uri } = prepared(t, ofAnotherModel);
		const unanswered = shortTrace('a').replace(/## Response[^]*/, '');
		writeFileSync(trace, unanswered);
		const sampling = { token: 't', maxTokens: 4, temperature: 0, topP: 1 };
		const client = new Client(t);
		await client.initialize({ profile });
		await client.open(uri, unanswered);
		assert.deepEqual(await judges(client), [null, null]);
		const { text, notes } = await ask(client.connection, Generate, { ...sampling, uri });
		assert.deepEqual([text.trim() === '', notes], [false, []]);
		assert.match((await judges(client))[1] ?? '', unfit);
		const { answers, failures } = await ask(client.connection, GenerateFiles, { ...sampling, paths: [trace], write: false });
		assert.deepEqual([answers.map((one) => one.text), failures], [[text], []]);
		assert.match((await judges(client))[1] ?? '', unfit);
		await client.stop();
	});
});
