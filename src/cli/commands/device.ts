import { Argument, type Command } from 'commander';
import { InstallDevice, type DeviceInstallation } from '../../protocol/models.ts';
import { addOutputOptions, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { bold, dim, paint, type ColorDepth } from '../output/color.ts';
import { oneLine } from '../output/plain-text.ts';
import type { DeviceInstallOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/** What `device install` is about to do, one package a line. */
function installationText({ runtime, cuda, folder, packages }: DeviceInstallation, depth: ColorDepth): string {
	const what = { there: () => 'installed', machine: own, link: own, fetch: ({ bytes }: { bytes: number }) => megabytes(bytes) };
	const width = Math.max(...packages.map(({ name, version }) => name.length + version.length + 1));
	return [
		`${paint(depth, bold, `CUDA ${cuda} for ONNX Runtime ${runtime}`)}  ${paint(depth, dim, oneLine(folder))}`,
		...packages.map((one) => `  ${`${one.name} ${one.version}`.padEnd(width)}  ${what[one.state](one).padStart(9)}  ${one.brings}`),
	].join('\n');
}

function own({ path }: { path: string | null }): string {
	return `this machine's own: ${oneLine(path ?? '')}`;
}

/** What it weighs and where it comes from, in sentences. */
function massText({ bytes, unpackedBytes, host }: DeviceInstallation): string {
	if (bytes === 0) return 'Nothing is left to download.';
	return `${megabytes(bytes)} to download from ${host}, and ${megabytes(unpackedBytes)} on disk. NVIDIA's libraries are under NVIDIA's license. The license texts are kept beside them.`;
}

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
	const device = parent.command('device').description('Set up devices that models run on');
	addOutputOptions(
		device
			.command('install')
			.addArgument(new Argument('<device>', 'Device to install for').choices(['cuda']))
			.description('Download what a device needs in addition to its driver. Shows the download size first, and resumes where it stopped'),
	)
		.option('--dry-run', 'Show what would be downloaded, and download nothing', false)
		.option(
			'--index <url>',
			'Package index to download from (default: the one that pip uses here). Downloads are checked against pinned hashes',
		)
		.option('--offline', 'Never use the network: refuse the download', false)
		.action(async (name: 'cuda', options: InstallOptions) => done(await install(program, name, options)));
}
