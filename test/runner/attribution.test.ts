import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { calibration } from '../../src/analysis/calibration/methods.ts';
import { InspectModel } from '../../src/protocol/models.ts';
import {
	Analyze,
	AnalyzeFiles,
	FileAnalyzed,
	Heatmap,
	measures,
	ModelStateChanged,
	Origins,
	Sentences,
	TokenDetail,
	type AnalysisRecord,
} from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { classifierOf } from '../unit/analysis/spad/one-split.ts';
import { bundledProfile } from '../support/bundled-profile.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, pullingClient, root } from '../support/runner-client.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function folderIn(t: TestContext): string {
	return temporaryFolder(t, 'rag-assay-spad-');
}

/** The pair of the examples as open documents. */
async function openPair(client: Client) {
	const [prompt, response] = ['prompt', 'response'].map((half) => {
		const path = join(root, `examples/traces/network/throughput-and-alarm.${half}.md`);
		return TextDocument.create(pathToFileURL(path).href, 'markdown', 1, readFileSync(path, 'utf8'));
	}) as [TextDocument, TextDocument];
	for (const { uri, languageId, version, ...document } of [prompt, response].map((one) => ({
		uri: one.uri,
		languageId: one.languageId,
		version: one.version,
		text: one.getText(),
	})))
		await client.open(uri, document.text, languageId, version);
	return { prompt, response };
}

async function started(t: TestContext, settings: Parameters<Client['initialize']>[0] = {}, cache?: string): Promise<Client> {
	const client = new Client(t, { cache });
	await client.initialize({ analyzeOn: 'command', ...settings }, pullingClient);
	return client;
}

async function recordsOf(
	client: Client,
	paths: string[],
	methods?: ('cg' | 'repcs' | 'closed-book' | 'spad')[],
): Promise<{ records: AnalysisRecord[]; failures: readonly { code: string }[] }> {
	const records: AnalysisRecord[] = [];
	receive(
		client.connection,
		FileAnalyzed,
		({ record }) => {
			records.push(record);
		},
		assert.fail,
	);
	const { failures } = await ask(client.connection, AnalyzeFiles, { token: 't', paths, ...(methods === undefined ? {} : { methods }) });
	return { records, failures };
}

describe('attribution with the real model', () => {
	slowTest('every example: seven sources a token that add up to its probability, context shares that add up to rag', async (t) => {
		const client = await started(t);
		const names = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).filter(
			(name) => /(\.rag|\.prompt)\.md$/.test(name) && !/unanswered/.test(name),
		);
		const { records, failures } = await recordsOf(
			client,
			names.map((name) => join(root, 'examples', name)),
			['spad'],
		);
		assert.deepEqual(failures, []);
		assert.ok(records.length >= 10);
		for (const { file, tokens, attribution, repcs } of records) {
			assert.equal(repcs, null);
			assert.deepEqual([attribution!.errorBound, attribution!.parallelLayers], [0, 0]);
			for (const { text, sources, contexts, logprob } of tokens) {
				assert.ok(Math.abs(sum(sources!) - Math.exp(logprob)) <= 1e-4, `${file} ${text}`);
				assert.ok(Math.abs(sum(Object.values(contexts!)) - sources![1]!) <= 1e-6, `${file} ${text}`);
			}
		}
		await client.stop();
	});

	it("a pair in an editor: heatmaps by source, what fed a token lit in the prompt file, and the token's path", async (t) => {
		const client = await started(t);
		const { prompt, response } = await openPair(client);
		assert.equal((await ask(client.connection, Analyze, { uri: response.uri })).kind, 'done');
		for (const measure of measures) {
			const { buckets, missing, sources } = (await ask(client.connection, Heatmap, { uri: response.uri, measure }))!;
			if (measure !== 'suspicion') assert.deepEqual([missing, buckets.flat().length > 5], [null, true], measure);
			assert.deepEqual(sources, []);
		}
		const all = (await ask(client.connection, Origins, { uri: response.uri }))!;
		assert.deepEqual([all.subject, all.lit, all.contexts.length], [null, [], 2]);
		assert.ok(all.words > 5 && all.contexts[0]!.words >= all.contexts[1]!.words);

		const details = [];
		for (let offset = response.getText().indexOf('The last'); offset < response.getText().trimEnd().length; offset++) {
			const position = response.positionAt(offset);
			const detail = (await ask(client.connection, TokenDetail, { uri: response.uri, position }))!;
			if (details.at(-1)?.index === detail.index) continue;
			details.push(detail);
			const last = detail.layers.at(-1)!;
			assert.ok(Math.abs(last.afterFfn + detail.sources[5]! - Math.exp(detail.token.logprob)) <= 1e-4, detail.token.text);
			for (const s of [0, 1, 2, 3])
				assert.ok(Math.abs(sum(detail.layers.map(({ attention }) => attention[s]!)) - detail.sources[s]!) <= 1e-4);
			assert.ok(Math.abs(sum(Object.values(detail.token.contexts!)) - detail.sources[1]!) <= 1e-4);
		}
		assert.deepEqual(
			details.map(({ index }) => index),
			[...details.keys()],
		);
		assert.equal(details.length, details[0]!.count);

		// A token of a word that comes from a context, and that hiding the context changes most.
		const strongest = details
			.filter(({ contexts }) => contexts[0]?.words === 1)
			.toSorted((a, b) => (a.contexts[0]!.without ?? 1) - (b.contexts[0]!.without ?? 1))[0]!;
		const [line, character] = strongest.range;
		const { lit, subject, contexts } = (await ask(client.connection, Origins, {
			uri: response.uri,
			range: [line, character + 1, line, character + 1],
		}))!;
		assert.equal(
			await ask(client.connection, Origins, { uri: prompt.uri, range: [0, 0, 0, 0] }),
			null,
			"a place in the prompt is none of the response's",
		);
		assert.equal(subject!.text, strongest.word!.text);
		assert.ok(strongest.word!.text.includes(strongest.token.text.trim()));
		assert.ok(
			lit.length > 0 && lit[0]!.weight === 1 && lit.every(({ weight }, i) => weight > 0 && (i === 0 || weight <= lit[i - 1]!.weight)),
		);
		for (const {
			uri,
			range: [startLine, start, endLine, end],
			context,
		} of lit) {
			assert.equal(uri, prompt.uri);
			const [from, to] = [prompt.offsetAt({ line: startLine, character: start }), prompt.offsetAt({ line: endLine, character: end })];
			assert.match(prompt.getText().slice(from, to), /^\S+$/);
			assert.ok(prompt.getText().lastIndexOf(`## Context ${context}`, from) > prompt.getText().lastIndexOf('## Query', from));
		}
		assert.equal(contexts[0]!.id, lit[0]!.context);
		await client.stop();
	});

	slowTest('all of it comes from the cache the next time, without the model at work', async (t) => {
		const cache = join(folderIn(t), 'cache');
		const answers: unknown[] = [];
		for (const expected of [true, false]) {
			const client = await started(t, {}, cache);
			let worked = false;
			receive(
				client.connection,
				ModelStateChanged,
				({ state }) => {
					worked ||= state === 'working';
				},
				assert.fail,
			);
			const { response } = await openPair(client);
			await ask(client.connection, Analyze, { uri: response.uri });
			const position = response.positionAt(response.getText().indexOf('door'));
			answers.push(await ask(client.connection, TokenDetail, { uri: response.uri, position }));
			assert.equal(worked, expected);
			await client.stop();
		}
		assert.deepEqual(answers[0], answers[1]);
	});

	slowTest(
		"a profile's classifier judges sentences; with another file than its own, or none, nothing judges, and why is told",
		async (t) => {
			const folder = folderIn(t);
			const { detector, text } = classifierOf('spad', 'sentence');
			const profile = bundledProfile();
			const file = join(folder, 'own.assay-profile.json');
			writeFileSync(
				file,
				calibration.profiles.format({
					...profile,
					name: 'own',
					detectors: [
						...profile.detectors.filter(({ method }) => method === 'mean-entropy'),
						{ ...detector, from: profile.detectors[0]!.from },
					],
				}),
			);
			writeFileSync(join(folder, detector.file), text);
			const client = await started(t, { profile: file });
			const { response } = await openPair(client);
			const state = await ask(client.connection, Analyze, { uri: response.uri });
			assert.equal(state.kind === 'done' && state.profile, 'own');
			const sentences = await ask(client.connection, Sentences, { uri: response.uri });
			// The classifier's one question has two answers: log-odds of 2 and −2.
			// A sentence that claims nothing is not judged.
			const judged = sentences.flatMap(({ spad }) => spad ?? []);
			assert.ok(judged.length > 0);
			for (const { probability } of judged) assert.ok([0.119, 0.881].some((one) => Math.abs(one - probability) < 1e-3));
			const suspicion = (await ask(client.connection, Heatmap, { uri: response.uri, measure: 'suspicion' }))!;
			assert.equal(suspicion.missing, null);
			assert.ok(suspicion.buckets.flat().length > 5);
			await client.stop();

			for (const [damage, code] of [
				[() => writeFileSync(join(folder, detector.file), `${text} `), 'RA607'],
				[() => rmSync(join(folder, detector.file)), 'RA606'],
			] as const) {
				damage();
				const again = await started(t, { profile: file });
				const { response: document } = await openPair(again);
				const unjudged = await ask(again.connection, Analyze, { uri: document.uri });
				assert.ok(unjudged.kind === 'done' && unjudged.profile === null && unjudged.findings === 0);
				assert.equal(unjudged.refused?.code, code);
				for (const { spad, verdict } of await ask(again.connection, Sentences, { uri: document.uri }))
					assert.deepEqual([spad, verdict.kind === 'profile'], [null, false]);
				await again.stop();
			}
		},
	);

	slowTest('a model that is not trusted: everything but the sources, and why', async (t) => {
		const cache = join(folderIn(t), 'cache');
		const paths = [join(root, 'examples/traces/bank/case-number.rag.md')];
		const first = await started(t, {}, cache);
		assert.equal((await recordsOf(first, paths)).records.length, 1);
		await first.stop();
		const graphs = join(cache, 'graphs');
		const verdict = readdirSync(graphs, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.json'))!;
		writeFileSync(
			join(graphs, verdict),
			readFileSync(join(graphs, verdict), 'utf8').replace('"trusted": true', '"trusted": false, "reason": "the moon was full"'),
		);
		rmSync(join(cache, 'results'), { recursive: true });

		const second = await started(t, {}, cache);
		const {
			records: [record],
		} = await recordsOf(second, paths);
		assert.equal(record!.tokens[0]!.sources, null);
		assert.ok(record!.repcs !== null && record!.findings.every(({ method }) => !method.startsWith('spad')));
		assert.ok(
			record!.notes.some(
				(note) => note.startsWith('Token sources cannot be attributed with this model: ') && note.includes('the moon was full'),
			),
			record!.notes.join('\n'),
		);
		const { response } = await openPair(second);
		await ask(second.connection, Analyze, { uri: response.uri });
		assert.match((await ask(second.connection, Heatmap, { uri: response.uri, measure: 'rag' }))!.missing!, /the moon was full/);
		// Where words come from needs no look inside.
		assert.ok((await ask(second.connection, Origins, { uri: response.uri }))!.words > 0);
		await second.stop();
	});

	slowTest('more memory than the limit allows: scored, and said', async (t) => {
		// The demo model scores within some 300 MiB, and needs some 450 to attribute.
		const client = await started(t, { memoryLimit: 400 });
		const {
			records: [record],
		} = await recordsOf(client, [join(root, 'examples/traces/bank/case-number.rag.md')]);
		assert.equal(record!.attribution, null);
		assert.ok(
			record!.notes.some((note) => /cannot be attributed: This would need about \d+ MiB of memory; the limit is 400 MiB/.test(note)),
			record!.notes.join('\n'),
		);
		await client.stop();
	});

	slowTest('inspects the model of the settings without loading it for use', async (t) => {
		const model = join(folderIn(t), 'copy');
		cpSync(join(root, 'models/demo'), model, { recursive: true, filter: (path) => !/calibration|training|datasets/.test(path) });
		const config = join(model, 'config.json');
		writeFileSync(config, JSON.stringify({ ...(JSON.parse(readFileSync(config, 'utf8')) as object), rms_norm_eps: 1e-3 }));
		const client = await started(t, { model });
		const { name, methods, structure, contradictions } = await ask(client.connection, InspectModel, null);
		assert.equal(name, 'copy');
		assert.deepEqual(
			methods.map(({ method, supported }) => [method, supported]),
			[
				['support', true],
				['cg', true],
				['repcs', true],
				['closed-book', true],
				['origins', true],
				['spad', true],
			],
		);
		assert.ok(structure!.layers > 0);
		assert.equal(contradictions.length, 1);
		assert.match(contradictions[0]!, /config\.json says ε of 0\.001\.$/);
		await client.stop();
	});
});
