import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { outputOf, startProcess, type Output } from '../support/start-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { TestOrSuite } from '../support/test-or-suite.ts';
import { root } from '../support/runner-client.ts';
import { productNode } from './product-node.ts';

/** The command line's program. */
export const program = join(root, 'dist', 'cli.cjs');

const ajv = new Ajv2020({ formats: { date: true, uuid: true, 'date-time': true } });

/** Fails where a value does not fit a published schema, such as `analysis@1`. */
export function assertFits(name: string, value: unknown): void {
	const fits =
		ajv.getSchema(name) ??
		ajv.addSchema(JSON.parse(readFileSync(join(root, 'docs/schemas', `${name}.schema.json`), 'utf8')) as object, name).getSchema(name)!;
	assert.ok(fits(value), JSON.stringify(fits.errors));
}

/** What was printed as one JSON value a line. */
export function jsonLines(stdout: string): unknown[] {
	return stdout
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as unknown);
}

/** The status that a process ends with, once all that it printed has been read. */
export async function endOf(child: ChildProcessWithoutNullStreams): Promise<unknown> {
	const [status]: unknown[] = await once(child, 'close');
	return status;
}

type Environment = Readonly<Record<string, string>>;

/** The command line with the real runner, without a terminal and with caches of its own. What it starts ends with the test that runs. */
export class CommandLine {
	/** For a test's files. */
	readonly folder: string;

	constructor(suite: TestOrSuite) {
		this.folder = temporaryFolder(suite, 'rag-assay-cli-');
	}

	launch(args: readonly string[], env: Environment = {}): ChildProcessWithoutNullStreams {
		return this.#spawned(productNode, [program, ...args], env);
	}

	#spawned(command: string, args: readonly string[], env: Environment): ChildProcessWithoutNullStreams {
		const { FORCE_COLOR: _, NO_COLOR: __, ...own } = process.env;
		return startProcess({ after }, command, args, {
			cwd: root,
			env: { ...own, XDG_CACHE_HOME: join(this.folder, 'cache'), XDG_DATA_HOME: join(this.folder, 'data'), COLUMNS: '100', ...env },
		});
	}

	async run(args: readonly string[], env: Environment = {}): Promise<Output> {
		return outputOf(this.launch(args, env));
	}

	/** Into what a POSIX shell puts behind it, such as `| head -n 1`: a real pipe, whose reader may be gone. What that says, and its status. */
	async piped(args: readonly string[], redirection: string): Promise<Output> {
		return outputOf(this.#spawned('sh', ['-c', `"$0" "$@" ${redirection}`, productNode, program, ...args], {}));
	}

	/** What a POSIX shell does with a line that somebody pastes into it, `rag-assay` being the program. What that says, and its status. */
	async pasted(line: string): Promise<Output> {
		const bin = join(this.folder, 'bin');
		mkdirSync(bin, { recursive: true });
		writeFileSync(join(bin, 'rag-assay'), `#!/bin/sh\nexec '${productNode}' '${program}' "$@"\n`, { mode: 0o755 });
		return outputOf(this.#spawned('sh', ['-c', line], { PATH: `${bin}:${process.env['PATH'] ?? ''}` }));
	}

	/** Writes a file into the folder and returns its path. */
	write(name: string, text: string): string {
		const file = join(this.folder, name);
		writeFileSync(file, text);
		return file;
	}
}

/** A command line for the tests of the suite it is called in; after them, what it left is gone. */
export function commandLine(): CommandLine {
	return new CommandLine({ after });
}
