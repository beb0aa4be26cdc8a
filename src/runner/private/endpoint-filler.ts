import type { Filler, FillRequest } from '../../analysis/private/filler.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { chatEndpoint, type ChatEndpointOptions, type ChatMessage, type EndpointTrouble } from '../endpoint/chat-endpoint.ts';

/** Where its key stands; never in settings. */
export const fillerKeyVariable = 'RAG_ASSAY_FILLER_KEY';

const mostTokens = 128;

export type EndpointOptions = Pick<ChatEndpointOptions, 'url' | 'model' | 'key' | 'offline'>;

/**
 * A filler behind an OpenAI-compatible address. It is sent what is released already and the query, nothing else.
 * @throws UserError RA913 for an address that is not used: no address, not encrypted and not this machine's, or offline.
 */
export function endpointFiller(options: EndpointOptions): Filler {
	const { name, ask } = chatEndpoint({ ...options, keyVariable: fillerKeyVariable, refused, failed });
	return { name, write: async (request, signal) => (await ask(messagesFor(request), mostTokens, signal)).text };
}

function messagesFor({ query, masked, keywords }: FillRequest): ChatMessage[] {
	const lines = [`Question: ${query}`, `Answer so far: ${masked}`, ...(keywords.length === 0 ? [] : [`Keywords: ${keywords.join(', ')}`])];
	return [
		{
			role: 'system',
			content:
				'Write the one sentence that stands in the place of […] in an answer to the question. Use the keywords where they fit. Invent no names, numbers or dates. Reply with that sentence alone.',
		},
		{ role: 'user', content: lines.join('\n') },
	];
}

function refused(url: string, why: string, hint: string): UserError {
	return new UserError(errorNumbers.fillerRefused, `The endpoint ${url} is not used: ${why}.`, { hint });
}

function failed(origin: string, { why, hint, cause }: EndpointTrouble): UserError {
	return new UserError(errorNumbers.fillerFailed, `The endpoint ${origin} wrote nothing: ${why}.`, {
		hint: `What was released stands without it.${hint === undefined ? '' : ` ${hint}`}`,
		cause,
	});
}
