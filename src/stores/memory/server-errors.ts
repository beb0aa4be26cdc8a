import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { durationInWords } from '../../wording/numbers.ts';
import { listInWords } from '../../wording/phrases.ts';
import { unlessAborted } from '../../unless-aborted.ts';

/** What an error of a library says first, as a clause: the rest is for its authors. */
export function firstLine(error: unknown): string {
	const said = error instanceof Error ? error.message : String(error);
	return said.split('\n')[0]!.trim().slice(0, 300).replace(/\.$/, '');
}

/** How errors of a kind of server are said. */
export interface ServerWords {
	/** Such as `Chroma`. */
	readonly server: string;
	/** Of the store, without passwords. */
	readonly name: string;
	/** How to start one. */
	readonly start: string;
	/** Where credentials are looked for. */
	readonly credentials: string;
	/** Words that no message may hold. */
	readonly secrets: readonly (string | null)[];
}

/** What became of a question to a server. */
export type ServerFailure = 'unreachable' | 'refused' | 'failed';

/** How long a server may take for one answer, seconds. */
const patience = 60;

/**
 * Asks a server, for as long as it may take. `judge` says what an error of its client means.
 * @throws {UserError} RA342, RA343 or RA348; the signal's reason.
 */
export async function asked<T>(
	words: ServerWords,
	question: () => Promise<T>,
	{ signal, judge }: { readonly signal: AbortSignal; readonly judge: (error: unknown) => ServerFailure },
): Promise<T> {
	signal.throwIfAborted();
	const silence = AbortSignal.timeout(1000 * patience);
	try {
		return await unlessAborted(question(), AbortSignal.any([signal, silence]));
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof UserError) throw error;
		if (silence.aborted) throw unreachable(words, `it has not answered for ${durationInWords(patience)}`);
		switch (judge(error)) {
			case 'unreachable':
				throw unreachable(words, reasonOf(error, words.secrets));
			case 'refused':
				throw new UserError(
					errorNumbers.storeServerRefused,
					`${words.server} refuses to read '${words.name}': ${reasonOf(error, words.secrets)}.`,
					{
						hint: words.credentials,
					},
				);
			case 'failed':
				throw serverFailed(words, reasonOf(error, words.secrets));
		}
	}
}

/** @param why a clause. */
function serverFailed({ server, name }: ServerWords, why: string): UserError {
	return new UserError(errorNumbers.storeServerFailed, `${server} cannot give '${name}': ${why}.`, {
		hint: "The server's log may say more.",
	});
}

/** The error of a collection that is not there, or was not named; `there`: those that are. */
export function noCollection(words: ServerWords, noun: string, wanted: string | null, there: readonly string[]): UserError {
	const shown = there.slice(0, 20).map((one) => `'${one}'`);
	const list = there.length > shown.length ? `${shown.join(', ')} and ${there.length - shown.length} more` : listInWords(shown);
	return new UserError(
		errorNumbers.noSuchCollection,
		wanted === null ? `'${words.name}' names no ${noun}.` : `'${words.name}' has no ${noun} '${wanted}'.`,
		{
			hint:
				there.length === 0
					? `The server has no ${noun} at all: check the database that the address names.`
					: `There ${there.length === 1 ? 'is' : 'are'} ${list}: name one in the address.`,
		},
	);
}

function unreachable({ server, name, start }: ServerWords, why: string): UserError {
	return new UserError(errorNumbers.storeServerUnreachable, `${server} at '${name}' cannot be reached: ${why}.`, { hint: start });
}

/** What an error says, in a line, without what must not be said. */
function reasonOf(error: unknown, secrets: readonly (string | null)[]): string {
	const codes = codesOf(error);
	if (codes.includes('ECONNREFUSED')) return 'nothing listens there';
	if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN')) return 'there is no such host';
	return secrets.reduce<string>(
		(text, secret) => (secret === null || secret === '' ? text : text.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…')),
		firstLine(error),
	);
}

/** Codes of an error and of what caused it. */
function codesOf(error: unknown): string[] {
	if (!(error instanceof Error)) return [];
	const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
	const inner: unknown[] = error instanceof AggregateError ? error.errors : [];
	return [...own, ...[...inner, error.cause].flatMap(codesOf)];
}

/** Whether the network, not the server, gave the answer. */
export function isNetworkError(error: unknown): boolean {
	return codesOf(error).some((code) =>
		/^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE|UND_ERR_|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code),
	);
}
