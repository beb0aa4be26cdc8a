import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, describe, it } from 'node:test';
import type { CodeAction, InlayHint } from 'vscode-languageserver-protocol';
import { addLabel } from '../../src/formats/sidecar-labels.ts';
import { formatSidecar, readSidecar } from '../../src/formats/sidecar-file.ts';
import { emptySidecar, textSha256, type Label } from '../../src/formats/sidecar.ts';
import { BackToLabel, GetLabels, LearnFromLabels, NextToLabel, OpenLabelQueue, SetLabel, UndoLabel } from '../../src/protocol/labels.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, shortTrace } from '../support/runner-client.ts';
import { program } from './command-line.ts';
import { productNode } from './product-node.ts';

describe('labels', () => {
	const folder = temporaryFolder({ after }, 'rag-assay-labels-');
	const write = (name: string, text: string): string => {
		writeFileSync(join(folder, name), text);
		return pathToFileURL(join(folder, name)).href;
	};

	it('any editor labels by code action, sees the label as a hint, and has it in the sidecar', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana' });
		const uri = write('plain.rag.md', shortTrace('plain'));
		await client.open(uri, shortTrace('plain'));
		const at = { line: 18, character: 3 };
		const actions = (): Promise<CodeAction[]> =>
			client.connection.sendRequest('textDocument/codeAction', {
				textDocument: { uri },
				range: { start: at, end: at },
				context: { diagnostics: [] },
			});
		const hints = (): Promise<InlayHint[]> =>
			client.connection.sendRequest('textDocument/inlayHint', {
				textDocument: { uri },
				range: { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } },
			});
		assert.deepEqual(await hints(), []);
		const [, ungrounded] = await actions();
		assert.equal(ungrounded?.title, 'Mark as not supported');
		await client.connection.sendRequest('workspace/executeCommand', ungrounded.command);
		const sidecar = join(folder, 'plain.rag-assay.json');
		const [label] = readSidecar(readFileSync(sidecar, 'utf8'), sidecar).labels;
		assert.deepEqual([label?.label, label?.subject, label?.who], ['ungrounded', { kind: 'trace', id: 'plain' }, 'Dana']);
		assert.deepEqual(
			(await hints()).map(({ label: text, position }) => [text, position]),
			[['✗ not supported · Dana', { line: 18, character: 54 }]],
		);
		assert.deepEqual(
			(await actions()).map(({ title }) => title),
			['Mark as supported', 'Remove label'],
		);
		const shown = await ask(client.connection, GetLabels, { uri });
		assert.deepEqual([shown?.who, shown?.sentences.map(({ own }) => own)], ['Dana', ['ungrounded', null]]);
		assert.deepEqual(await ask(client.connection, UndoLabel, null), {
			uri,
			subject: { kind: 'trace', id: 'plain' },
			textSha256: label!.textSha256,
			label: null,
		});
		assert.equal(existsSync(sidecar), false);
		assert.equal(await ask(client.connection, UndoLabel, null), null);
		await assert.rejects(
			client.connection.sendRequest('workspace/executeCommand', {
				command: 'ragAssay.setLabel',
				arguments: [{ uri, subject: { kind: 'trace', id: 'plain' }, textSha256: 'x', label: 'grounded' }],
			}),
			/arguments\.0/,
		);
		await client.stop();
	});

	it('the queue names a sentence that the model has read, until all are labeled', async (t) => {
		const client = new Client(t);
		await client.initialize({ author: 'Dana' });
		write('one.rag.md', shortTrace('one'));
		write('two.rag.md', shortTrace('two'));
		await assert.rejects(ask(client.connection, NextToLabel, { skip: false }), /RA512/);
		let queue = await ask(client.connection, OpenLabelQueue, { folders: [pathToFileURL(folder).href] });
		assert.deepEqual([queue.labelled, queue.measured, queue.notes], [0, queue.traces, []]);
		const { sentences } = queue;
		assert.ok(sentences >= 4);
		assert.ok(queue.current!.score! > 0);
		const learned = await ask(client.connection, LearnFromLabels, null);
		assert.deepEqual([learned.labels, learned.more], [0, null]);
		assert.match(learned.advice, /^0 sentences are labeled.*trust mean entropy/);
		const { uri: first, subject: whose, textSha256: text } = queue.current!;
		const sentence = { uri: first, subject: whose, textSha256: text };
		await ask(client.connection, SetLabel, { ...sentence, label: 'grounded' });
		await ask(client.connection, UndoLabel, null);
		const { current, labelled } = await ask(client.connection, BackToLabel, sentence);
		assert.deepEqual([current?.uri, current?.subject, current?.textSha256, labelled], [first, whose, text, 0]);
		for (let i = 0; i < sentences; i++) {
			assert.ok(queue.current, `${i} of ${sentences}`);
			const { uri, subject, textSha256: hash } = queue.current;
			await ask(client.connection, SetLabel, { uri, subject, textSha256: hash, label: i % 2 === 0 ? 'grounded' : 'ungrounded' });
			queue = await ask(client.connection, NextToLabel, { skip: false });
		}
		assert.deepEqual([queue.current, queue.labelled], [null, sentences]);
		assert.match(
			(await ask(client.connection, LearnFromLabels, null)).advice,
			new RegExp(`^${sentences} sentences are labeled, ${Math.floor(sentences / 2)} of them not supported\\. These are too few: `),
		);
		await client.stop();
	});

	it('git merges what two people have said of one trace, by the driver of docs/labels.md', () => {
		const repository = join(folder, 'team');
		const git = (...args: string[]): void => {
			execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: repository, stdio: 'pipe' });
		};
		const label = (text: string, who: string, as: Label['label']): Label => ({
			label: as,
			subject: { kind: 'trace', id: 't' },
			textSha256: textSha256(text),
			who,
			when: '2026-01-31T10:00:00Z',
			note: '',
		});
		const sidecar = join(repository, 't.rag-assay.json');
		const commit = (labels: readonly Label[]): void => {
			writeFileSync(sidecar, formatSidecar(labels.reduce(addLabel, emptySidecar)));
			git('add', '.');
			git('commit', '-qm', 'labels');
		};
		execFileSync('git', ['init', '-q', '-b', 'main', repository]);
		writeFileSync(join(repository, '.gitattributes'), '*.rag-assay.json merge=rag-assay\n');
		git('config', 'merge.rag-assay.driver', `"${productNode}" "${program}" labels merge %A %B --base %O --out %A`);
		const [first, second] = [label('a', 'Dana', 'grounded'), label('b', 'Dana', 'grounded')];
		commit([first, second]);
		git('checkout', '-qb', 'eli');
		commit([first, second, label('a', 'Eli', 'ungrounded'), label('c', 'Eli', 'grounded')]);
		git('checkout', '-q', 'main');
		commit([first, label('c', 'Dana', 'ungrounded')]);
		git('merge', '-q', 'eli');
		assert.deepEqual(
			readSidecar(readFileSync(sidecar, 'utf8'), sidecar)
				.labels.map(({ who, label: as, textSha256: of }) => `${who}: ${['a', 'b', 'c'].find((text) => textSha256(text) === of)} ${as}`)
				.toSorted((a, b) => (a < b ? -1 : 1)),
			['Dana: a grounded', 'Dana: c ungrounded', 'Eli: a ungrounded', 'Eli: c grounded'],
		);
		const broken = spawnSync(productNode, [program, 'labels', 'merge', sidecar, join(repository, '.gitattributes')], { encoding: 'utf8' });
		assert.deepEqual([broken.status, broken.stdout, /RA111/.test(broken.stderr)], [2, '', true]);
	});
});
