import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchResult } from '../../bench/result.ts';
import { markdownTable, withTable } from '../../bench/markdown-table.ts';
import { calibration } from '../../../src/analysis/calibration/methods.ts';
import { filesTable } from './files-table.ts';
import { places, shownPath, type Plan } from './plan.ts';
import { memoryTable, profileTable } from './profile-table.ts';
import { runProgram } from './run-program.ts';
import type { Step } from './step.ts';

/** What decides the bench's figures, besides the model and the product. */
const measuring = ['bench', 'datasets', 'demo-model', 'world', 'cluster-bootstrap.ts', 'figure.ts'] as const;
const settings = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;

/** The bench of what was exported, without touching what ships. */
export function benchStep(plan: Plan, { quick, model, inputs }: { quick: boolean; model: string; inputs: readonly string[] }): Step {
	const { root } = plan;
	const at = places(plan);
	return {
		name: `bench-${plan.recipe}-${plan.dtype}`,
		does: `measures ${shownPath(model, root)}`,
		inputs: [...inputs, ...measuring.map((room) => join(root, 'lab', room))],
		options: [quick ? 'quick' : 'full'],
		outputs: [at.bench],
		run: () =>
			runProgram(
				process.execPath,
				[join(root, 'lab/bench/run.ts'), 'demo-model', '--json', '--model', model, ...(quick ? ['--quick'] : [])],
				{ cwd: root, to: at.bench },
			),
	};
}

/** From the exported folder to everything in the repository that is made by the model. */
export function productSteps(plan: Plan): Step[] {
	const { root, work } = plan;
	const at = places(plan);
	const model = [...settings, 'onnx'].map((name) => join(at.demo, name));
	const script = (name: string): string => join(at.making, name);
	const own = [
		...['analysis', 'lm', 'methods', 'statistics', 'text'].map((room) => join(root, 'src', room)),
		...['datasets', 'world'].map((room) => join(root, 'lab', room)),
	];
	const labelled = join(work, 'labelled');
	const laidOut = ['laid-out', 'laid-out-clean'].map((name) => join(work, name));
	const profile = join(at.demo, 'demo.assay-profile.json');
	const readme = join(at.demo, 'README.md');
	const run = (name: string, ...args: string[]): Promise<void> => runProgram(process.execPath, [script(name), ...args], { cwd: root });
	return [
		{
			name: 'install',
			does: 'puts the model and its oracle where they ship',
			inputs: [at.exported, at.oracle, at.parity],
			options: [],
			outputs: [...model, at.shippedOracle],
			run: async () => {
				await rm(join(at.demo, 'onnx'), { recursive: true, force: true });
				await mkdir(at.demo, { recursive: true });
				for (const name of await readdir(at.exported)) await cp(join(at.exported, name), join(at.demo, name), { recursive: true });
				await cp(at.oracle, at.shippedOracle);
			},
		},
		{
			name: 'labelled',
			does: 'samples 5,000 labeled answers',
			inputs: [...model, ...own, script('make-datasets.ts')],
			options: [],
			outputs: [labelled],
			run: () => run('make-datasets.ts', '--full', labelled),
		},
		{
			name: 'laid-out',
			does: 'samples 3,900 answers over passages in rows and tables',
			inputs: [...model, ...own, join(root, 'lab/repcs'), script('make-datasets.ts')],
			options: [],
			outputs: laidOut,
			run: () => run('make-datasets.ts', '--laid-out', work),
		},
		{
			name: 'datasets',
			does: 'writes examples/datasets',
			inputs: [...model, ...own, script('make-datasets.ts'), script('datasets-readme.ts')],
			options: [],
			outputs: [join(root, 'examples/datasets')],
			run: () => run('make-datasets.ts'),
		},
		{
			name: 'profile',
			does: 'calibrates the profile and its classifiers',
			inputs: [
				...model,
				labelled,
				...laidOut,
				join(root, 'examples/datasets'),
				...own,
				join(root, 'src/runner/calibration'),
				script('make-profile.ts'),
			],
			options: [],
			outputs: [profile],
			run: () => run('make-profile.ts', '--data', work),
		},
		{
			name: 'examples',
			does: 'writes examples/traces',
			inputs: [...model, profile, ...own, script('make-examples.ts'), script('examples')],
			options: [],
			outputs: [],
			run: () => run('make-examples.ts'),
		},
		benchStep(plan, { quick: false, model: at.demo, inputs: model }),
		{
			name: 'readme',
			does: 'writes the tables of models/demo/README.md',
			inputs: [...model, profile, at.parity, at.bench],
			options: [],
			outputs: [readme],
			run: async () => {
				const measured = benchResult.parse(JSON.parse(await readFile(at.bench, 'utf8')));
				const made = calibration.profiles.read(await readFile(profile, 'utf8'), profile);
				const tables = {
					files: await filesTable(at.demo, model),
					parity: await readFile(at.parity, 'utf8'),
					profile: profileTable(made),
					memory: memoryTable(made),
					[measured.name]: markdownTable(measured),
				};
				const page = Object.entries(tables).reduce(
					(text, [name, table]) => withTable(text, name, table.trimEnd()),
					await readFile(readme, 'utf8'),
				);
				await writeFile(readme, page);
			},
		},
	];
}
