import * as z from 'zod';
import { compareDevices } from './compare-devices.ts';
import { devices } from './device.ts';

/** First argument of a program that was started to try a device: `PROGRAM probe-device DEVICE MODEL_FOLDER`. */
export const probeArgument = 'probe-device';

/** What the trying process sends, once: a `Comparison`, or the message of what was thrown. */
export const probeAnswer = z.union([
	z.object({ difference: z.number().nullable(), withoutAttention: z.number().nullable().optional() }),
	z.object({ error: z.string() }),
]);

/**
 * The trying process: to be called first by a program that may be started to try a device, with its arguments
 * (`process.argv.slice(2)`). Compares the device with the CPU and sends the answer to the parent process.
 * @returns `false` at once when the program was started for something else.
 */
export async function answerProbe(programArguments: readonly string[], send = sendToParent): Promise<boolean> {
	const [first, device, modelFolder] = programArguments;
	const known = devices.find((each) => each === device);
	if (first !== probeArgument || known === undefined || modelFolder === undefined) return false;
	try {
		await send(await compareDevices(known, modelFolder));
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
		await send({ error: cause instanceof Error ? cause.message : String(cause) });
	}
	process.disconnect?.();
	return true;
}

function sendToParent(answer: z.infer<typeof probeAnswer>): Promise<void> {
	return new Promise((resolve, reject) => {
		if (process.send === undefined) {
			reject(new Error('a device is tried in a child process that has a channel to its parent'));
			return;
		}
		process.send(answer, undefined, undefined, (error) => {
			if (error === null) resolve();
			else reject(error);
		});
	});
}
