import { programMeaning, programName } from '../../protocol/program-words.ts';
import type { RunningProgram } from '../../running-program.ts';

/** What the status item says of the program that runs the runner; `undefined` while none runs. */
export function programText(program: RunningProgram | undefined): { readonly text: string; readonly detail: string } | undefined {
	if (program === undefined) return undefined;
	const meaning = programMeaning(program);
	return meaning === null
		? { text: `Runs on Node.js ${program.node}`, detail: program.path }
		: { text: "Runs on the editor's own binary", detail: `${sentence(programName(program))} ${meaning}` };
}

function sentence(words: string): string {
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
