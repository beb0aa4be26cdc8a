import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import * as z from 'zod';
import { runningProgram } from '../../protocol/models.ts';

/** The oldest Node that the product runs on. */
const oldest = 20;
/** Time for an answer, milliseconds: a first start under a virus scanner takes seconds. */
const defaultLimit = 10_000;
/** No more of an answer is read, characters. */
const longestAnswer = 4096;

/** What a program must be for, as `process.platform` and `process.arch` name it. */
export interface Needs {
	readonly platform: string;
	/** Those that ONNX Runtime's files are there for. */
	readonly architectures: readonly string[];
}

/**
 * What became of the question which Node a program is. A refusal is `lasting` when it is the program's own: as long as the file is the same,
 * so is the answer. What stands in for Node may stand for another version tomorrow, and what failed may not fail again.
 */
export const verdictSchema = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('node'), program: runningProgram }),
	z.object({ kind: z.literal('refused'), reason: z.string(), lasting: z.boolean() }),
]);
export type Verdict = z.infer<typeof verdictSchema>;

const answerSchema = z.object({
	path: z.string(),
	node: z.string().regex(/^\d+\.\d+\.\d+/),
	name: z.string(),
	platform: z.string(),
	arch: z.string(),
	electron: z.string().nullable(),
	other: z.string().nullable(),
});
const question =
	'const {versions: v} = process; process.stdout.write(JSON.stringify({path: process.execPath, node: v.node, name: process.release.name, ' +
	'platform: process.platform, arch: process.arch, electron: v.electron ?? null, other: v.bun ? "Bun" : v.deno ? "Deno" : null}))';

/**
 * Asks a program what it is: whether it is a plain Node of version 20 or newer for these needs. It runs in `folder`, which must not be a
 * workspace's: what stands in for Node there may choose a version by the files of the folder. The answer's path is that of the program
 * itself, without links and stand-ins. Never rejects.
 */
export async function checkProgram(
	path: string,
	needs: Needs,
	{ folder, limit = defaultLimit }: { readonly folder: string; readonly limit?: number },
): Promise<Verdict> {
	const said = await output(path, folder, limit);
	if ('failure' in said) return { kind: 'refused', reason: said.failure, lasting: false };
	const answer = answerSchema.safeParse(jsonOrNothing(said.text));
	if (!answer.success) return { kind: 'refused', reason: 'it does not answer as Node.js does', lasting: false };
	const real = realPath(answer.data.path);
	const refuse = (reason: string): Verdict => ({ kind: 'refused', reason, lasting: real !== undefined && real === realPath(path) });
	const { node, platform, arch, electron, other, name } = answer.data;
	if (electron !== null) return refuse(`it is Electron ${electron}, not a plain Node.js`);
	if (other !== null || name !== 'node') return refuse(`it is ${other ?? name}, not Node.js`);
	if (Number.parseInt(node, 10) < oldest) return refuse(`it is Node.js ${node}; ${oldest} or newer is needed`);
	if (platform !== needs.platform || !needs.architectures.includes(arch)) {
		return refuse(
			`it is built for ${platform} on ${arch}; ONNX Runtime is here for ${needs.platform} on ${needs.architectures.join(' and ') || 'nothing'}`,
		);
	}
	if (real === undefined) return refuse(`it says that it is ${answer.data.path}, which does not exist`);
	return { kind: 'node', program: { path: real, node, electron: null } };
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch (error) {
		if (error instanceof Error && 'code' in error) return undefined;
		throw error;
	}
}

interface Failure {
	readonly failure: string;
}

/** Standard output of the question. The program's whole group ends with it: a script that stands in may have started others. */
function output(path: string, folder: string, limit: number): Promise<{ readonly text: string } | Failure> {
	return new Promise((resolve) => {
		const grouped = process.platform !== 'win32';
		const child = spawn(path, ['-e', question], {
			cwd: folder,
			stdio: ['ignore', 'pipe', 'ignore'],
			windowsHide: true,
			detached: grouped,
			// An editor's binary would open a window.
			env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
		});
		let text = '';
		const end = (result: { readonly text: string } | Failure): void => {
			clearTimeout(timer);
			child.stdout.destroy();
			killAll();
			resolve(result);
		};
		const fail = (failure: string): void => {
			end({ failure });
		};
		const killAll = (): void => {
			if (child.pid === undefined) return;
			try {
				if (grouped) process.kill(-child.pid, 'SIGKILL');
				else child.kill('SIGKILL');
			} catch (error) {
				if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
			}
		};
		const timer = setTimeout(() => {
			fail(`it did not say within ${limit / 1000} s what it is`);
		}, limit);
		child.once('error', ({ message }) => {
			fail(`it cannot be started: ${message}`);
		});
		child.stdout.setEncoding('utf8').on('data', (piece: string) => {
			text += piece;
			if (text.length > longestAnswer) fail('it does not answer as Node.js does');
		});
		child.once('close', (status, signal) => {
			if (status === 0) end({ text });
			else fail(`it ended with ${signal ?? `status ${status}`}`);
		});
	});
}

function jsonOrNothing(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
