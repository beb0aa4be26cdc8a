import { programMeaning, programName } from '../protocol/program-words.ts';
import type { MachineReport } from '../protocol/devices.ts';

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
			`RAG Assay computes on **${chosen}**. The setting \`ragAssay.device\` changes that.`,
			'',
			`The runner runs on ${programName(program)}.${meaning === null ? '' : ` ${meaning}`}`,
			'',
			...lines,
		]
			.join('\n')
			.trimEnd() + '\n'
	);
}
