import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { commandLine, endOf } from './command-line.ts';

describe('the command line with the real runner: as a process', () => {
	const cli = commandLine();

	it('Ctrl-C cancels, ends with 130, and leaves no runner behind', { skip: existsSync('/proc') ? false : 'reads /proc' }, async () => {
		const child = cli.launch(['analyze', 'examples']);
		let runner: string | undefined;
		let stderr = '';
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			stderr += text;
			if (runner !== undefined) return;
			runner = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
			child.kill('SIGINT');
		});
		child.stdout.resume();
		const status = await endOf(child);
		assert.equal(status, 130);
		assert.match(stderr, /^canceled$/m);
		assert.match(runner ?? '', /^\d+$/);
		assert.equal(existsSync(`/proc/${runner}`), false);
	});

	it('a reader that has had enough is no error', async () => {
		const child = cli.launch(['analyze', 'examples', '--json']);
		let stderr = '';
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			stderr += text;
		});
		child.stdout.once('data', () => child.stdout.destroy());
		const status = await endOf(child);
		assert.equal(status, 0, stderr);
		// What stands of a stack trace begins its line; progress may say "about 310 MiB of memory at most".
		assert.doesNotMatch(stderr, /EPIPE|canceled|^\s+at /m);
	});

	it('lsp --stdio is the language server', async () => {
		const child = cli.launch(['lsp', '--stdio']);
		const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
		connection.listen();
		const greeting = await connection.sendRequest<{ capabilities: { hoverProvider?: unknown } }>('initialize', {
			processId: process.pid,
			rootUri: null,
			capabilities: {},
		});
		assert.ok(greeting.capabilities.hoverProvider);
		await connection.sendRequest('shutdown');
		await connection.sendNotification('exit');
		assert.deepEqual(await once(child, 'exit'), [0, null]);
		connection.dispose();
	});
});
