/** `npm run bench -- NAME [--seed N] [--quick] [--model DIR]… [--data DIR] [--draws N] [--forms dev|test] [--device NAME] [--pii-model DIR] [--embedder DIR] [--judge URL --judge-model NAME] [--json | --markdown]`, `npm run bench -- list`. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeError, UserError } from '../../src/errors.ts';
import type { HeldOutForms } from '../world/domain.ts';
import { devices, type Device } from '../../src/lm/devices/device.ts';
import { deviceData, prepareDevice } from './bench-device.ts';
import type { Bench, Figure } from './bench.ts';
import { calibration } from '../calibration/bench.ts';
import { closedBook } from '../repcs/bench-closed-book.ts';
import { demoModel } from '../demo-model/bench.ts';
import { demoModelSizes } from '../demo-model/bench-sizes.ts';
import { intervalText, targetText, valueText } from './figure-text.ts';
import { firstOpen } from '../runner/bench-first-open.ts';
import { growth } from '../runner/bench-growth.ts';
import { markdownTable } from './markdown-table.ts';
import { memsad } from '../memsad/bench.ts';
import { memsadPublic } from '../memsad/public/bench.ts';
import { memsadSpeed } from '../memsad/bench-speed.ts';
import { mirabel } from '../mirabel/bench.ts';
import { mirabelSpeed } from '../mirabel/bench-speed.ts';
import { optionMistake } from './option-mistake.ts';
import { pearl } from '../pearl/bench.ts';
import { pii } from '../pii/bench.ts';
import { pearlSpeed } from '../pearl/bench-speed.ts';
import { likeness } from '../likeness/bench.ts';
import { publicFilesBench } from '../formats/bench.ts';
import { largeFile } from '../formats/bench-large-file.ts';
import { realOrigins } from '../real-text/bench-origins.ts';
import { realText } from '../real-text/bench.ts';
import { starter } from '../real-text/starter/bench.ts';
import { repcs } from '../repcs/bench.ts';
import { benchResult, benchSchema, reaches } from './result.ts';
import { runnerLatency } from '../runner/bench-latency.ts';
import { scoringMemory } from '../runner/bench-scoring-memory.ts';
import { support } from '../support/bench.ts';
import { spadDetection } from '../spad/bench.ts';
import { spadSpeed } from '../spad/bench-speed.ts';

const benches: readonly Bench[] = [
	firstOpen,
	runnerLatency,
	growth,
	scoringMemory,
	demoModel,
	demoModelSizes,
	spadDetection,
	calibration,
	likeness,
	realText,
	starter,
	repcs,
	closedBook,
	realOrigins,
	pii,
	pearl,
	memsad,
	mirabel,
	support,
	spadSpeed,
	pearlSpeed,
	memsadPublic,
	publicFilesBench,
	largeFile,
	memsadSpeed,
	mirabelSpeed,
];
const usage =
	'Expected: npm run bench -- NAME [--seed N] [--quick] [--model DIR]… [--data DIR] [--draws N] [--forms dev|test] [--device NAME] [--pii-model DIR] [--embedder DIR] [--judge URL --judge-model NAME] [--json | --markdown], or: npm run bench -- list';

const {
	values,
	positionals: [name, ...rest],
} = given();

function given() {
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				seed: { type: 'string', default: '1' },
				quick: { type: 'boolean', default: false },
				model: { type: 'string', multiple: true, default: [] },
				data: { type: 'string' },
				draws: { type: 'string' },
				forms: { type: 'string', default: 'test' },
				device: { type: 'string', default: 'cpu' },
				'pii-model': { type: 'string' },
				embedder: { type: 'string' },
				judge: { type: 'string' },
				'judge-model': { type: 'string' },
				help: { type: 'boolean', short: 'h', default: false },
				json: { type: 'boolean', default: false },
				markdown: { type: 'boolean', default: false },
			},
		});
	} catch (error) {
		const mistake = optionMistake(error);
		if (mistake === undefined) throw error;
		console.error(`${mistake}. ${usage}`);
		process.exit(2);
	}
}
const seed = Number(values.seed);
const draws = values.draws === undefined ? undefined : Number(values.draws);
const { forms } = values;
const device = devices.find((each) => each === values.device);
const bench = benches.find((each) => each.name === name);
if (values.help) {
	console.log(usage);
} else if (name === 'list') {
	for (const each of benches) console.log(`${each.name}: ${each.summary}`);
} else if (
	bench === undefined ||
	rest.length > 0 ||
	!Number.isSafeInteger(seed) ||
	(draws !== undefined && !(Number.isSafeInteger(draws) && draws > 0)) ||
	(forms !== 'dev' && forms !== 'test') ||
	device === undefined ||
	(values.json && values.markdown)
) {
	console.error(
		name === undefined || bench !== undefined
			? usage
			: `There is no bench '${name}'; there is: ${benches.map((each) => each.name).join(', ')}. ${usage}`,
	);
	process.exitCode = 2;
} else if (values.model.length > 1 && bench.takesModels !== true) {
	console.error(`The bench '${bench.name}' takes one --model.`);
	process.exitCode = 2;
} else if (values.model.length > 0 && bench.takesModel !== true) {
	console.error(`The bench '${bench.name}' takes no --model.`);
	process.exitCode = 2;
} else if ((values.data !== undefined || draws !== undefined) && bench.takesData !== true) {
	console.error(`The bench '${bench.name}' takes no --data and no --draws.`);
	process.exitCode = 2;
} else if (values['pii-model'] !== undefined && bench.takesPiiModel !== true) {
	console.error(`The bench '${bench.name}' takes no --pii-model.`);
	process.exitCode = 2;
} else if (values.embedder !== undefined && bench.takesEmbedder !== true) {
	console.error(`The bench '${bench.name}' takes no --embedder.`);
	process.exitCode = 2;
} else if ((values.judge !== undefined || values['judge-model'] !== undefined) && bench.takesJudge !== true) {
	console.error(`The bench '${bench.name}' takes no --judge.`);
	process.exitCode = 2;
} else if ((values.judge === undefined) !== (values['judge-model'] === undefined)) {
	console.error('--judge needs an address and --judge-model the name of the model there: give both, or neither.');
	process.exitCode = 2;
} else if (forms !== 'test' && bench.takesForms !== true) {
	console.error(`The bench '${bench.name}' takes no --forms.`);
	process.exitCode = 2;
} else if (device !== 'cpu' && bench.takesDevice !== true) {
	console.error(`The bench '${bench.name}' takes no --device.`);
	process.exitCode = 2;
} else {
	try {
		const status = await prepareDevice(device);
		if (status === undefined) await runBench(bench, forms, device);
		else process.exitCode = status;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		console.error(describeError(error));
		process.exitCode = 2;
	}
}

async function runBench(chosen: Bench, sentences: HeldOutForms, on: Device): Promise<void> {
	const start = performance.now();
	const [model = fileURLToPath(new URL('../../models/demo', import.meta.url)), ...others] = values.model.map((folder) => resolve(folder));
	const { data, figures } = await chosen.run({
		seed,
		quick: values.quick,
		model,
		models: [model, ...others],
		data: values.data === undefined ? undefined : resolve(values.data),
		draws,
		piiModel: values['pii-model'] === undefined ? undefined : resolve(values['pii-model']),
		embedder: values.embedder === undefined ? undefined : resolve(values.embedder),
		judge:
			values.judge === undefined || values['judge-model'] === undefined ? undefined : { url: values.judge, model: values['judge-model'] },
		forms: sentences,
		device: on,
		log: (message) => console.error(message),
	});
	const result = benchResult.parse({
		schema: benchSchema,
		name: chosen.name,
		seed,
		quick: values.quick,
		data: { ...data, ...deviceData(on) },
		figures,
		seconds: Math.round(performance.now() - start) / 1000,
	});
	if (values.json) return console.log(JSON.stringify(result));
	if (values.markdown) return console.log((chosen.markdown ?? markdownTable)(result));
	console.log(
		`${chosen.name}${values.quick ? ' (the quick run: its figures are not to be quoted)' : ''}, seed ${seed}, ${result.seconds} s`,
	);
	for (const [key, value] of Object.entries(data)) console.log(`  ${key}: ${value}`);
	const width = Math.max(...figures.map((figure) => figure.name.length));
	for (const figure of figures) console.log(`  ${row(figure, width)}`);
}

function row(figure: Figure, width: number): string {
	const { name: what, n, unit, target } = figure;
	const reached = reaches(figure);
	const measured = [valueText(figure).padStart(8), unit, intervalText(figure)].filter((part) => part !== '').join(' ');
	return `${what.padEnd(width)} ${measured} (n = ${n})${target === null ? '' : `; target ${targetText(target)}: ${reached ? 'reached' : 'MISSED'}`}`;
}
