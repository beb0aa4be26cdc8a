import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { PrivateReviewOutput, RedteamPiiOutput } from '../../src/cli/output/schemas.ts';
import { OpenReview } from '../../src/protocol/review.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { recognizePii } from '../../src/text/pii/recognize.ts';
import { slowTest } from '../support/slow-test.ts';
import { Client, root } from '../support/runner-client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';

/** A real model of invented people, in small letters: see its make.py. */
const model = join(root, 'test/fixtures/token-classifier');
const trace = `## Query

Whose is the locker?

## Context notes

nobody else has to be told. locker A12 belongs to vabo trumel.

## Response

Locker A12 belongs to vabo trumel. The meter is read once a year.
`;

describe('a model that finds personal values', () => {
	const cli = commandLine();
	const write = (name: string, text = trace): string => {
		writeFileSync(join(cli.folder, name), text);
		return join(cli.folder, name);
	};
	/** The model's folder, with another config. */
	const modelWith = (name: string, change: (config: Record<string, unknown>) => void): string => {
		const folder = join(cli.folder, name);
		cpSync(model, folder, { recursive: true });
		const config = JSON.parse(readFileSync(join(model, 'config.json'), 'utf8')) as Record<string, unknown>;
		change(config);
		writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
		return folder;
	};

	slowTest('is asked beside the rules where it is named, and the review says what it found', async () => {
		const reviewed = async (path: string, ...more: string[]): Promise<PrivateReviewOutput> => {
			const { status, stdout, stderr } = await cli.run(['private', 'review', path, '--json', '--quiet', ...more]);
			assert.equal(status, 0, stderr);
			const [line] = jsonLines(stdout);
			assertFits('private-review@1', line);
			return line as PrivateReviewOutput;
		};
		const plain = await reviewed(write('plain.rag.md'));
		assert.ok(plain.toDecide.every(({ reasons }) => reasons.every(({ kind }) => kind !== 'recognizer')));
		const { toDecide, notes } = await reviewed(write('asked.rag.md'), '--pii-model', model);
		const [first] = toDecide;
		assert.equal(first!.text, 'Locker [PERSONAL VALUE] belongs to [NAME].');
		assert.deepEqual(
			first!.reasons.filter(({ kind }) => kind === 'recognizer' || kind === 'leak').map(({ text }) => text),
			[
				'The personal value “A12” is also in context notes.',
				'The name “vabo trumel” is also in context notes.',
				'Reads like personal data: personal value and name, by token-classifier.',
			],
		);
		assert.ok(notes.some((note) => /The model is token-classifier \(SHA-256 [0-9a-f]{12}…\)/.test(note)));
		assert.ok(notes.some((note) => /LOCKER\. RAG Assay does not know/.test(note)));
	});

	it('finds values in the documents of a red team', async () => {
		const folder = join(cli.folder, 'cases');
		mkdirSync(folder);
		const text = 'nobody else has to be told about the visit. locker B12 belongs to zita rumo.';
		assert.deepEqual(recognizePii(text), []);
		writeFileSync(join(folder, 'one.md'), text);
		const args = ['redteam', 'pii', '--docs', folder, '--instructions', '1', '--json', '--quiet', '--pii-model', model];
		const { status, stdout, stderr } = await cli.run(args);
		assert.equal(status, 0, stderr);
		const [line] = jsonLines(stdout);
		assertFits('redteam-pii@1', line);
		const asked = line as RedteamPiiOutput;
		assert.deepEqual(asked.values, { name: 1, other: 1 });
		assert.match(asked.notes[0]!, /The model is token-classifier/);
	});

	slowTest('what cannot be used is refused with a number, and nothing is reviewed without it', async () => {
		const path = write('refused.rag.md');
		const elsewhere = modelWith('linked', () => undefined);
		rmSync(join(elsewhere, 'tokenizer.json'));
		symlinkSync(join(model, 'tokenizer.json'), join(elsewhere, 'tokenizer.json'));
		for (const [folder, message] of [
			['owner/name', /RA201: .*never downloaded/],
			[join(root, 'models/demo'), /RA441: .*id2label/],
			[modelWith('fewer', (config) => (config['id2label'] = { 0: 'O', 1: 'B-PER', 2: 'I-PER' })), /RA441: .*15 classes.*names 3/],
			[modelWith('unnamed', (config) => (config['id2label'] = { 0: 'LABEL_0', 1: 'LABEL_1' })), /RA442: .*LABEL_0 and LABEL_1/],
			[elsewhere, /RA211: /],
		] as const) {
			const { status, stdout, stderr } = await cli.run(['private', 'review', path, '--json', '--quiet', '--pii-model', folder]);
			assert.deepEqual([status, stdout], [3, ''], stderr);
			assert.match(stderr, message);
		}
		const tight = await cli.run(['private', 'review', path, '--json', '--quiet', '--pii-model', model, '--memory-limit', '150']);
		assert.equal(tight.status, 3);
		assert.match(tight.stderr, /token-classifier: RA502: The model that finds personal values would need about \d+ MiB/);
	});

	slowTest('the setting of an editor names it, and one of a workspace without trust opens nothing', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', author: 'Dana', piiModel: model });
		const source = { kind: 'trace', uri: pathToFileURL(write('editor.rag.md')).href } as const;
		const opened = await ask(client.connection, OpenReview, { source });
		assert.ok(opened.kind === 'review');
		assert.deepEqual(
			opened.review.items[0]!.pii.map(({ type, by, model: name }) => [type, by, name]),
			[
				['other', 'token-classifier', 'token-classifier'],
				['name', 'token-classifier', 'token-classifier'],
			],
		);
		await client.stop();
		const untrusted = new Client(t);
		await untrusted.initialize({ piiModel: join(root, 'nowhere'), trusted: false });
		assert.deepEqual(await ask(untrusted.connection, OpenReview, { source }), { kind: 'nothing', why: 'untrusted' });
		await untrusted.stop();
	});
});
