import { userInfo } from 'node:os';
import { ErrorCodes, ResponseError, type Connection } from 'vscode-languageserver/node';
import { UserError } from '../../errors.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { addIgnored, removeIgnored } from '../../formats/sidecar.ts';
import { commands, findingArguments } from '../../protocol/commands.ts';
import { describeMismatch } from '../../protocol/typed-connection.ts';
import { changeSidecar } from '../sidecar-store.ts';
import { pathOf } from '../uris.ts';
import type { TraceAnalyses } from './trace-analyses.ts';

/** Commands that a client sends here; `showWhy` belongs to the editor, where it has one. */
export const serverCommands = [commands.ignoreFinding, commands.unignoreFinding];

/** Executes a code action's command. Rejects with a `ResponseError` for bad arguments, or a `UserError`. */
export async function executeFindingCommand(command: string, args: readonly unknown[], analyses: TraceAnalyses, connection: Connection): Promise<null> {
	const known: readonly string[] = Object.values(commands);
	if (!known.includes(command)) throw new ResponseError(ErrorCodes.InvalidParams, `workspace/executeCommand: no command '${command}'; expected ${known.join(', ')}`);
	const checked = findingArguments.safeParse(args[0]);
	if (!checked.success) throw new ResponseError(ErrorCodes.InvalidParams, `${command}: ${describeMismatch('arguments.0', checked.error)}`);
	const { uri, trace, code, textSha256, note, range } = checked.data;
	if (command === commands.showWhy) {
		const finding = analyses.current(uri)?.analyses.flatMap(({ record }) => record.findings).find((candidate) => candidate.code === code);
		connection.window.showInformationMessage(finding === undefined ? 'This finding is out of date.' : `Line ${range[0] + 1}: ${finding.message}`);
		return null;
	}
	const path = pathOf(sidecarFile(uri));
	if (path === undefined) throw new UserError('RA505', 'A finding can be ignored only in a file on the disk.', { place: { file: uri }, hint: 'Save the file first.' });
	const key = { trace, code, textSha256 };
	const entry = { ...key, who: userName(), when: new Date().toISOString(), note: note ?? '' };
	await changeSidecar(path, (sidecar) => command === commands.ignoreFinding ? addIgnored(sidecar, entry) : removeIgnored(sidecar, key));
	analyses.touched(uri);
	return null;
}

/** The system's name of the person; some containers have no entry for theirs. */
function userName(): string {
	try {
		return userInfo().username;
	} catch (error) {
		if (error instanceof Error && 'code' in error) return `uid ${process.getuid?.() ?? 'unknown'}`;
		throw error;
	}
}
