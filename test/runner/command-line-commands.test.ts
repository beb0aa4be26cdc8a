import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';

describe('the command line with the real runner: other commands', () => {
	const cli = commandLine();

	it('model inspect says which methods the model supports', async () => {
		const plain = await cli.run(['model', 'inspect', join(root, 'models/demo'), '--quiet']);
		assert.equal(plain.status, 0, plain.stderr);
		assert.match(plain.stdout, /^ {2}spad +yes {2}Its graph is understood/m);
	});

	slowTest('model inspect --json prints an object of its schema; a folder without a model is refused', async () => {
		const { stdout } = await cli.run(['model', 'inspect', join(root, 'models/demo'), '--json']);
		assertFits('model-inspection@1', jsonLines(stdout)[0]);
		const absent = await cli.run(['model', 'inspect', join(cli.folder, 'nothing')]);
		assert.equal(absent.status, 3);
		assert.match(absent.stderr, /^RA301: /m);
	});

	slowTest(
		'escape sequences and direction overrides of names, notes and templates do not reach the terminal; colors of ours do',
		async () => {
			const hostile = '\u001b[8m\u009b31m\u202egnp';
			// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
			const acting = /\u001b(?!\[(?:0|1|2|4|31|32|33)m)|[\u0080-\u009f\u202a-\u202e]/;
			const folder = join(cli.folder, `demo ${hostile}`);
			cpSync(join(root, 'models/demo'), folder, { recursive: true });
			const inspected = await cli.run(['model', 'inspect', folder, '--quiet'], { FORCE_COLOR: '1' });
			assert.equal(inspected.status, 0, inspected.stderr);
			assert.ok(inspected.stdout.includes('\u001b[1mdemo \u241b[8m'));
			const json = await cli.run(['model', 'inspect', folder, '--json']);
			assert.deepEqual(
				jsonLines(json.stdout).map((line) => (line as { name: string }).name),
				[`demo ${hostile}`],
			);
			const config = join(folder, 'tokenizer_config.json');
			writeFileSync(
				config,
				JSON.stringify({ ...(JSON.parse(readFileSync(config, 'utf8')) as object), chat_template: `{{ raise_exception('${hostile}') }}` }),
			);
			const failed = await cli.run(['analyze', join(root, 'examples/traces/bank/case-number.rag.md'), '--model', folder], {
				FORCE_COLOR: '1',
			});
			assert.match(failed.stderr, /RA\d+: .*\u241b\[8m/s);
			const unknown = await cli.run([hostile], { FORCE_COLOR: '1' });
			for (const { stdout, stderr } of [inspected, json, failed, unknown]) {
				assert.doesNotMatch(stdout, acting);
				assert.doesNotMatch(stderr, acting);
			}
		},
	);

	/** A copy of a trace that has no answer. */
	const unansweredCopy = (name: string): string => {
		const file = join(cli.folder, `${name}.rag.md`);
		cpSync(join(root, 'examples/traces/bank/unanswered.rag.md'), file);
		return file;
	};

	it('generate prints the answer alone', async () => {
		const file = unansweredCopy('unanswered');
		const unanswered = readFileSync(file, 'utf8');
		const printed = await cli.run(['generate', file]);
		assert.equal(printed.status, 0, printed.stderr);
		const answer = printed.stdout.trim();
		assert.ok(answer.length > 0);
		assert.equal(readFileSync(file, 'utf8'), unanswered);
		const json = await cli.run(['generate', file, '--json', '--quiet']);
		assertFits('generate@1', jsonLines(json.stdout)[0]);
		assert.deepEqual(jsonLines(json.stdout), [
			{ schema: 'rag-assay/generate@1', file, trace: { id: 'unanswered' }, text: answer, written: false },
		]);
	});

	slowTest('generate --write puts the answer into the file, once', async () => {
		const file = unansweredCopy('written');
		const answer = (await cli.run(['generate', file])).stdout.trim();
		assert.equal((await cli.run(['generate', file, '--write'])).status, 0);
		assert.ok(readFileSync(file, 'utf8').includes(`\n## Response\n\n${answer}\n\n## Reference\n`));
		assert.equal((await cli.run(['generate', file, '--write'])).status, 2);
		assert.equal((await cli.run(['analyze', file, '--quiet'])).status, 0);
	});

	it('doctor and cache clear print objects of their schemas', async () => {
		const doctor = await cli.run(['doctor', '--json', '--quiet']);
		assert.equal(doctor.status, 0, doctor.stderr);
		assertFits('doctor@1', jsonLines(doctor.stdout)[0]);
		const cache = await cli.run(['cache', 'clear', '--json']);
		assert.equal(cache.status, 0, cache.stderr);
		assertFits('cache-clear@1', jsonLines(cache.stdout)[0]);
		assert.deepEqual(jsonLines((await cli.run(['cache', 'clear', '--json'])).stdout), [
			{ schema: 'rag-assay/cache-clear@1', files: 0, bytes: 0 },
		]);
	});

	slowTest('doctor names a profile that is not there, and says what the runner runs on', async () => {
		const nowhere = await cli.run(['doctor', '--json', '--quiet', '--profile', 'nowhere.assay-profile.json']);
		assert.equal(nowhere.status, 2);
		assertFits('doctor@1', jsonLines(nowhere.stdout)[0]);
		assert.match(nowhere.stderr, /nowhere\.assay-profile\.json: RA604: The profile 'nowhere\.assay-profile\.json' cannot be read/);
		// As if it ran on an editor's binary: the runner says what it runs on.
		const editor = await cli.run(['doctor'], { RAG_ASSAY_ELECTRON: '38.2.0' });
		assert.match(
			editor.stdout,
			/runner +starts and answers, on the editor's own binary \(Electron 38\.2\.0, Node\.js [\d.]+\) at \/.*\n +It ends when a model asks for 1 GiB of memory or more in one block, .* Install Node\.js 20 or newer/,
		);
	});
});
