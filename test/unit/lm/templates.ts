import { Tokenizer } from '../../../src/lm/tokenizer.ts';
import { byteLevel, sentencePiece } from './tokenizers/small-tokenizers.ts';

/** Chat templates with the habits of real ones, written small. */
export const templates = {
	/** Roles in a row; contents trimmed, as Llama 3's. */
	trimming:
		"{{ bos_token }}{% for m in messages %}[{{ m['role'] }}]\n{{ m['content'] | trim }}[end]\n{% endfor %}{% if add_generation_prompt %}[assistant]\n{% endif %}",
	/** Refuses a system turn, as Gemma's and Mistral's first ones. */
	noSystem:
		"{% for m in messages %}{% if m['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}<{{ m['role'] }}> {{ m['content'] }} </{{ m['role'] }}>{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}",
	/** Drops a system turn without a word. */
	dropsSystem:
		"{% for m in messages %}{% if m['role'] != 'system' %}<{{ m['role'] }}> {{ m['content'] }}{% endif %}{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}",
	/** Takes contexts as documents and shows their ids. */
	documents:
		"{% for d in documents or [] %}(doc {{ d['doc_id'] }}: {{ d['text'] }}){% endfor %}{% for m in messages %}|{{ m['role'] }}|{{ m['content'] }}{% endfor %}{% if add_generation_prompt %}|assistant|{% endif %}",
	/** Speaks of documents and does not show them. */
	mentionsDocuments:
		"{# no documents here #}{% for m in messages %}|{{ m['role'] }}|{{ m['content'] }}{% endfor %}{% if add_generation_prompt %}|assistant|{% endif %}",
	/** Cannot end with an assistant's turn. */
	userLast:
		"{% for m in messages %}{% if m['role'] == 'assistant' and loop.last %}{{ raise_exception('Conversation must end with a user turn') }}{% endif %}|{{ m['role'] }}|{{ m['content'] }}{% endfor %}|assistant|",
	/** Cuts what an answer thinks aloud, as reasoning models' do. */
	cutsThoughts:
		"{% for m in messages %}|{{ m['role'] }}|{{ m['content'].split('</think>')[-1] }}{% endfor %}{% if add_generation_prompt %}|assistant|{% endif %}",
	/** Looks into contents. */
	shouts:
		"{% for m in messages %}|{{ m['role'] }}|{% if m['content'].endswith('!') %}LOUD {% endif %}{{ m['content'] }}{% endfor %}{% if add_generation_prompt %}|assistant|{% endif %}",
	broken: "{{ raise_exception('never') }}",
} as const;

export function tokenizerWith(template: keyof typeof templates | undefined): Tokenizer {
	return new Tokenizer(
		template === 'noSystem' ? sentencePiece : byteLevel(),
		{ bos_token: '<s>' },
		template === undefined ? undefined : templates[template],
	);
}
