import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { slowTest } from '../support/slow-test.ts';
import { until } from '../support/until.ts';
import { shortTrace } from '../support/runner-client.ts';
import { commandLine, endOf } from './command-line.ts';
import { hostileModels } from './hostile-models.ts';

/** Process ids of the children of a process that runs. */
const childrenOf = (pid: string | number): string[] =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
		.split(' ')
		.filter((id) => id !== '');

describe('the command line with the real runner: a model that hangs', {
	timeout: 600_000,
	skip: existsSync('/proc') ? false : 'reads /proc',
}, () => {
	const cli = commandLine();

	for (const [model, doing, text] of [
		['template', 'reading the tokenizer and trying the chat template', shortTrace('a')],
		['regex', 'rendering and tokenizing a text', shortTrace('a').replace('What', 'a'.repeat(60))],
	] as const) {
		slowTest(`says what it is at (${model}), and Ctrl-C ends everything`, async () => {
			const folder = hostileModels[model](join(cli.folder, model));
			const child = cli.launch([
				'analyze',
				cli.write(`${model}.rag.md`, text),
				'--model',
				folder,
				'--device',
				'cpu',
				'--silence-said-after',
				'1',
			]);
			let stderr = '';
			child.stderr.setEncoding('utf8').on('data', (piece: string) => {
				stderr += piece;
			});
			child.stdout.resume();
			await until(
				() => stderr.includes(`No sign of life for 1 s while ${doing}. Cancel (Ctrl-C in a terminal) stops it`),
				'the silence to be said',
			);
			const [runner] = childrenOf(child.pid!);
			const processes = [runner!, ...childrenOf(runner!)];
			assert.equal(processes.length, 2);
			child.kill('SIGINT');
			assert.equal(await endOf(child), 130, stderr);
			await until(() => processes.every((pid) => !existsSync(`/proc/${pid}`)), 'the processes to end');
		});
	}

	slowTest('ends an inspection by itself after the time that was set for texts, where a template hangs', async () => {
		const { status, stderr } = await cli.run([
			'model',
			'inspect',
			hostileModels.template(join(cli.folder, 'inspected')),
			'--text-time-limit',
			'2',
			'--quiet',
		]);
		assert.equal(status, 3);
		assert.match(
			stderr,
			/RA514: The model process gave no sign of life for 2 s while reading the tokenizer and trying the chat template, so RAG Assay stopped it\./,
		);
	});

	slowTest("ends it by itself after the time that was set, with the file's place", async () => {
		const folder = hostileModels.regex(join(cli.folder, 'ended'));
		const file = cli.write('ended.rag.md', shortTrace('a').replace('What', 'a'.repeat(60)));
		const { status, stderr } = await cli.run(['analyze', file, '--model', folder, '--device', 'cpu', '--text-time-limit', '2', '--quiet']);
		assert.equal(status, 3);
		assert.match(
			stderr,
			/ended\.rag\.md: RA514: The model process gave no sign of life for 2 s while rendering and tokenizing a text, so RAG Assay stopped it\. A regular expression/,
		);
	});
});
