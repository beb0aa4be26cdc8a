import { ErrorCodes, MessageType, ResponseError, ShowMessageNotification, type Connection } from 'vscode-languageserver/node';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Finding } from '../../formats/analysis-record.ts';
import { addIgnored, isSameFinding, removeIgnored, type FindingKey } from '../../formats/sidecar.ts';
import { commands, findingArguments, type FindingArguments } from '../../protocol/commands.ts';
import { queryCommands } from '../../protocol/queries.ts';
import { memoryCommands } from '../../protocol/memory.ts';
import { setLabelArguments, type SetLabelArguments } from '../../protocol/labels.ts';
import { describeMismatch } from '../../protocol/rpc.ts';
import { changeSidecar } from './sidecar-store.ts';
import { findingKey, judgedResponses, type JudgedDocument } from './finding-actions.ts';
import { sidecarPath } from './trace-file.ts';
import { quadOf } from '../lsp/positions.ts';
import { listedMessage } from '../../report/listed-findings.ts';
import type { AnalyzedFile, TraceAnalyses } from './trace-analyses.ts';

/** Commands that a client sends here. A language client registers what is named, so that one that shows why itself must not be told of it. */
export function commandsFor({ showsWhy }: { showsWhy: boolean }): string[] {
	return [
		commands.ignoreFinding,
		commands.unignoreFinding,
		commands.setLabel,
		...Object.values(memoryCommands),
		...Object.values(queryCommands),
		...(showsWhy ? [] : [commands.showWhy, commands.chooseModel]),
	];
}

/** What commands work on. */
export interface CommandRoom {
	readonly analyses: TraceAnalyses;
	readonly connection: Connection;
	readonly labels: { readonly set: (label: SetLabelArguments) => Promise<void>; readonly author: (uri: string) => Promise<string> };
}

/** Executes a code action's command. Rejects with a `ResponseError` for bad arguments, or a `UserError`. */
export async function executeFindingCommand(
	command: string,
	args: readonly unknown[],
	{ analyses, connection, labels }: CommandRoom,
): Promise<null> {
	const known: readonly string[] = Object.values(commands);
	if (!known.includes(command))
		throw new ResponseError(ErrorCodes.InvalidParams, `workspace/executeCommand: no command '${command}'; expected ${known.join(', ')}`);
	if (command === commands.setLabel) {
		const label = setLabelArguments.safeParse(args[0]);
		if (!label.success) throw new ResponseError(ErrorCodes.InvalidParams, `${command}: ${describeMismatch('arguments.0', label.error)}`);
		await labels.set(label.data);
		return null;
	}
	if (command === commands.chooseModel) {
		await connection.sendNotification(ShowMessageNotification.type, {
			type: MessageType.Info,
			message: 'Set ragAssay.model to a folder with an ONNX model, or to a Hugging Face repository such as owner/name.',
		});
		return null;
	}
	const checked = findingArguments.safeParse(args[0]);
	if (!checked.success) throw new ResponseError(ErrorCodes.InvalidParams, `${command}: ${describeMismatch('arguments.0', checked.error)}`);
	const { uri, subject, code, textSha256, note, range } = checked.data;
	const key = { subject, code, textSha256 };
	if (command === commands.showWhy) {
		const analyzed = analyses.current(uri);
		const finding = analyzed === undefined ? undefined : findingOf(judgedResponses(analyzed), key, range);
		// A notification: the request that the library makes of it is one that not every client answers.
		await connection.sendNotification(ShowMessageNotification.type, {
			type: MessageType.Info,
			message:
				finding === undefined || analyzed === undefined
					? 'This finding is out of date.'
					: `Line ${range[0] + 1}: ${asListed(finding, analyzed)}`,
		});
		return null;
	}
	const path = sidecarPath(uri);
	if (path === undefined)
		throw new UserError(errorNumbers.unwritableSidecar, 'You can only ignore findings in a saved file.', {
			place: { file: uri },
			hint: 'Save the file first.',
		});
	const entry = { ...key, who: await labels.author(uri), when: new Date().toISOString(), note: note ?? '' };
	await changeSidecar(path, (sidecar) => (command === commands.ignoreFinding ? addIgnored(sidecar, entry) : removeIgnored(sidecar, key)));
	analyses.touched(uri);
	return null;
}

/** The finding that an action was made for: of equal texts the one at its place, or else, since the text moved, the first. */
function findingOf({ document, texts }: JudgedDocument, key: FindingKey, range: FindingArguments['range']): Finding | undefined {
	const same = texts.flatMap(({ text, findings }) => findings.filter((finding) => isSameFinding(findingKey(text, finding), key)));
	return same.find((finding) => quadOf(document, finding).every((value, i) => value === range[i])) ?? same[0];
}

/** Returns what Problems say of a finding. */
function asListed(finding: Finding, { analyses }: AnalyzedFile): string {
	const record = analyses.find(({ record: { trace } }) => trace.id === finding.subject.id)?.record;
	return listedMessage(finding, record?.findings ?? [], record?.support?.values ?? []);
}
