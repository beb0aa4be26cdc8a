/**
 * Makes the demo model and everything that is made by it: data, training, export, comparison with PyTorch, data sets, profile, examples, figures.
 *
 *     npm run demo-model -- [--size small|large] [--device cpu|cuda] [--dtype fp32|q8|q4] [--python PATH] [--from STEP] [--until STEP]
 *     npm run demo-model -- --smoke [--python PATH]      the whole way to the bench with next to no training, in a temporary folder
 *     npm run demo-model -- --list                       the steps by name
 *
 * What is finished is not done again while what it reads stays the same; an interrupted training goes on from its last checkpoint.
 * `--from` begins with that step, whether it is finished or not, and takes what comes before as it lies; `--until` ends with one. A size that
 * does not ship (`shippedSize`) ends with its bench and leaves what ships alone; write-sizes.ts puts sizes beside each other. To try a dtype
 * without shipping it, end with the step `parity` and give its folder to `npm run bench -- demo-model --model`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { optionMistake } from '../bench/option-mistake.ts';
import { CannotGoOn } from './steps/cannot-go-on.ts';
import { dataSteps } from './steps/data-steps.ts';
import { modelSteps } from './steps/model-steps.ts';
import { data, devices, dtypes, places, sizes, smokeData, type Plan } from './steps/plan.ts';
import { benchStep, productSteps } from './steps/product-steps.ts';
import { duration, runSteps, type Step } from './steps/step.ts';

/** The one that ships. To ship another one: its name here, then `npm run demo-model` goes on from what is finished. */
const shippedSize = 'large';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const given = options();

function options() {
	try {
		return parseArgs({
			options: {
				size: { type: 'string', default: shippedSize },
				device: { type: 'string', default: 'cpu' },
				dtype: { type: 'string', default: 'fp32' },
				python: { type: 'string' },
				from: { type: 'string' },
				until: { type: 'string' },
				smoke: { type: 'boolean', default: false },
				list: { type: 'boolean', default: false },
			},
		}).values;
	} catch (error) {
		const mistake = optionMistake(error);
		if (mistake === undefined) throw error;
		say(`demo-model: ${mistake}`);
		process.exit(2);
	}
}

function oneOf<T extends string>(option: string, values: readonly T[], value: string): T {
	const found = values.find((each) => each === value);
	if (found === undefined) throw new CannotGoOn(`--${option} is ${values.join(' or ')}, not '${value}'.`);
	return found;
}

/** The steps from one to another; a name may leave out what depends on the size and the dtype: `train` for `train-small`. */
function cut(steps: readonly Step[], from: string | undefined, until: string | undefined): Step[] {
	const at = (option: string, name: string): number => {
		const index = steps.findIndex((step) => step.name === name || step.name.startsWith(`${name}-`));
		if (index < 0) throw new CannotGoOn(`--${option} is one of the steps ${steps.map((step) => step.name).join(', ')}, not '${name}'.`);
		return index;
	};
	const last = until === undefined ? steps.length - 1 : at('until', until);
	return steps.slice(from === undefined ? 0 : at('from', from), last + 1);
}

async function make(): Promise<void> {
	const root = fileURLToPath(new URL('../..', import.meta.url));
	const work = given.smoke && !given.list ? await mkdtemp(join(tmpdir(), 'demo-model-')) : join(root, 'lab/making/training/work');
	const plan: Plan = {
		root,
		work,
		recipe: given.smoke ? 'smoke' : oneOf('size', sizes, given.size),
		device: oneOf('device', devices, given.device),
		dtype: oneOf('dtype', dtypes, given.dtype),
		python: given.python === undefined ? undefined : resolve(given.python),
		data: given.smoke ? smokeData : data,
	};
	const { exported } = places(plan);
	const rest =
		plan.recipe === shippedSize ? productSteps(plan) : [benchStep(plan, { quick: given.smoke, model: exported, inputs: [exported] })];
	const steps = cut([...dataSteps(plan), ...modelSteps(plan), ...rest], given.from, given.until);
	if (given.list) {
		for (const { name, does } of steps) process.stdout.write(`${name}: ${does}\n`);
		return;
	}
	const start = performance.now();
	if (given.smoke) say(`In ${work}, which is removed when all has gone well.`);
	await runSteps(steps, join(work, 'stamps'), given.from === undefined ? undefined : steps[0]?.name, say);
	say(`All done in ${duration((performance.now() - start) / 1000)}.`);
	if (given.smoke) await rm(work, { recursive: true });
}

try {
	await make();
} catch (error) {
	if (!(error instanceof CannotGoOn)) throw error;
	say(`demo-model: ${error.message}`);
	process.exitCode = 1;
}
