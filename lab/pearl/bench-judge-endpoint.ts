import * as z from 'zod';
import { errorNumbers } from '../../src/error-numbers.ts';
import { UserError } from '../../src/errors.ts';
import { isLocal, retried } from '../../src/runner/models/chat-endpoint.ts';
import { EndpointFailure, postChat } from '../../src/runner/models/chat-request.ts';
import { amongThemselves, judgeLabels, type JudgeQuestion, type LabelJudge } from './label-judge.ts';

/** Where its key is; never an argument, which others can read. */
const keyVariable = 'RAG_ASSAY_JUDGE_KEY';

/** Of a request. */
const timeLimit = 60_000;
/** Tokens that a chat endpoint is asked for the probabilities of: the most that OpenAI's takes. */
const likeliest = 20;
const retries = 6;

interface JudgeEndpoint {
	/** Up to `/v1`, for chat completions with log-probabilities; or the whole address of a decision endpoint, which ends in `/systemone`. */
	readonly url: string;
	readonly model: string;
	readonly key?: string | undefined;
}

/** One of two formats: what is sent, and how the labels' probabilities are read from what comes back. */
interface WireFormat {
	readonly address: URL;
	readonly says: string;
	readonly body: (asked: JudgeQuestion, model: string) => object;
	/** `undefined`: what came back is not of this format, or has none of the labels. */
	readonly read: (response: unknown) => number[] | undefined;
}

const chatAnswer = z.object({
	choices: z
		.array(
			z.object({
				logprobs: z.object({
					content: z.array(z.object({ top_logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })) })).min(1),
				}),
			}),
		)
		.min(1),
});

/** `POST /chat/completions` as OpenAI documents it, with `logprobs`: one token is asked for, and nothing is read of it but the probabilities of the labels. */
function chatFormat(base: URL): WireFormat {
	return {
		address: new URL('chat/completions', base),
		says: 'by the probabilities of its first token',
		body: ({ instruction, documents }, model) => ({
			model,
			messages: [
				{
					role: 'user',
					content: [...documents.map((text, i) => `Document ${i + 1}:\n${text}`), instruction].join('\n\n'),
				},
			],
			temperature: 0,
			max_tokens: 1,
			logprobs: true,
			top_logprobs: likeliest,
		}),
		read: (response) => {
			const parsed = chatAnswer.safeParse(response);
			if (!parsed.success) return undefined;
			const found = parsed.data.choices[0]!.logprobs.content[0]!.top_logprobs;
			// A label may be several tokens of the vocabulary, with a space before it and without.
			const weights = judgeLabels.map((label) =>
				found.filter(({ token }) => token.trim() === label).reduce((sum, { logprob }) => sum + Math.exp(logprob), 0),
			);
			return weights.some((weight) => weight > 0) ? amongThemselves(weights.map(Math.log)) : undefined;
		},
	};
}

const decision = z.object({
	answers: z.object({ label: z.object({ type: z.literal('choice'), probabilities: z.record(z.string(), z.number().min(0)) }) }),
});

/** A decision endpoint (`POST /v1/systemone`): a typed question about a state, answered with the probability of each choice. */
function decisionFormat(address: URL): WireFormat {
	return {
		address,
		says: 'by its decisions',
		body: ({ instruction, documents }, model) => ({
			model,
			state: { documents },
			questions: {
				label: { type: 'choice', instructions: instruction, criteria: Object.fromEntries(judgeLabels.map((label) => [label, null])) },
			},
		}),
		read: (response) => {
			const parsed = decision.safeParse(response);
			if (!parsed.success) return undefined;
			const weights = judgeLabels.map((label) => parsed.data.answers.label.probabilities[label] ?? 0);
			return weights.some((weight) => weight > 0) ? amongThemselves(weights.map(Math.log)) : undefined;
		},
	};
}

/**
 * A model behind an address as judge. It is sent the questions, the answers and the documents.
 * @throws {UserError} RA690 for an address that is not used; `probabilities` rejects with RA691 where no label comes back
 */
export function endpointJudge({ url, model, key = process.env[keyVariable] }: JudgeEndpoint): LabelJudge {
	const { address, says, body, read } = formatOf(url);
	return {
		name: `${model} at ${address.origin}, ${says}`,
		probabilities: async (asked, signal) => {
			const once = (): Promise<unknown> => postChat(address, body(asked, model), { key, keyVariable, timeLimit, signal });
			try {
				const isPassing = ({ kind }: EndpointFailure): boolean => kind === 'passing';
				const found = read(await retried(once, { retries, isPassing, signal, onWaiting: () => undefined }));
				if (found === undefined) throw new EndpointFailure('lasting', 'its answer has no probability of any label from 1 to 5');
				return found;
			} catch (error) {
				if (!(error instanceof EndpointFailure)) throw error;
				throw new UserError(errorNumbers.endpointFailed, `The judge ${address.origin} did not answer: ${error.message}.`, {
					hint:
						error.kind === 'key'
							? `Put a key that it accepts into ${keyVariable}.`
							: 'Name a chat endpoint that gives log-probabilities (logprobs), or the address of a decision endpoint (…/v1/systemone).',
					cause: error.cause,
				});
			}
		},
	};
}

function formatOf(url: string): WireFormat {
	const refuse = (why: string, hint: string): never => {
		throw new UserError(errorNumbers.endpointRefused, `The judge ${url} is not used: ${why}.`, { hint });
	};
	if (!URL.canParse(url)) return refuse('it is not an address', 'Name one such as https://HOST/v1.');
	const address = new URL(url);
	if (address.username !== '' || address.password !== '') {
		throw new UserError(errorNumbers.endpointRefused, `The judge ${address.origin} is not used: it contains a password.`, {
			hint: `Put the key into the environment as ${keyVariable}.`,
		});
	}
	if (address.protocol !== 'https:' && !(address.protocol === 'http:' && isLocal(address)))
		return refuse('the connection would not be encrypted', 'Name an https address, or one of this machine.');
	if (/\/systemone\/?$/.test(address.pathname)) return decisionFormat(address);
	return chatFormat(url.endsWith('/') ? address : new URL(`${url}/`));
}
