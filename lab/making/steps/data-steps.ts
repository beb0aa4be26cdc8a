import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { phases, places, shownPath, type Plan } from './plan.ts';
import { checkPython, makeEnvironment, pythonOf } from './python.ts';
import { runProgram } from './run-program.ts';
import type { Step } from './step.ts';

/** Python, the training conversations, the tokenizer, and the conversations as its tokens. */
export function dataSteps(plan: Plan): Step[] {
	const { root } = plan;
	const at = places(plan);
	const python = plan.python ?? pythonOf(at.environment);
	const world = [join(root, 'lab/world'), join(root, 'src/statistics/random.ts')];
	const writer = join(at.training, 'write-data.ts');
	const needs = {
		requirements: at.requirements,
		modules: ['numpy', 'onnx', 'onnxruntime', 'onnxruntime_genai', 'tokenizers', 'torch', 'transformers'],
		cuda: plan.device === 'cuda',
	};
	const environment: Pick<Step, 'does' | 'outputs' | 'run'> =
		plan.python === undefined
			? {
					does: `makes ${shownPath(at.environment, root)} with what lab/making/requirements.txt lists`,
					outputs: [join(at.environment, 'pyvenv.cfg')],
					run: async () => {
						await makeEnvironment(at.environment, at.requirements, root);
						checkPython(python, needs, root);
					},
				}
			: { does: `looks for the packages in ${plan.python}`, outputs: [], run: async () => checkPython(python, needs, root) };
	return [
		{ name: 'python', inputs: [at.requirements], options: [python, plan.device], ...environment },
		{
			name: 'data',
			does: `writes ${phases.reduce((sum, phase) => sum + plan.data[phase].count, 0).toLocaleString('en')} training conversations`,
			inputs: [...world, writer],
			options: phases.flatMap((phase) => [plan.data[phase].seed, plan.data[phase].count]),
			outputs: phases.map((phase) => at.lines[phase]),
			run: async () => {
				for (const phase of phases) {
					const { seed, count } = plan.data[phase];
					// oxlint-disable-next-line no-await-in-loop -- two cores, one of them for what else goes on
					await runProgram(process.execPath, [writer, phase, String(seed), String(count)], { cwd: root, to: at.lines[phase] });
				}
			},
		},
		{
			name: 'tokenizer',
			does: 'learns the vocabulary from 20,000 of them',
			inputs: [at.lines.bind, at.lines.read, join(at.training, 'tokenizer.py')],
			options: [],
			outputs: [at.tokenizer],
			run: () =>
				whole(at.tokenizer, (part) =>
					runProgram(python, [join(at.training, 'tokenizer.py'), part, at.lines.bind, at.lines.read], { cwd: root }),
				),
		},
		{
			name: 'encode',
			does: 'turns them into tokens',
			inputs: [...phases.map((phase) => at.lines[phase]), at.tokenizer, join(at.training, 'data.py')],
			options: [],
			outputs: phases.map((phase) => at.encoded[phase]),
			run: async () => {
				for (const phase of phases) {
					// oxlint-disable-next-line no-await-in-loop -- each takes gigabytes of memory
					await whole(at.encoded[phase], (part) =>
						runProgram(python, [join(at.training, 'data.py'), at.tokenizer, part, at.lines[phase]], { cwd: root }),
					);
				}
			},
		},
	];
}

/** Lets `write` make the file under another name and gives it its own when it is there: a run that is training may be reading the old one. */
async function whole(file: string, write: (part: string) => Promise<void>): Promise<void> {
	const part = file.replace(/(\.\w+)$/, '.part$1');
	await write(part);
	await rename(part, file);
}
