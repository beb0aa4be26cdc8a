/**
 * Runs what the product does over one folder that export.py wrote, and prints what came of it as JSON:
 *
 *     npx node lab/model-families/measure-one.ts FOLDER
 *
 * In a process of its own, since a graph may end it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UserError } from '../../src/errors.ts';
import { cacheGrowth } from '../../src/lm/cache-check.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { DecoderSession } from '../../src/lm/decoder-session.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { inspectModel } from '../../src/lm/inspection/inspect-model.ts';
import { firstPieceOf } from '../../src/lm/first-chunk.ts';
import { fallbackWindow, loadModelConfig } from '../../src/lm/model-config.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { attributed, errorsOf } from '../../test/unit/lm/attribution/fixture-attribution.ts';
import { fixtureFolder } from '../../test/support/fixture-folder.ts';
import { originalLogits, outputOf } from '../../test/unit/onnx/original-output.ts';
import { measuredSchema, otherModel, tolerance, type Measured } from './results.ts';

const metaSchema = z.object({
	family: z.string(),
	title: z.string(),
	exporter: z.string(),
	exported: z.boolean(),
	reason: z.string().optional(),
	no_oracle: z.string().optional(),
});

const cpu = executionProvidersFor('cpu');
const parts = {
	query: 'Who called?',
	contexts: [
		{ id: 'a', text: 'value 37 word1' },
		{ id: 'b', text: 'word2 value 74' },
	],
};
const unhurried = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

/** What a mistake says to people; a defect is not caught. */
async function saying<T>(work: () => Promise<T>): Promise<{ value: T; reason: null } | { value: undefined; reason: string }> {
	try {
		return { value: await work(), reason: null };
	} catch (error) {
		if (error instanceof UserError) return { value: undefined, reason: `${error.code}: ${error.message}` };
		throw error;
	}
}

/** Probabilities of the oracle's response by the graph itself, and their largest distance from the oracle's. */
async function scoreDifference(folder: string, session: DecoderSession): Promise<number> {
	const { oracle } = await fixtureFolder(folder);
	const logits = await originalLogits(session, oracle.input_ids, oracle.positions);
	return logits.reduce(
		(max, row, r) => Math.max(max, Math.abs(Math.exp(outputOf(row, oracle.targets[r]!).logProbability) - oracle.probes.at(-1)![r]!)),
		0,
	);
}

/** The largest distance of any part from the oracle's, over both ways of running. */
async function sourceDifference(folder: string, mode: 'cached' | 'whole'): Promise<number> {
	const fixture = await fixtureFolder(folder);
	const all = await Promise.all(
		(mode === 'cached' ? (['whole', 'cached'] as const) : (['whole'] as const)).map((one) => attributed(fixture, cpu, one)),
	);
	return Math.max(...all.flatMap((found) => Object.values(errorsOf(found, fixture))));
}

async function measure(folder: string): Promise<Measured> {
	const meta = metaSchema.parse(JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')));
	const base: Measured = {
		family: meta.family,
		title: meta.title,
		exporter: meta.exporter,
		exported: { works: meta.exported, reason: meta.reason ?? null },
		score: null,
		cache: null,
		sources: null,
		generate: null,
		layers: null,
		mixingLayers: 0,
		contradictions: [],
		noOracle: meta.no_oracle ?? null,
	};
	if (!meta.exported) return base;
	const hasOracle = existsSync(join(folder, 'oracle.json'));
	const checked = await saying(() => checkModelFolder(folder));
	if (checked.value === undefined) return { ...base, score: { works: false, reason: checked.reason, difference: null } };
	const files = checked.value;
	const { scoring, attribution, structure, contradictions } = await inspectModel(files, cpu);
	const config = await loadModelConfig(files);

	let cache: Measured['cache'] = null;
	let scoreDistance: number | null = null;
	const session = await saying(() => DecoderSession.open(files.graph.path, cpu, config));
	if (session.value !== undefined) {
		const { value: own } = session;
		try {
			const window = config.contextWindow ?? fallbackWindow;
			const growth = await saying(async () =>
				cacheGrowth(own, { file: folder, dynamic: false, window, firstPiece: await firstPieceOf(files, config, window) }),
			);
			cache = growth.value === undefined ? 'fails' : growth.value;
			const difference = hasOracle ? await saying(() => scoreDifference(folder, own)) : { value: undefined };
			scoreDistance = difference.value ?? null;
		} finally {
			await own.dispose();
		}
	}
	const other = scoreDistance !== null && scoreDistance > otherModel;
	const score = {
		works: scoring.supported,
		reason: scoring.supported
			? other
				? `the graph computes something else than the model that was exported: a probability differs by ${scoreDistance!.toPrecision(2)}`
				: null
			: scoring.reason,
		difference: scoreDistance,
	};

	// From text to sources and to an answer, as the product does.
	const loaded = scoring.supported
		? await saying(() => loadDecoder({ files, device: cpu, name: meta.family, sha256: '0'.repeat(64) }))
		: undefined;
	const model = loaded?.value;
	let generate: Measured['generate'] = null;
	let fromText: string | null = loaded?.reason ?? null;
	if (model !== undefined) {
		try {
			const written = await saying(() =>
				model.generate(parts, { maxTokens: 8, temperature: 0, topP: 1, signal: new AbortController().signal, onText: () => undefined }),
			);
			generate = { works: written.value !== undefined, reason: written.reason };
			if (attribution.supported) fromText = (await saying(() => model.attribute({ ...parts, response: 'value 37' }, unhurried()))).reason;
		} finally {
			await model.dispose();
		}
	}
	const mode = !attribution.supported ? null : attribution.reason.endsWith('passes the self-check.') ? 'cached' : 'whole';
	const distance = mode !== null && hasOracle && !other ? await saying(() => sourceDifference(folder, mode)) : undefined;
	const difference = distance?.value ?? null;
	const wrong = difference !== null && difference > tolerance ? `SILENTLY WRONG by ${difference.toPrecision(2)}` : null;
	return measuredSchema.parse({
		...base,
		score,
		cache,
		generate,
		layers: structure?.layers ?? null,
		mixingLayers: structure?.mixingLayers.length ?? 0,
		contradictions: [...contradictions],
		sources: {
			works: attribution.supported && fromText === null && wrong === null && (distance?.reason ?? null) === null,
			reason: attribution.supported ? (wrong ?? fromText ?? distance?.reason ?? null) : attribution.reason,
			difference,
			mode,
		},
	});
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
	process.stderr.write('Expected: npx node lab/model-families/measure-one.ts FOLDER\n');
	process.exitCode = 2;
} else process.stdout.write(`${JSON.stringify(await measure(folder))}\n`);
