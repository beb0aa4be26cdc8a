import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a tokenizer into a model's folder: a byte of text is a token, and no text has the other tokens of the vocabulary. */
export async function writeByteTokenizer(
	folder: string,
	{ vocabulary, contextWindow }: { readonly vocabulary: number; readonly contextWindow: number },
): Promise<void> {
	const json = (name: string, content: object): Promise<void> => writeFile(join(folder, name), JSON.stringify(content));
	await json('tokenizer_config.json', { tokenizer_class: 'PreTrainedTokenizerFast', model_max_length: contextWindow });
	await json('tokenizer.json', {
		version: '1.0',
		added_tokens: [],
		normalizer: null,
		post_processor: null,
		pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
		decoder: { type: 'ByteLevel' },
		model: {
			type: 'BPE',
			vocab: Object.fromEntries(
				[...byteSpellings(), ...Array.from({ length: vocabulary - 256 }, (_, i) => `word${i}`)].map((token, id) => [token, id]),
			),
			merges: [],
		},
	});
}

/** How byte-level tokenizers write the 256 bytes: printable ones as they are, the others from U+0100 on. */
function byteSpellings(): string[] {
	let next = 256;
	return Array.from({ length: 256 }, (_, byte) => {
		const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
		return String.fromCodePoint(printable ? byte : next++);
	});
}
