import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CannotGoOn } from './cannot-go-on.ts';
import { places, shownPath, type Plan } from './plan.ts';
import { pythonOf } from './python.ts';
import { runProgram } from './run-program.ts';
import { digest, type Step } from './step.ts';

/** Training, export, and the proof that what is exported is what was trained. */
export function modelSteps(plan: Plan): Step[] {
	const { root } = plan;
	const at = places(plan);
	const python = plan.python ?? pythonOf(at.environment);
	const script = (name: string): string => join(at.export, name);
	const trained = [at.recipe, ...Object.values(at.encoded)];
	const source = [at.checkpoint, at.tokenizer];
	const readers = [script('checkpoint.py'), join(at.training, 'model.py'), join(at.training, 'data.py'), join(at.training, 'tokenizer.py')];
	return [
		{
			// Of a run that took hours, the data and the recipe decide; an edited comment in the trainer does not begin it again.
			name: `train-${plan.recipe}`,
			does: `trains by recipes/${plan.recipe}.json, or goes on from where it was; a checkpoint every three minutes`,
			inputs: trained,
			options: [],
			outputs: [at.checkpoint],
			run: () => train(plan, python, trained),
		},
		{
			name: `export-${plan.recipe}-${plan.dtype}`,
			does: `writes the ONNX folder ${shownPath(at.exported, root)}`,
			inputs: [...source, ...readers, ...['export.py', 'hugging_face_model.py', 'onnx_graph.py', 'chat_template.jinja'].map(script)],
			options: [plan.dtype],
			outputs: [at.exported],
			run: async () => {
				await rm(at.exported, { recursive: true, force: true });
				await runProgram(python, [script('export.py'), ...source, at.exported, '--dtype', plan.dtype], { cwd: root });
			},
		},
		{
			name: `oracle-${plan.recipe}`,
			does: 'scores 50 conversations in float64',
			inputs: [...source, ...readers, script('make_oracle.py'), script('write-conversations.ts'), join(root, 'lab/world')],
			options: [],
			outputs: [at.oracle],
			run: async () => {
				await runProgram(process.execPath, [script('write-conversations.ts')], { cwd: root, to: at.conversations });
				await runProgram(python, [script('make_oracle.py'), ...source, at.conversations, at.oracle], { cwd: root });
			},
		},
		{
			name: `parity-${plan.recipe}-${plan.dtype}`,
			does: 'compares the export with PyTorch',
			inputs: [...source, ...readers, at.exported, at.oracle, script('check_parity.py')],
			options: [],
			outputs: [at.parity],
			run: async () => {
				await runProgram(python, [script('check_parity.py'), at.checkpoint, at.exported, at.oracle], {
					cwd: root,
					to: at.parity,
					hint: `Nothing was installed; the figures are in ${at.parity}.part.`,
				});
				process.stdout.write(await readFile(at.parity, 'utf8'));
			},
		},
	];
}

async function train(plan: Plan, python: string, inputs: readonly string[]): Promise<void> {
	const at = places(plan);
	// What the checkpoint beside it was trained on. A run that was begun by hand has none; train.py itself compares the recipe.
	const [begunWith, now] = [join(at.run, 'inputs'), await digest(inputs, [])];
	if (existsSync(begunWith) && (await readFile(begunWith, 'utf8')) !== now) {
		throw new CannotGoOn(
			`${at.run} holds a run with another recipe or other data, which would be lost. Remove the folder to begin anew, or keep it under another name.`,
		);
	}
	await mkdir(at.run, { recursive: true });
	await writeFile(begunWith, now);
	// From the trainer's folder and with relative paths: the checkpoint knows its data by them.
	const [recipe, out, data] = [at.recipe, at.run, plan.work].map((path) => relative(at.training, path));
	await runProgram(python, ['train.py', recipe!, out!, '--data', data!, '--device', plan.device], {
		cwd: at.training,
		hint: 'Run the same command again to go on from the last checkpoint.',
	});
}
