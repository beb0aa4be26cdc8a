import { Argument, type Command } from 'commander';
import { InstallDevice, type DeviceInstallation } from '../../protocol/devices.ts';
import { addOutputOptions, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { installationText, massText } from '../output/installation-text.ts';
import type { DeviceInstallOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

interface InstallOptions extends Pick<CommonOptions, 'json' | 'quiet' | 'offline'> {
	readonly dryRun: boolean;
	readonly index?: string;
}

async function install(
	program: RunnerProgram,
	device: 'cuda',
	{ dryRun, index, json, quiet, offline }: InstallOptions,
): Promise<ExitStatus> {
	return withRunner(program, { json, quiet, offline, device: 'auto' }, async ({ client, console }) => {
		const asked = { token: 'device-install', device, ...(index === undefined ? {} : { index }) };
		const output = (result: DeviceInstallation): DeviceInstallOutput => ({ schema: 'rag-assay/device-install@1', dryRun, ...result });
		const plan = await client.ask(InstallDevice, { ...asked, announced: null });
		if (!json && !quiet) console.write(`${installationText(plan, console.depth)}\n${massText(plan)}\n`);
		if (dryRun) {
			if (json) console.write(`${JSON.stringify(output(plan))}\n`);
			return exitStatus.done;
		}
		const done = await client.ask(InstallDevice, {
			...asked,
			announced: plan.packages.filter(({ state }) => state === 'fetch').map(({ file }) => file),
		});
		if (json) console.write(`${JSON.stringify(output(done))}\n`);
		else if (!quiet)
			console.write(done.missing === null ? 'CUDA is installed. `rag-assay doctor` tries it.\n' : `All of it is there. ${done.missing}\n`);
		return exitStatus.done;
	});
}

export function addDevice(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const device = parent.command('device').description('devices that models run on');
	addOutputOptions(
		device
			.command('install')
			.addArgument(new Argument('<device>', 'what to install for').choices(['cuda']))
			.description(
				'fetch what a device needs beside its driver into the cache directory: says what and how much, then does it; what was interrupted goes on',
			),
	)
		.option('--dry-run', 'say what would be fetched, and fetch nothing', false)
		.option(
			'--index <url>',
			'package index to fetch from (default: that of this machine\u2019s pip); what comes is compared with pinned hashes',
		)
		.option('--offline', 'never use the network: refuses', false)
		.action(async (name: 'cuda', options: InstallOptions) => done(await install(program, name, options)));
}
