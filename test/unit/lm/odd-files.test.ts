import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../src/errors.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { memorySource, ProtobufReader } from '../../../src/onnx/protobuf-reader.ts';
import { inspectModel } from '../../../src/lm/inspection/inspect-model.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';
import { bytes, field, integer, sparseParts } from '../../support/protobuf-writer.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';

const cpu = { device: 'cpu', options: { executionProviders: ['cpu'] } };
type Json = Record<string | number, unknown>;
const demo = fileURLToPath(new URL('../../../models/demo', import.meta.url));

/** A copy of the demo model with a value in one of its JSON files. @param path of the value; missing parts come into being. */
function changed(file: string, path: readonly (string | number)[], value: unknown): string {
	const folder = emptyFolder();
	cpSync(demo, folder, { recursive: true });
	const json: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
	const holder = path.slice(0, -1).reduce((at, key) => at[key] as Json, json as Json);
	holder[path.at(-1)!] = value;
	writeFileSync(join(folder, file), JSON.stringify(json));
	return folder;
}

async function mustRefuse(folder: string, code: string, message: RegExp): Promise<void> {
	const files = await checkModelFolder(folder);
	await assert.rejects(loadDecoder({ files, device: cpu, name: 'm', sha256: '0'.repeat(64) }), (error) => {
		assert.ok(error instanceof UserError && error.code === code, String(error));
		assert.match(error.message, message);
		assert.ok(error.place?.file.startsWith(folder));
		return true;
	});
}

describe('a token whose number is none', () => {
	const cases: readonly (readonly [string, string, readonly (string | number)[], unknown, string, RegExp])[] = [
		['in the vocabulary', 'tokenizer.json', ['model', 'vocab', '0'], 56.5, 'RA403', /token "0" has the number 56\.5, and a whole one/],
		['below 0', 'tokenizer.json', ['model', 'vocab', '0'], -3, 'RA403', /has the number -3/],
		['that is a text', 'tokenizer.json', ['model', 'vocab', '0'], 'x', 'RA403', /has the number "x"/],
		['among the added ones', 'tokenizer.json', ['added_tokens', 0, 'id'], 0.25, 'RA403', /has the number 0\.25/],
		[
			'put around a text',
			'tokenizer.json',
			['post_processor'],
			{ type: 'TemplateProcessing', single: [], pair: [], special_tokens: { '<s>': { id: '<s>', ids: [1.5], tokens: ['<s>'] } } },
			'RA403',
			/"<s>" has the number 1\.5/,
		],
		[
			'that ends an answer',
			'generation_config.json',
			['eos_token_id'],
			2.5,
			'RA205',
			/'eos_token_id' is not what was expected: a whole number, or a list of them/,
		],
		[
			'that ends an answer, in a list',
			'config.json',
			['eos_token_id'],
			[2, 2.5],
			'RA205',
			/'eos_token_id' is not what was expected: a whole number, or a list of them/,
		],
	];
	for (const [what, file, path, value, code, message] of cases) test(what, () => mustRefuse(changed(file, path, value), code, message));
});

test('a sparse weight is named, whatever is asked of the model', async () => {
	const folder = emptyFolder();
	cpSync(demo, folder, { recursive: true });
	const path = (await checkModelFolder(folder)).graph.realPath;
	const file = new Uint8Array(readFileSync(path));
	const sparse = sparseParts(
		bytes(integer(1, 1), integer(2, 1), field(8, 'few'), field(9, new Uint8Array(4))),
		bytes(integer(1, 1), integer(2, 7), field(8, 'where'), field(9, new Uint8Array(8))),
	);
	let begin = 0;
	const parts: Uint8Array[] = [];
	for (const { number, start, end } of new ProtobufReader(memorySource(file)).fields(0, file.length)) {
		parts.push(number === 7 ? field(7, file.subarray(start, end), field(15, sparse)) : file.subarray(begin, end));
		begin = end;
	}
	writeFileSync(path, bytes(...parts));
	await mustRefuse(folder, 'RA206', /its weight 'few' is sparse/);
	const { scoring, attribution } = await inspectModel(await checkModelFolder(folder), cpu);
	assert.deepEqual([scoring.supported, attribution.supported], [false, false]);
	assert.match(`${scoring.reason}\n${attribution.reason}`, /'few' is sparse.*\n.*'few' is sparse/);
});
