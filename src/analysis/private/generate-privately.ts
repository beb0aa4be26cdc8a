import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { copiesNote, distinctDocuments } from '../../formats/distinct-documents.ts';
import type { PrivateSettings } from '../../formats/private-settings.ts';
import type { Release, ReleasedSentence } from '../../formats/release.ts';
import { canonicalSentence, publicSpelling } from '../../methods/pearl/canonical-sentence.ts';
import { conflictsAmong } from '../../methods/pearl/conflicts.ts';
import { privateKeywords } from '../../methods/pearl/keywords.ts';
import { joinRedacted, redaction } from '../../methods/pearl/redact.ts';
import { pathSentences, tellingSentences } from '../../methods/pearl/sentence-vote.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import { keywordOutlook } from '../../privacy/keyword-outlook.ts';
import { partsOf } from '../../privacy/run-steps.ts';
import { movedShares } from '../../privacy/shares.ts';
import type { ReadOptions } from '../../model-io/requests.ts';
import { languageOf } from '../../text/language.ts';
import { tagText } from '../../text/sentences.ts';
import { answerByDecoder, requireDecodable, roomNeeded, type DecodedAnswer } from './answer-by-decoder.ts';
import { pathOfEach, promptWithout, type PrivateDocument, type PublicPrompt } from './document-paths.ts';
import { gap, type Filler } from './filler.ts';
import { filterAnswer } from './filter-answer.ts';
import { guaranteeOf } from './guarantee.ts';
import { fallback, filterNotes, keywordNotes, nothingInWords, type Keywords } from './release-words.ts';
import type { PathsModel } from './paths-model.ts';
import { requireAffordable, requireHope, requireKeywords, requireShares, runSettings } from './require-affordable.ts';

/** A piece of the answer before it is a release. */
interface AnswerPiece {
	readonly text: string;
	readonly kind: ReleasedSentence['kind'] | 'gap';
}

/** The pieces with each gap written or redacted, whether anybody wrote something, and what went wrong with them. */
interface Refilled {
	readonly pieces: readonly AnswerPiece[];
	readonly filled: boolean;
	readonly notes: readonly string[];
}

/**
 * Writes a sentence into each gap. A filler that fails costs its sentences and not the release, which is paid for by then: they are
 * redacted, and a note says why.
 */
async function refillAnswer(
	pieces: readonly AnswerPiece[],
	filler: Filler,
	{ query, keywords, signal }: { readonly query: string; readonly keywords: readonly string[]; readonly signal: AbortSignal },
): Promise<Refilled> {
	const done: AnswerPiece[] = [];
	const notes: string[] = [];
	let filled = false;
	for (const [i, piece] of pieces.entries()) {
		if (piece.kind !== 'gap') {
			done.push(piece);
			continue;
		}
		const rest = pieces.slice(i + 1).map(({ kind, text }) => (kind === 'gap' ? redaction : text));
		const masked = joinRedacted([...done.map(({ text }) => text), gap, ...rest]);
		const written = notes.length > 0 ? '' : await writtenOr(notes, () => filler.write({ query, masked, keywords }, signal), signal);
		// A filler that does not know says nothing of the documents, which may all have told it: votes leave such a sentence out, too.
		const [sentence] = tellingSentences((await pathSentences(written, 'stop')).slice(0, 1), query);
		const text = sentence === undefined ? '' : canonicalSentence(sentence, publicSpelling([]));
		filled ||= text !== '';
		done.push(text === '' ? { text: redaction, kind: 'redacted' } : { text, kind: 'refilled' });
	}
	return { pieces: done, filled, notes };
}

async function writtenOr(notes: string[], write: () => Promise<string>, signal: AbortSignal): Promise<string> {
	try {
		return await write();
	} catch (error) {
		if (!(error instanceof UserError) || signal.aborted) throw error;
		notes.push(`Nothing was refilled: ${error.message}`);
		return '';
	}
}

export interface PrivateRequest extends PublicPrompt {
	/** Those with the same text count as one. */
	readonly documents: readonly PrivateDocument[];
	readonly settings: PrivateSettings;
	/** Name of the corpus, for the record. */
	readonly corpus: string;
	/** No guarantee, nothing is spent, and it cannot be released. */
	readonly seed?: number | undefined;
	/** Whether to spend even if little of use can come out. */
	readonly anyway?: boolean | undefined;
}

/** The ledger's entry that paid. */
type Payment = NonNullable<Release['ledger']>;

/** What a release needs of the world. */
export interface PrivateRun extends ReadOptions {
	readonly model: PathsModel;
	/** Cryptographic, or of the request's seed. */
	readonly bits: RandomBits;
	/** The release's. */
	readonly id: string;
	readonly who: string;
	/** ISO 8601 with an offset. */
	readonly when: string;
	/** Pays for the whole answer from so many documents, durably, or rejects with what is left. Not called in a seeded run. */
	readonly spend: (
		documents: number,
	) => Promise<{ readonly ledger: Payment /** What the person should be told. */; readonly note?: string | undefined }>;
	readonly filler: Filler;
	/** What goes on, in words. */
	readonly onStep: (message: string) => void;
}

/**
 * An answer from documents with a guarantee: paid for before the model is asked, so that what was spent stays spent however it ends.
 * What comes out depends on the documents through the decoder's mechanism, the filter's and the keywords' alone, which share ε; that it
 * comes out at all depends on their number.
 * @throws UserError RA713 for a filter or keywords without a share of ε, RA911 without a document, RA912 without a list that is needed, RA916 for a budget that no mechanism can work with, RA919 for a paid run of which little of use can come; rejects as `spend` and the model do.
 */
export async function generatePrivately(named: PrivateRequest, run: PrivateRun): Promise<Release> {
	const request = { ...named, documents: distinctDocuments(named.documents) };
	const { documents, settings, seed, query } = request;
	if (documents.length === 0)
		throw new UserError(errorNumbers.noPrivateDocuments, 'There is no document to answer from.', {
			hint: 'Name files with --docs: *.md, *.txt, JSON Lines, or a *.rag.md with contexts.',
		});
	requireDecodable(settings);
	requireShares(settings, documents.length);
	requireKeywords(settings, documents.length);
	requireAffordable(settings, documents.length);
	if (seed === undefined && named.anyway !== true) requireHope(settings, documents.length);
	const parts = partsOf(runSettings(settings), documents.length);
	// Before it is paid for: whether there is room depends on no document.
	const bound = parts.decode === 0 ? null : await run.model.roomForPaths(roomNeeded(request, documents.length, settings), run);
	const paid: { ledger: Payment | null; note?: string | undefined } =
		seed === undefined ? await run.spend(documents.length) : { ledger: null };

	if (bound !== null) run.onStep('Answering from each document');
	const answer: DecodedAnswer =
		bound === null
			? { kind: 'sentences', sentences: [] }
			: await answerByDecoder(request, documents, settings, { ...run, epsilon: parts.decode, bound, seed, subsetKey: run.id });
	const keywords = keywordsOf(request, run, parts.refill);
	const votedPieces = await piecesOf(answer, request, run, parts.filter);
	const empty = votedPieces.every(({ text, kind }) => kind === 'redacted' && text === redaction);
	// With nothing but keywords there is one thing to write: an answer from them.
	const wanted: readonly AnswerPiece[] = empty && keywords.words.length > 0 ? [{ text: '', kind: 'gap' }] : votedPieces;
	run.onStep('Writing the release');
	const refilled = await refillAnswer(wanted, run.filler, { query, keywords: keywords.words, signal: run.signal });
	const filtered = parts.filter > 0 ? votedPieces.length : 0;
	const pieces = refilled.filled || !empty ? refilled.pieces : fallback(nothingInWords(settings, documents.length, filtered > 0), keywords);
	const notes = [
		...(paid.note === undefined ? [] : [paid.note]),
		...copiesNote(named.documents.length, documents.length),
		...movedShares(runSettings(settings), documents.length),
		...refilled.notes,
	];
	return recordOf(pieces, { request, run, ledger: paid.ledger, keywords, filled: refilled.filled, filtered, notes });
}

/** Chooses keywords at `epsilon`; none without a part of ε. */
function keywordsOf({ documents, settings }: PrivateRequest, { bits }: PrivateRun, epsilon: number): Keywords {
	if (epsilon === 0) return { words: [], outlook: null };
	const texts = documents.map(({ text }) => text);
	return {
		words: privateKeywords(texts, settings.vocabulary ?? [], { k: settings.expert.keywords, epsilon, bits }),
		outlook: keywordOutlook(runSettings(settings), epsilon, documents.length),
	};
}

/** Sentences as they stand after the filter, those to be refilled as gaps. */
async function piecesOf(answer: DecodedAnswer, request: PrivateRequest, run: PrivateRun, epsilon: number): Promise<AnswerPiece[]> {
	const text = answer.kind === 'text' ? answer.text.trim() : answer.sentences.join(' ');
	const ranges = text === '' ? [] : (await tagText(text, languageOf(text))).sentences;
	const sentences = answer.kind === 'text' ? ranges.map(({ start, end }) => text.slice(start, end)) : answer.sentences;
	const pieces = sentences.map(pieceOf);
	if (epsilon === 0 || pieces.length === 0) return pieces;
	run.onStep('Choosing what to cut');
	let at = 0;
	const places = sentences.map((sentence) => {
		const start = text.indexOf(sentence, at);
		at = start + sentence.length;
		return { start, end: at };
	});
	const prompts = { paths: pathOfEach(request, request.documents), without: promptWithout(request) };
	const { cut, refill } = await filterAnswer(text, places, prompts, request.settings, { ...run, epsilon });
	return pieces.map((piece, i) =>
		cut.includes(i) ? { text: redaction, kind: 'redacted' } : refill.includes(i) ? { text: '', kind: 'gap' } : piece,
	);
}

/** A sentence that broke off is told as far as it goes. */
function pieceOf(sentence: string): AnswerPiece {
	if (!sentence.includes(redaction)) return { text: sentence, kind: 'released' };
	return { text: sentence.trim().replace(/\.$/, '') === redaction ? redaction : sentence, kind: 'redacted' };
}

function recordOf(
	pieces: readonly AnswerPiece[],
	{
		request: { query, corpus, documents, settings, seed },
		run,
		ledger,
		keywords,
		filled,
		filtered,
		notes,
	}: {
		readonly request: PrivateRequest;
		readonly run: PrivateRun;
		readonly ledger: Payment | null;
		readonly keywords: Keywords;
		readonly filled: boolean;
		/** Sentences that the filter chose from; 0 if it did not run. */
		readonly filtered: number;
		readonly notes: readonly string[];
	},
): Release {
	const texts = pieces.map(({ text }) => text);
	const conflicts = conflictsAmong(
		pieces.map(({ text, kind }) => (kind === 'released' || kind === 'refilled' ? text : '')),
		query,
	);
	return {
		schema: 'rag-assay/release@1',
		id: run.id,
		when: run.when,
		who: run.who,
		model: run.model.identity.name,
		query,
		corpus,
		documents: documents.length,
		decoder: settings.decoder,
		settings,
		text: joinRedacted(texts),
		sentences: pieces.map(({ text, kind }, i) => ({ text, kind: kind === 'gap' ? 'redacted' : kind, conflictsWith: conflicts[i]! })),
		guarantee: seed === undefined ? guaranteeOf(settings, documents.length) : null,
		ledger,
		decisions: [],
		filler: filled ? run.filler.name : null,
		notes: [
			...(seed === undefined ? [] : [`Seeded (${seed}): cannot be released. Nothing was spent.`]),
			...notes,
			...(filled
				? [`Sentences marked as refilled were written by ${run.filler.name}, from what is in this release and the query alone.`]
				: []),
			...keywordNotes(keywords),
			...(conflicts.some((others) => others.length > 0)
				? ['Sentences that contradict each other were released: the documents do not agree.']
				: []),
			...filterNotes(settings, filtered),
		],
	};
}
