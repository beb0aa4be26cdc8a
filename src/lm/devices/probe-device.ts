import { fork } from 'node:child_process';
import { libraryFailure } from '../runtime-message.ts';
import { agrees, tolerance } from './compare-devices.ts';
import { deviceNames, type Device } from './device.ts';
import { probeAnswer, probeArgument } from './probe-answer.ts';

/**
 * What a runtime's message about a device that does not start means for people, in one sentence. These are the words of ONNX Runtime, of the
 * system's loader and of drivers, which have no numbers for it.
 */
export function plainReason(device: Device, message: string): string {
	const name = deviceNames[device];
	if (device === 'webgpu' && /adapter|Vulkan/i.test(message)) return 'WebGPU found no graphics driver that it can use.';
	if (device === 'cuda' && /libcuda\.so|nvcuda\.dll/.test(message))
		return 'CUDA could not be started, because the library of the NVIDIA driver is missing or does not fit.';
	const provider = /(?:lib)?onnxruntime_providers_\w+\.(?:so|dll)(?=[^/\\]*(?:cannot open|was not found))/.exec(message);
	if (device === 'cuda' && provider !== null && !/with error: lib(?:cu|nv)/.test(message))
		return `CUDA could not be started, because ONNX Runtime's ${provider[0]} was not found.`;
	const library = /lib(?:cu|nv)[\w.+-]*\.so[.\d]*|(?:cu|nv)\w+\.dll/i.exec(message);
	if (device === 'cuda' && library !== null)
		return `CUDA could not be started, because ${library[0]} is missing or does not fit: CUDA 13 with cuDNN 9 is needed, which \`rag-assay device install cuda\` brings.`;
	if (device === 'cuda' && /no CUDA-capable device|driver version is insufficient|CUDA failure/i.test(message))
		return 'CUDA could not be started: there is no NVIDIA card that it can use, or its driver is too old for CUDA 13 (version 580 or newer is needed).';
	return `${name} could not be started: ${essence(message)}.`;
}

/** The first line of a runtime's message, without where in its sources it was written. */
function essence(message: string): string {
	const line = message
		.split('\n', 1)[0]!
		.replaceAll(/\S*\/onnxruntime_src\/\S+|\[ONNXRuntimeError\]|\(\S+\.(?:cc|cpp|h):\d+\)|\b\S+\.cc:\d+\s/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.replace(/[.:]$/, '');
	return line.length > 160 ? `${line.slice(0, 160)}…` : line || 'it did not say why';
}

export interface ProbeOptions {
	/** A program that calls `answerProbe` first: that of the model process. */
	readonly program: string;
	/** Folder of the bundled model. */
	readonly modelFolder: string;
	/** Folder of the libraries that `device install cuda` brings. */
	readonly cudaFolder?: string | undefined;
	readonly signal: AbortSignal;
	/** Milliseconds; default 60,000, because a device may compile its programs the first time. */
	readonly timeLimit?: number;
}

export interface ProbeResult {
	/** Largest difference of a log-probability to the CPU, nats. */
	readonly difference: number | null;
	/** Why the device is not used. */
	readonly refusal: string | undefined;
	/** The device agrees with its attention on the CPU, and is off by this much with its own: nats, `null` for what is no number. */
	readonly attentionOff?: number | null;
}

/** What is kept of what the process writes to its error stream, characters. */
const keptWords = 20_000;

/**
 * Tries a device in a process of its own, because a graphics driver can take its process down: compares it with the CPU
 * on the bundled model. Nothing that native code prints is shown.
 * @throws the signal's reason when aborted; a device that fails, crashes, hangs or differs is an answer, not an error.
 */
export async function probeDevice(
	device: Device,
	{ program, modelFolder, signal, timeLimit = 60_000 }: ProbeOptions,
): Promise<ProbeResult> {
	signal.throwIfAborted();
	const child = fork(program, [probeArgument, device, modelFolder], {
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		serialization: 'advanced',
	});
	let said = '';
	child.stderr?.on('data', (chunk: Buffer) => {
		said = (said + chunk.toString()).slice(-keptWords);
	});
	const stop = () => child.kill('SIGKILL');
	signal.addEventListener('abort', stop);
	let outOfTime = false;
	const timer = setTimeout(() => {
		outOfTime = true;
		stop();
	}, timeLimit);
	let answer: unknown;
	child.once('message', (message) => {
		answer = message;
		stop(); // What a driver does when it is put away no longer matters.
	});
	try {
		// The end of the channel too, so that an answer on its way when the process ended is not lost.
		const drained = new Promise<void>((resolve) => {
			child.once('disconnect', resolve);
		});
		const written = new Promise<void>((resolve) => {
			child.once('close', () => resolve());
		});
		const end = await new Promise<{ code: number | null; killedBy: NodeJS.Signals | null }>((resolve, reject) => {
			child.once('error', reject);
			child.once('exit', (code, killedBy) => resolve({ code, killedBy }));
		});
		await Promise.all([drained, written]);
		signal.throwIfAborted();
		if (answer !== undefined) return resultOf(device, answer, said);
		const name = deviceNames[device];
		if (outOfTime) return refused(`${name} did not finish a short test within ${timeLimit / 1000} s.`);
		// Windows has no signals: a crash is an exit code such as 0xC0000005.
		const crash = end.killedBy ?? ((end.code ?? 0) >= 0x8000_0000 ? `exit code 0x${end.code?.toString(16).toUpperCase()}` : undefined);
		return refused(
			crash === undefined
				? `The test of ${name} ended without an answer (exit code ${end.code}).`
				: `${name} crashed in a short test (${crash}); its driver may need an update.`,
		);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', stop);
	}
}

function resultOf(device: Device, message: unknown, said: string): ProbeResult {
	const answer = probeAnswer.parse(message);
	if ('error' in answer) return refused(plainReason(device, libraryFailure(said) ?? answer.error));
	const { difference, withoutAttention = null } = answer;
	// No other device rounds so many numbers as the CPU does: it was the CPU.
	if (difference === 0 && device !== 'cpu') return { difference, refusal: `${deviceNames[device]} left all of the work to the CPU.` };
	if (agrees(difference)) return { difference, refusal: undefined };
	if (agrees(withoutAttention)) return { difference: withoutAttention, refusal: undefined, attentionOff: difference };
	const amount =
		difference === null
			? 'are not numbers'
			: `differ from the CPU's by up to ${difference.toPrecision(2)} nats (at most ${tolerance} is accepted)`;
	return { difference, refusal: `${deviceNames[device]} computes wrongly here: its log-probabilities ${amount}.` };
}

const refused = (refusal: string): ProbeResult => ({ difference: null, refusal });
