import { programMeaning, programName, type DeviceInstallation, type MachineReport } from '../../protocol/models.ts';

const verdicts: Readonly<Record<MachineReport['candidates'][number]['verdict'], string>> = {
	chosen: 'chosen',
	available: 'would work',
	refused: 'cannot be used',
	'not-tried': 'not tried',
};

/** The report as Markdown that reads well as text. */
export function deviceReportText({ chosen, candidates, program }: MachineReport): string {
	const meaning = programMeaning(program);
	const lines = candidates.flatMap(({ device, verdict, reason, difference }) => [
		`## ${device}: ${verdicts[verdict]}`,
		'',
		...(reason === '' ? [] : [reason, '']),
		...(difference === null || difference === 0
			? []
			: [`Largest difference to the CPU on the bundled model: ${difference.toExponential(1)} nats.`, '']),
	]);
	return (
		[
			'# Device report',
			'',
			`RAG Assay runs the model on **${chosen}**. To change this, use the setting \`ragAssay.device\`.`,
			'',
			`The runner uses ${programName(program)}.${meaning === null ? '' : ` ${meaning}`}`,
			'',
			...lines,
		]
			.join('\n')
			.trimEnd() + '\n'
	);
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** What is asked before anything is downloaded: how much, from where, to where, and what it will not bring. */
export function installationQuestion({ runtime, cuda, folder, host, packages, bytes, unpackedBytes, missingDriver }: DeviceInstallation): {
	message: string;
	detail: string;
	button: string;
} {
	const brought = packages.filter(({ state }) => state === 'fetch').map(({ brings }) => brings);
	const own = packages.filter(({ state }) => state === 'machine' || state === 'link').map(({ brings }) => brings);
	return {
		message: `Download ${megabytes(bytes)} for CUDA?`,
		detail: [
			...(missingDriver === null
				? []
				: ['CUDA does not work on this machine yet: it has no NVIDIA driver. Install the driver separately.']),
			`From ${host}: ${brought.join(', ')}, for CUDA ${cuda} and ONNX Runtime ${runtime}. They take ${megabytes(unpackedBytes)} in ${folder}. Sizes and SHA-256 are checked.`,
			...(own.length === 0 ? [] : [`Already on this machine: ${own.join(', ')}.`]),
			"NVIDIA's libraries are under NVIDIA's license. The license texts are kept beside them.",
		].join('\n\n'),
		button: 'Install CUDA',
	};
}
