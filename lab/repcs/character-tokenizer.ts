import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pick, type Random } from '../../src/statistics/random.ts';

/** Beyond printable ASCII: blocks of characters that nothing joins, trims or rewrites. */
const blocks = [
	[0x4e00, 0x9ff0],
	[0xac00, 0xd7a3],
	[0x3400, 0x4db0],
	[0x2_0000, 0x2_a6d0],
] as const;

/** One character a token: printable ASCII and the line feed first. @throws RangeError when the blocks hold fewer. */
function characters(count: number): string[] {
	const ascii = [0x0a, ...Array.from({ length: 0x7f - 0x20 }, (_, i) => 0x20 + i)];
	const all = [...ascii, ...blocks.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))];
	if (all.length < count) throw new RangeError(`${count} tokens wanted, and there are ${all.length} characters`);
	return all.slice(0, count).map((code) => String.fromCodePoint(code));
}

/** Like ChatML's, which SmolLM2 has. The generation prompt ends with no white space: random weights repeat its last token, and an answer must not be blank. */
const template =
	"{% for message in messages %}<{{ message['role'] }}:{{ message['content'] }}>\n{% endfor %}{% if add_generation_prompt %}<assistant:{% endif %}";

/**
 * Writes a tokenizer whose tokens are single characters, for a model with random weights: whatever it writes comes out in the same tokens
 * when it is read again, as it does almost always for a trained model and its own tokenizer.
 */
export async function writeCharacterTokenizer(folder: string, vocabulary: number): Promise<void> {
	await writeFile(
		join(folder, 'tokenizer_config.json'),
		JSON.stringify({ tokenizer_class: 'PreTrainedTokenizerFast', chat_template: template }),
	);
	await writeFile(
		join(folder, 'tokenizer.json'),
		JSON.stringify({
			version: '1.0',
			added_tokens: [],
			normalizer: null,
			pre_tokenizer: null,
			post_processor: null,
			decoder: { type: 'Fuse' },
			model: { type: 'BPE', vocab: Object.fromEntries(characters(vocabulary).map((token, id) => [token, id])), merges: [] },
		}),
	);
}

/** A text of so many tokens of that tokenizer. */
export function characterText(random: Random, vocabulary: number, tokens: number): string {
	const all = characters(vocabulary).slice(200);
	return Array.from({ length: tokens }, () => pick(random, all)).join('');
}
