import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { PrivateSettings } from '../../formats/private-settings.ts';
import { canonicalSentence, publicSpelling } from '../../methods/pearl/canonical-sentence.ts';
import { factBallot, sayReleased } from '../../methods/pearl/fact.ts';
import { pathSentences, tellingSentences, releaseByVotes, wordingBallot } from '../../methods/pearl/sentence-vote.ts';
import { drawFromList, isNameable, listVote } from '../../methods/pearl/public-list.ts';
import { abstainingVotes, decodingStep } from '../../privacy/planner.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import type { DecodingStep } from '../../privacy/run-steps.ts';
import type { PathsBound, PathsDecoding, PathsResult, PathsRoom } from '../../model-io/private-decoding.ts';
import type { PromptParts, ReadOptions } from '../../model-io/requests.ts';
import { longestDocument, pathOfEach, pathOfSubsets, promptWithout, type PrivateDocument, type PublicPrompt } from './document-paths.ts';
import type { PathsModel } from './paths-model.ts';

/** Words by which a model refuses that has no document: they are never free, and nobody may vote for them. */
const refusals = ['not', 'unknown', 'unclear'] as const;

export interface DecodingContext extends ReadOptions {
	readonly model: PathsModel;
	readonly bits: RandomBits;
	/** For the model process's own draws; absent: cryptographic. */
	readonly seed?: number | undefined;
	/** ε of decoding alone. */
	readonly epsilon: number;
	/** Of each path. */
	readonly bound: PathsBound;
	/** Decides which set a document is in. Public, and no document's. */
	readonly subsetKey: string;
}

/** What the decoder released. `null`: nothing can be told. */
export type DecodedAnswer =
	| { readonly kind: 'sentences'; readonly sentences: readonly string[] }
	| { readonly kind: 'text'; readonly text: string };

/** An answer by the decoder of the settings, private by its mechanism. Rejects as `decodePaths`. */
export async function answerByDecoder(
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	settings: PrivateSettings,
	context: DecodingContext,
): Promise<DecodedAnswer> {
	switch (settings.decoder) {
		case 'sentence-vote':
			return { kind: 'sentences', sentences: await bySentences(prompt, documents, settings, context) };
		case 'public-list':
			return { kind: 'sentences', sentences: await byList(prompt, documents, settings, context) };
		case 'gated-votes':
		case 'per-token':
			return { kind: 'text', text: await token(prompt, documents, settings, context) };
	}
}

/** @throws UserError RA912 for a public list that is not there, RA917 for one with a value that nobody can name. Of settings alone, so before anything is spent. */
export function requireDecodable({ decoder, list }: PrivateSettings): void {
	if (decoder !== 'public-list') return;
	const nameless = list?.find((item) => !isNameable(item));
	if (nameless !== undefined)
		throw new UserError(
			errorNumbers.unusableList,
			`The public list has a value without a letter or digit, so no answer can name it: '${nameless}'.`,
			{
				hint: 'Take it out of the list.',
			},
		);
	if (list !== undefined) return;
	throw new UserError(errorNumbers.noPublicList, 'The decoder public-list needs a list, and there is none.', {
		hint: 'Name a file with one value a line with --values, or choose another decoder.',
	});
}

/** What the paths of these settings can take, by the number of documents alone. */
export function roomNeeded(prompt: PublicPrompt, documents: number, { decoder, expert }: PrivateSettings): PathsRoom {
	const jointly = decoder === 'gated-votes' || decoder === 'per-token';
	const asked = decoder === 'sentence-vote' && expert.countFacts ? 1 : 0;
	const paths = decoder === 'per-token' ? (expert.subsets ?? documents) : documents + asked;
	const question = prompt.query.length + (prompt.system?.length ?? 0);
	return {
		paths,
		jointly,
		withoutContext: promptWithout(prompt),
		maxTokens: expert.tokens,
		characters: documents * longestDocument + (paths + 1) * question,
	};
}

async function bySentences(
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	settings: PrivateSettings,
	context: DecodingContext,
): Promise<string[]> {
	const { sentences, list = [], vocabulary = [], expert } = settings;
	const spelling = publicSpelling([prompt.query, prompt.system ?? '', ...list, ...vocabulary]);
	// The model's own answer without documents is public, and has its ways of saying things.
	const asked = expert.countFacts ? [promptWithout(prompt)] : [];
	const paths = [...pathOfEach(prompt, documents), ...asked];
	const answers = (await ownAnswers(paths, prompt, settings, context)).map((answer, path) =>
		path < documents.length ? tellingSentences(answer, prompt.query) : answer,
	);
	const { epsilon, delta } = stepOf(settings, documents, context);
	const options = { sentences, epsilon, delta, bits: context.bits };
	if (!expert.countFacts)
		return releaseByVotes(
			answers.map((answer) => wordingBallot(answer, spelling)),
			options,
		);
	const saidWithout = answers.at(-1)!.map((sentence) => canonicalSentence(sentence, spelling));
	const ballots = answers.slice(0, -1).map((answer) => factBallot(answer, prompt.query, spelling));
	return releaseByVotes(ballots, options).map((key) => sayReleased(key, prompt.query, saidWithout));
}

async function byList(
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	settings: PrivateSettings,
	context: DecodingContext,
): Promise<string[]> {
	const { list = [] } = settings;
	const answers = await ownAnswers(pathOfEach(prompt, documents), prompt, settings, context);
	const votes = answers.map((answer) => listVote(answer.join(' '), list));
	const { epsilon } = stepOf(settings, documents, context);
	const drawn = drawFromList(votes, { size: list.length, epsilon, bits: context.bits });
	return drawn === null ? [] : [`${list[drawn]!}.`];
}

/** Sentences that the model says to each prompt by itself, greedily; none of a path that takes no part. */
async function ownAnswers(
	paths: (PromptParts | null)[],
	prompt: PublicPrompt,
	{ expert }: PrivateSettings,
	{ model, bound, signal, onProgress }: DecodingContext,
): Promise<string[][]> {
	const result = await model.decodePaths(
		{ paths, withoutContext: promptWithout(prompt), maxTokens: expert.tokens, decoding: { kind: 'greedy' }, bound },
		{ signal, onProgress },
	);
	if (result.kind !== 'greedy') throw new TypeError(`greedy paths were asked for, ${result.kind} came`);
	requireWhole(result.paths, signal);
	return Promise.all(result.paths.map(({ text, finish }) => pathSentences(text, finish)));
}

async function token(
	prompt: PublicPrompt,
	documents: readonly PrivateDocument[],
	settings: PrivateSettings,
	context: DecodingContext,
): Promise<string> {
	const { model, seed, bound, subsetKey, signal, onProgress } = context;
	const { expert } = settings;
	const stepEpsilon = stepOf(settings, documents, context).epsilon;
	const paths =
		expert.subsets === undefined || settings.decoder === 'gated-votes'
			? pathOfEach(prompt, documents)
			: pathOfSubsets(prompt, documents, expert.subsets, subsetKey);
	const decoding: PathsDecoding =
		settings.decoder === 'per-token'
			? { kind: 'ensemble', clip: expert.clip, clipBound: expert.clipBound, stepEpsilon, candidates: expert.candidates }
			: {
					kind: 'gated-votes',
					gate: expert.gate,
					payments: expert.payments,
					stepEpsilon,
					candidates: expert.candidates,
					abstaining: abstainingVotes(documents.length, stepEpsilon),
					refusals: [...refusals],
				};
	const result = await model.decodePaths(
		{ paths, withoutContext: promptWithout(prompt), maxTokens: expert.tokens, decoding, bound, ...(seed === undefined ? {} : { seed }) },
		{ signal, onProgress },
	);
	if (result.kind !== 'joint') throw new TypeError(`one text for all paths was asked for, ${result.kind} came`);
	requireWhole([result], signal);
	return result.text;
}

/** What the decoder's mechanism is called with at each step: the accountant's word for it, which the plan and the ledger go by. */
function stepOf(settings: PrivateSettings, documents: readonly PrivateDocument[], { epsilon }: DecodingContext): DecodingStep {
	return decodingStep({ ...settings, epsilon }, documents.length);
}

/** Half an answer is none. */
function requireWhole(paths: readonly { readonly finish: Extract<PathsResult, { kind: 'joint' }>['finish'] }[], signal: AbortSignal): void {
	signal.throwIfAborted();
	if (paths.some(({ finish }) => finish === 'cancelled')) throw new DOMException('cancelled', 'AbortError');
}
