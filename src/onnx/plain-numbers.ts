import * as z from 'zod';
import type { ConfigComparison, Contradiction } from './contradictions.ts';
import { constantNumber, type OnnxGraph } from './onnx-graph.ts';
import type { RecognizedDecoder } from './spad-graph.ts';
import { nodeLabel } from './unsupported-graph.ts';

const count = z.number().int().nullish();
/** Keys that families write differently. */
const shape = {
	num_hidden_layers: count,
	n_layer: count,
	n_layers: count,
	num_layers: count,
	hidden_size: count,
	n_embd: count,
	d_model: count,
	vocab_size: count,
	num_attention_heads: count,
	n_head: count,
	n_heads: count,
	num_key_value_heads: count,
	num_kv_heads: count,
	final_logit_softcapping: z.number().nullish(),
	tie_word_embeddings: z.boolean().nullish(),
};
type Key = keyof typeof shape;

/**
 * Holds the plain numbers of a parsed `config.json` against a recognized decoder: layers, width, vocabulary, heads, the soft cap of the
 * logits, and whether both embeddings are one. What the graph does not show is named with the reason; a key that is missing, or no
 * number, says nothing.
 */
export function comparePlainNumbers({ graph, structure }: RecognizedDecoder, parsed: unknown): ConfigComparison {
	const given = z.record(z.string(), z.unknown()).safeParse(parsed).data ?? {};
	const read = (...keys: Key[]) =>
		keys.map((key) => shape[key].safeParse(given[key]).data ?? undefined).find((value) => value !== undefined);
	const head = nodeLabel(structure.head.linear.node);
	const found: Contradiction[] = [];
	const notCompared: string[] = [];
	const compare = (own: number, stated: number | boolean | undefined, what: string, node: string, layer?: number): void => {
		if (typeof stated === 'number' && own !== stated) found.push({ layer, node, graph: `${own} ${what}`, config: String(stated) });
	};
	compare(structure.layers, read('num_hidden_layers', 'n_layer', 'n_layers', 'num_layers'), 'layers', 'counted by their attention');
	compare(structure.hidden, read('hidden_size', 'n_embd', 'd_model'), 'numbers a token in its residual stream', head);
	compare(structure.vocabulary, read('vocab_size'), 'tokens in its vocabulary', head);

	const heads = read('num_attention_heads', 'n_head', 'n_heads');
	const keyHeads = read('num_key_value_heads', 'num_kv_heads');
	const hidden = { heads: false, keyHeads: false };
	for (const block of structure.blocks) {
		if (block.kind !== 'attention') continue;
		const { rule, layer } = block;
		if (rule.kind !== 'fused' || rule.heads === 0) {
			hidden.heads = hidden.keyHeads = true;
			continue;
		}
		compare(rule.heads, heads, 'query heads', nodeLabel(rule.node), layer);
		// Exporters repeat keys for operators that know no groups: the numbers are the same.
		if (typeof keyHeads === 'number' && rule.keyHeads === rule.heads && keyHeads < rule.keyHeads) hidden.keyHeads = true;
		else compare(rule.keyHeads, keyHeads, 'key heads', nodeLabel(rule.node), layer);
	}
	if (hidden.heads && heads !== undefined) notCompared.push('the number of heads (the graph has attention in plain operators)');
	else if (hidden.keyHeads && keyHeads !== undefined) notCompared.push('the number of key heads (the graph may repeat them)');

	if (given['soft_caps_told'] !== false) found.push(...finalCap(graph, structure.head, read('final_logit_softcapping'), notCompared));
	const tied = read('tie_word_embeddings');
	if (tied !== undefined) {
		const one = sharesEmbedding(graph, structure.head.linear.weight);
		if (one && tied === false)
			found.push({ layer: undefined, node: head, graph: 'one tensor for embedding and unembedding', config: 'that they are not tied' });
		if (!one && tied === true)
			notCompared.push('tie_word_embeddings (embedding and unembedding are two tensors in the graph, which may hold the same numbers)');
	}
	const written = (key: string): boolean => given[key] !== undefined && given[key] !== null;
	if (['rope_theta', 'rope_parameters', 'rope_scaling', 'rotary_emb_base'].some(written))
		notCompared.push("the base and scaling of rotary positions (they lie in tables, or behind the graph's own arithmetic)");
	if (['hidden_act', 'hidden_activation', 'activation_function'].some(written))
		notCompared.push('the activation of feed-forward blocks (it is run as it is, and not recognized)');
	return {
		contradictions: found,
		notCompared: notCompared.length === 0 ? [] : [`Of config.json these were not compared with the graph: ${notCompared.join('; ')}.`],
	};
}

type Head = RecognizedDecoder['structure']['head'];

/** A soft cap is a Tanh behind the unembedding, with a number that its output is multiplied by. */
function finalCap(graph: OnnxGraph, { tail, linear }: Head, stated: number | boolean | undefined, notCompared: string[]): Contradiction[] {
	const cap = typeof stated === 'number' ? stated : 0;
	const tanh = tail.find(({ type }) => type === 'Tanh');
	if (tanh === undefined)
		return cap === 0
			? []
			: [{ layer: undefined, node: nodeLabel(linear.node), graph: 'no soft cap on its logits', config: `one of ${cap}` }];
	const times = graph.consumers(tanh.outputs[0] ?? '').find(({ type }) => type === 'Mul');
	const own = times?.inputs.map((input) => constantNumber(graph, input)).find((value) => value !== undefined);
	if (cap === 0)
		return [
			{
				layer: undefined,
				node: nodeLabel(tanh),
				graph: `a soft cap${own === undefined ? '' : ` of ${own}`} on its logits`,
				config: 'none',
			},
		];
	if (own === undefined) notCompared.push('the soft cap of the logits (the graph has one, and its size cannot be read)');
	else if (Math.abs(own - cap) > 1e-3 * cap)
		return [{ layer: undefined, node: nodeLabel(tanh), graph: `a soft cap of ${own} on its logits`, config: `one of ${cap}` }];
	return [];
}

/** Whether the unembedding's numbers are those that tokens are looked up in. */
function sharesEmbedding(graph: OnnxGraph, weight: Head['linear']['weight']): boolean {
	let stored = weight.kind === 'blocks' ? weight.packed : weight.tensor;
	for (let node = graph.producer(stored); node !== undefined && node.inputs[0] !== undefined; node = graph.producer(stored))
		stored = node.inputs[0];
	const open = [stored];
	const seen = new Set(open);
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		for (const node of graph.consumers(at)) {
			if (node.type.startsWith('Gather') && node.inputs[0] === at) return true;
			// What is made of constants alone is still the table: turned round, read out of fewer bits.
			for (const output of node.outputs)
				if (output !== '' && !seen.has(output) && graph.isConstant(output)) {
					seen.add(output);
					open.push(output);
				}
		}
	}
	return false;
}
