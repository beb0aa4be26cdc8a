import { fork } from 'node:child_process';
import { deviceNames, type Device } from './device.ts';
import { agrees, tolerance } from './compare-devices.ts';
import { plainReason } from './plain-reason.ts';
import { libraryFailure } from '../runtime-message.ts';
import { probeAnswer, probeArgument } from './probe-answer.ts';

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
