import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../src/errors.ts';
import type { Device } from '../../src/lm/devices/device.ts';
import { modelIdentity } from '../../src/model-io/requests.ts';
import { scoreResult } from '../../src/model-io/scores.ts';
import { ModelProcess, type ModelTask } from '../../src/runner/models/model-process.ts';
import { chance } from '../../test/runner/chance.ts';
import { root } from '../../test/support/runner-client.ts';
import type { Bench } from '../bench/bench.ts';
import { writeWideVocabularyModel } from './bench-wide-vocabulary-model.ts';
import { atMost } from '../target.ts';

const MiB = 2 ** 20;
const sizes = { vocabulary: 150_000, width: 16, contextWindow: 16_384 };
type ScoreParts = Extract<ModelTask, { type: 'score' }>['parts'];
const program = join(root, 'dist', 'model-process.cjs');

/** Resident memory of the real model process while it scores with a vocabulary whose logits would not fit at once. */
export const scoringMemory: Bench = {
	name: 'scoring-memory',
	summary: 'peak memory of scoring with a vocabulary of 150,000',
	takesDevice: true,
	async run({ seed, quick, device, log }) {
		if (process.platform !== 'linux') throw new Error('the peak is read from /proc: this bench runs on Linux');
		if (!existsSync(program)) throw new Error('dist/model-process.cjs is missing: run `npm run build` first');
		const [promptTokens, responseTokens] = quick ? [2000, 200] : [8000, 2000];
		const folder = await mkdtemp(join(tmpdir(), 'rag-assay-bench-'));
		try {
			const weights = await writeWideVocabularyModel(folder, sizes, seed);
			const text = letters(chance(seed));
			const parts = { query: 'Q', contexts: [{ id: 'a', text: text(promptTokens - 30) }], response: text(responseTokens) };
			const { loaded, max, estimate, fed, seconds } = await scoredOn(device, folder, parts, log);
			const cpu = device === 'cpu' ? undefined : await scoredOn('cpu', folder, parts, log);
			const common = { low: null, high: null, n: 1, unit: 'MiB' };
			return {
				data: {
					vocabulary: sizes.vocabulary,
					promptTokens,
					responseTokens,
					tokensFedOnBothPaths: fed,
					weightsMiB: Math.round(weights / MiB),
					allLogitsAtOnceMiB: Math.round((fed * sizes.vocabulary * 4) / MiB),
				},
				figures: [
					{ name: 'loaded: peak', value: loaded / MiB, ...common, target: null },
					{ name: 'scored: peak', value: max / MiB, ...common, target: atMost(1024) },
					{ name: 'peak, of the estimate', value: (100 * max) / estimate, ...common, unit: '%', target: atMost(100) },
					...(cpu === undefined
						? []
						: [{ name: `scoring: CPU / ${device}`, value: cpu.seconds / seconds, ...common, unit: '×', target: null }]),
				],
			};
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	},
};

/** Resident memory of the process (not of a card), bytes, tokens fed, and the time that scoring takes. */
async function scoredOn(
	device: Device,
	folder: string,
	parts: ScoreParts,
	log: (message: string) => void,
): Promise<{ loaded: number; max: number; estimate: number; fed: number; seconds: number }> {
	const model = new ModelProcess({
		program,
		startTimeout: 60_000,
		cancelTimeout: 2000,
		limits: { silence: () => ({ said: 30, text: 300, model: 3600 }), memory: () => Infinity },
		log: { error: log, warn: log, info: () => undefined, debug: () => undefined },
	});
	try {
		const loading = await model.call({
			type: 'load',
			model: folder,
			device,
			checkedDevice: device,
			demoModel: join(root, 'models', 'demo'),
			modelStore: folder,
			offline: true,
		});
		const loaded = await peak(model.pid);
		log(`loaded on ${modelIdentity.parse(loading).device}: ${Math.round(loaded / MiB)} MiB`);
		const estimate = await estimateOf(model, parts);
		let fed = 0;
		const start = performance.now();
		const { scored } = scoreResult.parse(
			await model.call(
				{ type: 'score', parts, topK: 5, memoryLimit: 2048 * MiB },
				{
					onProgress: (_, done) => {
						fed = done;
					},
				},
			),
		);
		const seconds = (performance.now() - start) / 1000;
		const tokens = scored.tokenIds.length;
		if (tokens !== parts.response?.length || !scored.kl.every(Number.isFinite))
			throw new Error(`${tokens} tokens were scored where ${parts.response?.length} were expected`);
		return { loaded, max: await peak(model.pid), estimate, fed, seconds };
	} finally {
		model.kill('the bench has ended');
		await model.ended;
	}
}

/** What the model process says, before it starts, that it would need, bytes. */
async function estimateOf(model: ModelProcess, parts: ScoreParts): Promise<number> {
	try {
		await model.call({ type: 'score', parts, topK: 5, memoryLimit: 1 });
	} catch (error) {
		const said = error instanceof UserError && error.code === 'RA502' ? /about ([\d,]+) MiB/.exec(error.message)?.[1] : undefined;
		if (said === undefined) throw error;
		return Number(said.replaceAll(',', '')) * MiB;
	}
	throw new Error('a job was not refused that needs more than a byte');
}

/** Largest resident memory that a process has had, bytes. */
async function peak(pid: number | undefined): Promise<number> {
	const kiB = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
	if (kiB === undefined) throw new Error('/proc does not say how much memory a process has had');
	return Number(kiB) * 1024;
}

/** Text of so many letters, in words of seven. */
function letters(random: () => number): (count: number) => string {
	return (count) =>
		Array.from({ length: count }, (_, i) =>
			i % 8 === 7 && i < count - 1 ? ' ' : String.fromCodePoint(97 + Math.floor(random() * 26)),
		).join('');
}
