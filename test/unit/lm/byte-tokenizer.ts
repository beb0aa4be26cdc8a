import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Gives a folder the demo model's tokenizer with nothing but single bytes: the fixtures know 320 tokens. */
export function withByteTokenizer(folder: string): string {
	const whole = z
		.looseObject({ model: z.looseObject({ vocab: z.record(z.string(), z.number()) }) })
		.parse(JSON.parse(readFileSync(fileURLToPath(new URL('../../../models/demo/tokenizer.json', import.meta.url)), 'utf8')));
	const vocab = Object.fromEntries(Object.entries(whole.model.vocab).filter(([, id]) => id < 264));
	writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify({ ...whole, model: { ...whole.model, vocab, merges: [] } }));
	writeFileSync(
		join(folder, 'tokenizer_config.json'),
		JSON.stringify({ tokenizer_class: 'PreTrainedTokenizerFast', bos_token: '<s>', eos_token: '</s>' }),
	);
	return folder;
}
