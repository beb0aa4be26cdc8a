import type { Command } from 'commander';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { programMeaning, programName, GetDeviceReport } from '../../protocol/models.ts';
import { plural } from '../../wording/phrases.ts';
import { GetCaches, LoadModel } from '../../protocol/requests.ts';
import { addEngineOptions, addProfileOption, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { bold, dim, green, paint, red, yellow, type ColorDepth } from '../output/color.ts';
import { oneLine } from '../output/plain-text.ts';
import type { DoctorOutput } from '../output/schemas.ts';
import { fromWire } from '../../protocol/wire-error.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

/** What `doctor` prints for people. */
export function doctorText(output: DoctorOutput, depth: ColorDepth): string {
	const { model, devices, caches } = output;
	const meaning = programMeaning(output.program);
	const row = (name: string, value: string) => `  ${paint(depth, dim, name.padEnd(10))}${value}`;
	const cacheRow = (name: string, { folder, files, bytes }: DoctorOutput['caches']['results']) =>
		row(name, `${plural(files, 'file')}, ${(bytes / 1024 / 1024).toFixed(1)} MiB in ${oneLine(folder)}`);
	const marks = {
		chosen: paint(depth, green, 'chosen   '),
		available: 'available',
		refused: paint(depth, yellow, 'refused  '),
		'not-tried': paint(depth, dim, 'not tried'),
	};
	return [
		paint(depth, bold, `RAG Assay ${output.version}`),
		row('Node.js', output.node),
		row('platform', output.platform),
		row('runner', `starts and answers, on ${oneLine(programName(output.program))}`),
		...(meaning === null ? [] : [row('', paint(depth, yellow, meaning))]),
		row('model', model.name === null ? 'none' : `${oneLine(model.name)} (${[model.dtype, model.device].filter(Boolean).join(', ')})`),
		row('profile', model.profile === null ? 'none: scores and colors, and the starter profile' : oneLine(model.profile)),
		cacheRow('results', caches.results),
		cacheRow('graphs', caches.graphs),
		cacheRow('models', caches.models),
		cacheRow('cuda', caches.cuda),
		'',
		paint(depth, bold, 'Devices'),
		...devices.candidates.map(({ device, verdict, reason }) => `  ${device.padEnd(9)} ${marks[verdict]}  ${oneLine(reason)}`),
		...output.notes.map((note) => `note: ${oneLine(note)}`),
		'',
	].join('\n');
}

async function doctor(program: RunnerProgram, options: CommonOptions): Promise<ExitStatus> {
	return withRunner(program, options, async ({ client, console }) => {
		const { program: running, ...devices } = await client.ask(GetDeviceReport, null);
		const state = await client.ask(LoadModel, null);
		if (state.error !== null) throw fromWire(state.error);
		if (state.state === 'failed')
			throw new UserError(errorNumbers.modelNotLoaded, 'The model could not be loaded, and the runner gave no reason.');
		const output: DoctorOutput = {
			schema: 'rag-assay/doctor@1',
			version: program.version,
			node: process.version,
			platform: `${process.platform} ${process.arch}`,
			program: running,
			model: { name: state.model, device: state.device, dtype: state.dtype, profile: state.profile },
			devices,
			caches: await client.ask(GetCaches, null),
			notes: state.notes,
		};
		if (options.json) console.json(output);
		else console.write(doctorText(output, console.depth));
		// The rest is worth knowing anyway; who named a profile must not miss that it does not judge.
		if (options.profile === undefined || state.profileProblem === null) return exitStatus.done;
		console.complain(paint(console.errorDepth, red, state.profileProblem));
		return exitStatus.wrongInput;
	});
}

export function addDoctor(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	addProfileOption(
		addEngineOptions(
			parent.command('doctor').description('Show versions, the model, caches, and which devices work and why others do not'),
			{ model: true },
		),
	).action(async (options: CommonOptions) => done(await doctor(program, options)));
}
