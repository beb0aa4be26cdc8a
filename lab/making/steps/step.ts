import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { CannotGoOn } from './cannot-go-on.ts';
import { hashOf } from './hash-of.ts';

/** A part of the work that can be done by itself when what it reads is there. */
export interface Step {
	readonly name: string;
	/** What it does, as in 'trains …'. */
	readonly does: string;
	/** Files and folders whose contents decide what comes out. */
	readonly inputs: readonly string[];
	/** What else decides it. */
	readonly options: readonly (string | number)[];
	readonly outputs: readonly string[];
	run(): Promise<void>;
}

const stampOf = z.object({ inputs: z.string(), outputs: z.string(), seconds: z.number() });

/** Does the steps one after another; what is finished (see `isFinished`) is left as it is, but for the one called `redo`. */
export async function runSteps(
	steps: readonly Step[],
	stamps: string,
	redo: string | undefined,
	say: (line: string) => void,
): Promise<void> {
	for (const [number, step] of steps.entries()) {
		const title = `[${number + 1}/${steps.length}] ${step.name}`;
		// oxlint-disable no-await-in-loop -- each step reads what the last one wrote
		if (step.name !== redo && (await isFinished(step, stamps))) {
			say(`${title}: finished before, nothing that it reads has changed`);
			continue;
		}
		const [missing] = await absent(step.inputs);
		if (missing !== undefined)
			throw new CannotGoOn(`The step '${step.name}' reads ${missing}, which is not there. Begin with an earlier step.`);
		say(`${title}: ${step.does} …`);
		const start = performance.now();
		const inputs = await digest(step.inputs, step.options);
		await step.run();
		const seconds = Math.round((performance.now() - start) / 100) / 10;
		await writeStamp(step, stamps, { inputs, outputs: await digest(step.outputs, []), seconds });
		// oxlint-enable no-await-in-loop
		say(`${title}: ${duration(seconds)}`);
	}
}

/** Whether the step was done with the same inputs and options, and what it wrote is still what it wrote. */
async function isFinished(step: Step, stamps: string): Promise<boolean> {
	if ((await absent([stampFile(step, stamps), ...step.inputs, ...step.outputs])).length > 0) return false;
	const stamp = stampOf.parse(JSON.parse(await readFile(stampFile(step, stamps), 'utf8')));
	return stamp.inputs === (await digest(step.inputs, step.options)) && stamp.outputs === (await digest(step.outputs, []));
}

async function absent(paths: readonly string[]): Promise<string[]> {
	const found = await Promise.all(
		paths.map((path) =>
			access(path).then(
				() => true,
				() => false,
			),
		),
	);
	return paths.filter((_, i) => found[i] === false);
}

async function writeStamp(step: Step, stamps: string, stamp: z.infer<typeof stampOf>): Promise<void> {
	const file = stampFile(step, stamps);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(`${file}.part`, `${JSON.stringify(stamp)}\n`);
	await rename(`${file}.part`, file);
}

const stampFile = (step: Step, stamps: string): string => join(stamps, `${step.name}.json`);

/** One hash of what is in the paths and options, in their order; where the paths lie does not matter. */
export async function digest(paths: readonly string[], options: Step['options']): Promise<string> {
	return JSON.stringify([await Promise.all(paths.map(hashOf)), options]);
}

/** `4 s`, `12 min 5 s`, `2 h 3 min`. */
export function duration(seconds: number): string {
	if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? `${minutes} min ${Math.floor(seconds % 60)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
