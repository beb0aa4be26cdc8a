import { UserError } from '../../errors.ts';
import { publicSpelling, canonicalSentence } from '../../methods/pearl/canonical-sentence.ts';
import { pathSentences } from '../../methods/pearl/path-sentences.ts';
import { joinRedacted, redaction } from '../../methods/pearl/redact.ts';
import type { ReleasedSentence } from '../../formats/release.ts';
import { gap, type Filler } from './filler.ts';

/** A piece of the answer before it is a release. */
export interface AnswerPiece {
	readonly text: string;
	readonly kind: ReleasedSentence['kind'] | 'gap';
}

/** The pieces with each gap written or redacted, whether anybody wrote something, and what went wrong with them. */
export interface Refilled {
	readonly pieces: readonly AnswerPiece[];
	readonly filled: boolean;
	readonly notes: readonly string[];
}

/**
 * Writes a sentence into each gap. A filler that fails costs its sentences and not the release, which is paid for by then: they are
 * redacted, and a note says why.
 */
export async function refillAnswer(
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
		const written = notes.length > 0 ? '' : await writtenOr(notes, () => filler.fill({ query, masked, keywords }, signal), signal);
		const [sentence] = await pathSentences(written, 'stop');
		const text = sentence === undefined ? '' : canonicalSentence(sentence, publicSpelling([]));
		filled ||= text !== '';
		done.push(text === '' ? { text: redaction, kind: 'redacted' } : { text, kind: 'refilled' });
	}
	return { pieces: done, filled, notes };
}

async function writtenOr(notes: string[], fill: () => Promise<string>, signal: AbortSignal): Promise<string> {
	try {
		return await fill();
	} catch (error) {
		if (!(error instanceof UserError) || signal.aborted) throw error;
		notes.push(`Nothing was refilled: ${error.message}`);
		return '';
	}
}
