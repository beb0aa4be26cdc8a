import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { thisProgram, type RunningProgram } from '../../running-program.ts';
import { checkProgram, type Needs } from './check-program.ts';
import { chooseProgram, type ProgramSearch } from './choose-program.ts';
import { nodePlaces } from './node-places.ts';

export interface FindOptions extends Pick<ProgramSearch, 'setting' | 'workspace' | 'memory' | 'log'> {
	/** The runner's program, beside which `onnxruntime-node` is installed. */
	readonly script: string;
	readonly own?: RunningProgram;
	readonly environment?: NodeJS.ProcessEnv;
	readonly home?: string;
	/** Time for a program to say what it is, milliseconds. */
	readonly limit?: number;
}

/** `chooseProgram` on this machine. */
export function findProgram({
	script,
	setting,
	workspace,
	memory,
	log,
	own = thisProgram(),
	environment = process.env,
	home = homedir(),
	limit,
}: FindOptions): Promise<RunningProgram> {
	const folder = dirname(script);
	return chooseProgram({
		setting,
		own,
		workspace,
		memory,
		log,
		places: () => nodePlaces({ platform: process.platform, environment, home, list: namesIn }),
		check: (path) => checkProgram(path, needsOf(script), limit === undefined ? { folder } : { folder, limit }),
	});
}

/** The architectures that ONNX Runtime's files are installed for. */
function needsOf(script: string): Needs {
	const runtime = join(dirname(createRequire(script).resolve('onnxruntime-node')), '..', 'bin', 'napi-v6', process.platform);
	return { platform: process.platform, architectures: namesIn(runtime) };
}

/** Names in a folder; none where it cannot be read, as with another user's. */
function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		if (error instanceof Error && 'code' in error) return [];
		throw error;
	}
}
