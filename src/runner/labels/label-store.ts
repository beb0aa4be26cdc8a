import { dirname } from 'node:path';
import { labeledSentences, type LabeledSentence } from '../../analysis/calibration/labeled-sentences.ts';
import { responseSentences } from '../../analysis/calibration/response-sentences.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isAnswered, type AnsweredTrace } from '../../formats/read-traces.ts';
import { addLabel, labelOfPerson, removeLabel } from '../../formats/sidecar-labels.ts';
import { emptySidecar, type Label, type Sidecar } from '../../formats/sidecar.ts';
import { traceSubject } from '../../formats/subject.ts';
import type { GetLabels, SetLabelArguments } from '../../protocol/labels.ts';
import type { Result } from '../../protocol/rpc.ts';
import { quadOf } from '../lsp/positions.ts';
import { pathOf } from '../lsp/uris.ts';
import { changeSidecar, loadSidecar } from '../traces/sidecar-store.ts';
import { documentOf, sidecarPath, type ReadTraceFile } from '../traces/trace-file.ts';
import { authorIn } from './author.ts';

/** The labeled sentences of one trace. */
export interface TraceLabels {
	readonly trace: AnsweredTrace;
	readonly sentences: readonly LabeledSentence[];
	readonly stale: readonly Label[];
}

/** The sentences of each answered trace of a file, with what its sidecar says. Rejects with RA111 for a sidecar that cannot be read. */
export async function fileLabels({ key, parsed }: Pick<ReadTraceFile, 'key' | 'parsed'>): Promise<TraceLabels[]> {
	const path = sidecarPath(key);
	const sidecar = path === undefined ? emptySidecar : await loadSidecar(path);
	return Promise.all(
		parsed.traces.filter(isAnswered).map(async (trace) => {
			const { sentences } = await responseSentences(trace);
			return { trace, ...labeledSentences(sidecar, traceSubject(trace.id), trace.response.text, sentences) };
		}),
	);
}

/** A sentence's place in its document, UTF-16 units. */
export function placeIn(
	{ response: { map } }: AnsweredTrace,
	{ start, end }: { readonly start: number; readonly end: number },
): { start: number; end: number } {
	return { start: map.toDocument(start), end: map.toDocument(end) };
}

/** The same, for an editor. `null` for a file without a response. */
export async function labelRows(read: ReadTraceFile, version: number, who: string): Promise<Result<typeof GetLabels>> {
	const traces = await fileLabels(read);
	const document = documentOf(read, read.key);
	if (traces.length === 0 || document === undefined) return null;
	const said = ({ label, who: by, when, note }: Label) => ({ label, who: by, when, note });
	return {
		uri: read.key,
		version,
		who,
		sentences: traces.flatMap(({ trace, sentences }) =>
			sentences.map((sentence) => ({
				subject: traceSubject(trace.id),
				textSha256: sentence.textSha256,
				range: quadOf(document, placeIn(trace, sentence)),
				text: sentence.text,
				labels: sentence.labels.map(said),
				settled: sentence.settled,
				own: sentence.labels.find((label) => label.who === who)?.label ?? null,
			})),
		),
		stale: traces.flatMap(({ stale }) => stale.map((label) => ({ ...said(label), subject: label.subject, textSha256: label.textSha256 }))),
	};
}

/** Changes that can be taken back. */
const maxUndone = 200;

/** A change as it was made: what the person's label was before it, and what it became. */
interface Change {
	readonly key: Pick<SetLabelArguments, 'uri' | 'subject' | 'textSha256'>;
	readonly who: string;
	readonly before: Label | undefined;
	readonly after: Label | undefined;
}

/** Labels of the person who works here, written into sidecars, and taken back. */
export class LabelStore {
	readonly #name: () => string | undefined;
	readonly #now: () => Date;
	readonly #onChange: (uri: string) => void;
	readonly #changes: Change[] = [];
	readonly #authors = new Map<string, Promise<string>>();

	/** `name`: that of the settings, if it stands there; `onChange`: the labels of a file changed. */
	constructor({
		name,
		now,
		onChange,
	}: { readonly name: () => string | undefined; readonly now: () => Date; readonly onChange: (uri: string) => void }) {
		this.#name = name;
		this.#now = now;
		this.#onChange = onChange;
	}

	/** Who labels the file at `uri`. */
	author(uri: string): Promise<string> {
		const path = pathOf(uri);
		const folder = path === undefined ? undefined : dirname(path);
		const setting = this.#name();
		const key = JSON.stringify([folder, setting]);
		let author = this.#authors.get(key);
		if (author === undefined) this.#authors.set(key, (author = authorIn(folder, setting)));
		return author;
	}

	/** Rejects with RA505 where there is no file or it cannot be written, and RA111 for a sidecar that cannot be read. */
	async set({ uri, subject, textSha256, label, note }: SetLabelArguments): Promise<void> {
		const who = await this.author(uri);
		const key = { subject, textSha256, who };
		let before: Label | undefined;
		let after: Label | undefined;
		await this.#change(uri, (sidecar) => {
			before = labelOfPerson(sidecar, key);
			after = label === null ? undefined : { label, ...key, when: this.#now().toISOString(), note: note ?? before?.note ?? '' };
			return after === undefined ? removeLabel(sidecar, key) : addLabel(sidecar, after);
		});
		// What changed nothing is nothing to take back.
		if ((before?.label === label && (note === undefined || before?.note === note)) || (before === undefined && label === null)) return;
		this.#changes.push({ key: { uri, subject, textSha256 }, who, before, after });
		if (this.#changes.length > maxUndone) this.#changes.shift();
	}

	/**
	 * Takes the last change back; `null` where there is none. Rejects as `set`; the change can then be tried again. Rejects with RA516 where the label was changed since in
	 * another window: it stays, and the next call takes back the change before.
	 */
	async undo(): Promise<(Change['key'] & { label: Label['label'] | null }) | null> {
		const change = this.#changes.at(-1);
		if (change === undefined) return null;
		const { key, who, before, after } = change;
		try {
			await this.#change(key.uri, (sidecar) => {
				if (!isSame(labelOfPerson(sidecar, { ...key, who }), after)) throw labeledSince(key.uri);
				return before === undefined ? removeLabel(sidecar, { ...key, who }) : addLabel(sidecar, before);
			});
		} catch (error) {
			if (error instanceof UserError && error.code === errorNumbers.labeledSince) this.#forget(change);
			throw error;
		}
		this.#forget(change);
		return { ...key, label: before?.label ?? null };
	}

	#forget(change: Change): void {
		this.#changes.splice(this.#changes.lastIndexOf(change), 1);
	}

	async #change(uri: string, change: (sidecar: Sidecar) => Sidecar): Promise<void> {
		const path = sidecarPath(uri);
		if (path === undefined)
			throw new UserError(errorNumbers.unwritableSidecar, 'You can only label text in a saved file.', {
				place: { file: uri },
				hint: 'Save the file first.',
			});
		await changeSidecar(path, change);
		this.#onChange(uri);
	}
}

/** Whether two labels of one person say the same; when they were given does not count. */
function isSame(one: Label | undefined, other: Label | undefined): boolean {
	return one?.label === other?.label && one?.note === other?.note;
}

function labeledSince(file: string): UserError {
	return new UserError(errorNumbers.labeledSince, 'This label was changed in another window since then. That change stays.', {
		place: { file },
		hint: 'If you want another label, label the text again. The next Undo reverts the change before this one.',
	});
}
