import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dataTypes, type OnnxNode, type OnnxSubgraph, type OnnxTensor, type OnnxValue } from '../../src/onnx/onnx-model.ts';
import { attribute, valueInfo, writeOnnxModel } from '../../src/onnx/onnx-writer.ts';
import { root } from '../support/runner-client.ts';

const object = z.record(z.string(), z.unknown());
const demo = join(root, 'models/demo');
const vocabulary = 2048;

/** Model folders that nobody honest would make, each in `folder`. */
export const hostileModels = {
	/** Its tokenizer takes time that doubles with each `a` of a word. */
	regex: (folder: string): string =>
		demoWith(folder, {
			tokenizer: (tokenizer) => ({
				...tokenizer,
				pre_tokenizer: {
					type: 'Sequence',
					pretokenizers: [
						{ type: 'Split', pattern: { Regex: '(?:a+)+!' }, behavior: 'Isolated', invert: false },
						...z.object({ pretokenizers: z.array(object) }).parse(tokenizer['pre_tokenizer']).pretokenizers,
					],
				},
			}),
		}),
	/** Its chat template counts to 10^15 for each conversation. */
	template: (folder: string): string => demoWith(folder, { template: (template) => loops + template }),
	/** Its chat template does so for a long question. */
	templateOfLongTexts: (folder: string): string =>
		demoWith(folder, {
			template: (template) =>
				`{%- if messages[-1]['content']|length > 2000 or messages[0]['content']|length > 2000 -%}${loops}{%- endif -%}${template}`,
		}),
	/** Its graph has a `Loop` of 2^62 rounds. */
	loop: (folder: string): string => demoWith(folder, { graph: looping }),
	/** Its graph makes a tensor of 3 GB, and adds its smallest element, 0, to its logits. */
	hoarder: (folder: string): string => demoWith(folder, { graph: hoarding }),
} as const;

const loops =
	'{%- for a in range(100000) -%}{%- for b in range(100000) -%}{%- for c in range(100000) -%}{%- endfor -%}{%- endfor -%}{%- endfor -%}';

interface Changes {
	readonly tokenizer?: (tokenizer: Record<string, unknown>) => object;
	readonly template?: (template: string) => string;
	readonly graph?: () => OnnxSubgraph;
}

/** A copy of the demo model with something else in it. */
function demoWith(folder: string, { tokenizer = (same) => same, template = (same) => same, graph }: Changes): string {
	mkdirSync(join(folder, 'onnx'), { recursive: true });
	const json = (name: string) => object.parse(JSON.parse(readFileSync(join(demo, name), 'utf8')));
	const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
	write('config.json', json('config.json'));
	write('tokenizer.json', tokenizer(json('tokenizer.json')));
	const config = json('tokenizer_config.json');
	write('tokenizer_config.json', { ...config, chat_template: template(z.string().parse(config['chat_template'])) });
	if (graph === undefined) cpSync(join(demo, 'onnx'), join(folder, 'onnx'), { recursive: true });
	else
		writeFileSync(
			join(folder, 'onnx/model.onnx'),
			writeOnnxModel({ irVersion: 10, opsets: new Map([['', 21]]), functions: new Set(), graph: graph() }, () => ''),
		);
	return folder;
}

const node = (
	type: string,
	inputs: string[],
	outputs: string[],
	attributes: [string, ReturnType<typeof attribute>[1]][] = [],
): OnnxNode => ({ name: outputs[0]!, type, domain: '', inputs, outputs, attributes: new Map(attributes) });
const tensor = (name: string, dataType: number, dims: number[], bytes: ArrayBufferView): [string, OnnxTensor] => [
	name,
	{ name, dataType, dims, data: { kind: 'inline', bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) } },
];

/** A model whose logits are a row of a table for each token, changed by `change`: nodes from `row` to `logits`. */
function tableModel(change: readonly OnnxNode[], initializers: readonly [string, OnnxTensor][]): OnnxSubgraph {
	const table = new Float32Array(vocabulary * vocabulary).map((_, i) => Math.sin(i));
	const inputs: OnnxValue[] = [valueInfo('input_ids', dataTypes.int64, ['batch', 'tokens'])];
	return {
		inputs,
		outputs: [valueInfo('logits', dataTypes.float, ['batch', 'tokens', vocabulary])],
		nodes: [node('Gather', ['table', 'input_ids'], ['row']), ...change],
		initializers: new Map([tensor('table', dataTypes.float, [vocabulary, vocabulary], table), ...initializers]),
	};
}

function looping(): OnnxSubgraph {
	const body: OnnxSubgraph = {
		inputs: [
			valueInfo('round', dataTypes.int64, []),
			valueInfo('before', dataTypes.bool, []),
			valueInfo('held', dataTypes.float, ['b', 't', vocabulary]),
		],
		outputs: [valueInfo('after', dataTypes.bool, []), valueInfo('handed', dataTypes.float, ['b', 't', vocabulary])],
		nodes: [node('Identity', ['before'], ['after']), node('Identity', ['held'], ['handed'])],
		initializers: new Map(),
	};
	return tableModel(
		[node('Loop', ['rounds', 'true', 'row'], ['logits'], [attribute('body', body)])],
		[tensor('rounds', dataTypes.int64, [], BigInt64Array.of(2n ** 62n)), tensor('true', dataTypes.bool, [], Uint8Array.of(1))],
	);
}

function hoarding(): OnnxSubgraph {
	return tableModel(
		[
			node('ConstantOfShape', ['shape'], ['hoard']),
			node('ReduceMin', ['hoard'], ['smallest'], [attribute('keepdims', 0)]),
			node('Add', ['row', 'smallest'], ['logits']),
		],
		[tensor('shape', dataTypes.int64, [3], BigInt64Array.of(3n, 2n ** 14n, 2n ** 14n))],
	);
}
