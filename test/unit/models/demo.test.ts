import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
	AutoModelForCausalLM,
	AutoTokenizer,
	Tensor,
	env,
	type PreTrainedModel,
	type PreTrainedTokenizer,
} from '@huggingface/transformers';
import { z } from 'zod';
import { slowTest } from '../../support/slow-test.ts';

// Expected values: PyTorch in float64 and float32 (see `made` in the file); nothing of ours has computed them.
const oracle = z.object({
	made: z.string(),
	cases: z
		.array(
			z.object({
				id: z.string(),
				system: z.string(),
				query: z.string(),
				response: z.string(),
				greedy: z.string(),
				contexts: z.array(z.object({ id: z.string(), text: z.string() })),
				responseIds: z.array(z.number()),
				withContext: z.object({ promptIds: z.array(z.number()) }),
				withoutContext: z.object({ promptIds: z.array(z.number()) }),
			}),
		)
		.length(50),
	dialogues: z
		.array(
			z.object({
				system: z.string(),
				contexts: z.array(z.object({ id: z.string(), text: z.string() })),
				turns: z.array(z.object({ query: z.string(), answer: z.string() })).min(2),
				ids: z.array(z.number()),
			}),
		)
		.length(10),
});

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const { cases, dialogues } = oracle.parse(JSON.parse(readFileSync(join(root, 'test/unit/lm/demo-model-oracle.json'), 'utf8')));
type Case = (typeof cases)[number];

const endOfTurn = 2;

function messages(one: Case): { role: string; content: string }[] {
	return [
		{ role: 'system', content: one.system },
		{ role: 'user', content: one.query },
	];
}

function documents(contexts: Case['contexts']): Record<string, string>[] {
	return contexts.map(({ id, text }) => ({ doc_id: id, text }));
}

function ids(rendered: unknown): number[] {
	return z.array(z.number()).parse(rendered);
}

describe('the demo model in @huggingface/transformers, as it lies', () => {
	let tokenizer: PreTrainedTokenizer;
	let model: PreTrainedModel;

	before(async () => {
		env.localModelPath = join(root, 'models');
		env.allowRemoteModels = false;
		tokenizer = await AutoTokenizer.from_pretrained('demo');
		model = await AutoModelForCausalLM.from_pretrained('demo', { dtype: 'fp32' });
	});

	test('renders prompts and whole conversations to the token ids of the training format', () => {
		for (const one of cases) {
			const options = { tokenize: true, return_tensor: false, return_dict: false } as const;
			const prompt = (contexts: Case['contexts']) =>
				ids(tokenizer.apply_chat_template(messages(one), { ...options, documents: documents(contexts), add_generation_prompt: true }));
			assert.deepEqual(prompt(one.contexts), one.withContext.promptIds, one.id);
			assert.deepEqual(prompt([]), one.withoutContext.promptIds, one.id);
			const answered = [...messages(one), { role: 'assistant', content: one.response }];
			assert.deepEqual(
				ids(tokenizer.apply_chat_template(answered, { ...options, documents: documents(one.contexts) })),
				[...one.withContext.promptIds, ...one.responseIds, endOfTurn],
				one.id,
			);
		}
	});

	test('renders conversations of several turns to the token ids of the training format', () => {
		for (const { system, contexts, turns, ids: expected } of dialogues) {
			const said = turns.flatMap(({ query, answer }) => [
				{ role: 'user', content: query },
				{ role: 'assistant', content: answer },
			]);
			const rendered = tokenizer.apply_chat_template([{ role: 'system', content: system }, ...said], {
				tokenize: true,
				return_tensor: false,
				return_dict: false,
				documents: documents(contexts),
			});
			assert.deepEqual(ids(rendered), expected);
		}
	});

	const generatesGreedyAnswers = async (some: readonly Case[]): Promise<void> => {
		for (const one of some) {
			const inputs = z.record(z.string(), z.unknown()).parse(
				tokenizer.apply_chat_template(messages(one), {
					documents: documents(one.contexts),
					add_generation_prompt: true,
					return_dict: true,
				}),
			);
			const output = await model.generate(inputs);
			assert.ok(output instanceof Tensor);
			const [row] = z.array(z.array(z.bigint())).parse(output.tolist());
			const generated = row!.slice(one.withContext.promptIds.length).map(Number);
			assert.equal(tokenizer.decode(generated, { skip_special_tokens: true }).trim(), one.greedy, one.id);
		}
	};
	test('generates the greedy answers of PyTorch', () => generatesGreedyAnswers(cases.slice(0, 3)));
	slowTest('generates all greedy answers of PyTorch', () => generatesGreedyAnswers(cases.slice(3)));

	test('the template gives a system line it was trained on when the conversation has none', () => {
		const rendered = tokenizer.apply_chat_template([{ role: 'user', content: 'Who?' }], { tokenize: false, add_generation_prompt: true });
		assert.equal(rendered, '<s><sys> Answer the question from the documents.<q> Who?<a>');
	});

	test('the template takes parts, several system messages and several turns', () => {
		const rendered = tokenizer.apply_chat_template(
			[
				{ role: 'developer', content: 'One.' },
				{ role: 'system', content: 'Two.' },
				{
					role: 'user',
					content: [
						{ type: 'text', text: 'Who?' },
						{ type: 'text', text: ' When?' },
					],
				},
				{ role: 'assistant', content: 'She.' },
				{ role: 'user', content: 'Where?' },
			],
			{ tokenize: false, documents: [{ title: 'not shown', text: 'A text.' }] },
		);
		assert.equal(rendered, '<s><sys> One. Two.<doc> A text.<q> Who? When?<a> She.</s><q> Where?');
	});

	test('the template refuses a role that it cannot render', () => {
		assert.throws(
			() => tokenizer.apply_chat_template([{ role: 'tool', content: '1' }], { tokenize: false }),
			/roles system, user and assistant, not tool/,
		);
	});
});
