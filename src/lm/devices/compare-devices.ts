import { DecoderSession } from '../decoder-session.ts';
import type { Logits } from '../logits.ts';
import { loadModelConfig } from '../model-config.ts';
import { checkModelFolder } from '../safety/model-folder.ts';
import { chunkTokens } from '../prefill.ts';
import { attentionOnCpu, type Device, type Placement } from './device.ts';
import { executionProvidersFor } from './execution-providers.ts';

/**
 * Largest difference of a log-probability, nats, at which a device counts as agreeing with the CPU: at most half a
 * percent of a probability. Devices that compute rightly in fp32 differ by less than 1e-4.
 */
export const tolerance = 0.005;

/**
 * Tokens fed at once, and then behind them with a filled cache: the lengths in which a trace is fed. Devices have kernels of
 * their own for long and short prompts, a few tokens and one: ONNX Runtime's attention for WebGPU is nats off from 32 tokens on
 * where subgroups are four wide (docs/devices.md).
 */
const lengths = [chunkTokens, 64, 8, 1] as const;

/** How far a device is from the CPU: the largest difference of a log-probability, nats; `null` for what is no number. */
export interface Comparison {
	readonly difference: number | null;
	/** The same with attention on the CPU, where the device as a whole does not agree and can be run so. */
	readonly withoutAttention?: number | null;
}

export const agrees = (difference: number | null): boolean => difference !== null && difference <= tolerance;

/**
 * Runs the model of a folder on `device` and on the CPU, with and without a filled cache, and compares any token's log-probability
 * at any position.
 * @throws whatever the runtime throws; it may also end the process, which is why this runs in one of its own.
 */
export async function compareDevices(device: Device, modelFolder: string): Promise<Comparison> {
	const expected = await logProbabilities('cpu', modelFolder);
	const difference = largestDifference(expected, await logProbabilities(device, modelFolder));
	if (device !== 'webgpu' || agrees(difference)) return { difference };
	return { difference, withoutAttention: largestDifference(expected, await logProbabilities(attentionOnCpu, modelFolder)) };
}

/** Largest absolute difference of two arrays of one length; `null` when it is no finite number, or the lengths differ. */
export function largestDifference(expected: Float64Array, got: Float64Array): number | null {
	if (got.length !== expected.length) return null;
	// Math.max passes NaN on.
	const largest = expected.reduce((max, value, i) => Math.max(max, Math.abs(value - (got[i] ?? Number.NaN))), 0);
	return Number.isFinite(largest) ? largest : null;
}

/** `[T · V]`, over the vocabulary at each of all positions. */
async function logProbabilities(device: Placement, modelFolder: string): Promise<Float64Array> {
	const files = await checkModelFolder(modelFolder);
	const session = await DecoderSession.open(files.graph.path, executionProvidersFor(device), await loadModelConfig(files));
	try {
		const rows: Float64Array[] = [];
		let cache = session.start();
		let next = 1;
		for (const length of lengths) {
			// Ids spread over the vocabulary; which ones does not matter, only that they are the same on both devices.
			const ids = Array.from({ length }, () => (next = (next * 1103 + 12_345) % session.vocabulary));
			const step = await session.step(ids, cache, length);
			cache = step.cache;
			if (step.logits !== null) rows.push(logSoftmax(step.logits));
		}
		return Float64Array.from(rows.flatMap((row) => Array.from(row)));
	} finally {
		await session.dispose();
	}
}

function logSoftmax(logits: Logits): Float64Array {
	const result = new Float64Array(logits.rows * logits.vocabulary);
	const scratch = new Float32Array(logits.vocabulary);
	for (let i = 0; i < logits.rows; i++) {
		const row = logits.row(i, scratch);
		const max = row.reduce((a, b) => Math.max(a, b), -Infinity);
		const sum = Math.log(row.reduce((total, value) => total + Math.exp(value - max), 0)) + max;
		row.forEach((value, v) => {
			result[i * logits.vocabulary + v] = value - sum;
		});
	}
	return result;
}
