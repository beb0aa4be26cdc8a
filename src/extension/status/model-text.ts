import type { ModelState } from '../../protocol/requests.ts';
import { silenceInWords } from '../../protocol/silence-in-words.ts';
import type { ConnectionState } from '../runner-client.ts';

/** What the language status item says of the model and the runner. */
export interface ModelText {
	readonly text: string;
	readonly detail: string;
	readonly severity: 'information' | 'warning' | 'error';
	readonly busy: boolean;
}

/** `model` is what the runner last said; undefined before it has said anything. */
export function modelText(connection: ConnectionState, model: ModelState | undefined): ModelText {
	switch (connection) {
		case 'stopped':
			return plain('RAG Assay', 'The runner is not started yet.');
		case 'starting':
			return { ...plain('RAG Assay', 'Starting the runner…'), busy: true };
		case 'restarting':
			return { text: 'RAG Assay', detail: 'The runner ended and is being started again…', severity: 'warning', busy: true };
		case 'given-up':
			return { text: 'RAG Assay', detail: 'The runner has stopped. Run "RAG Assay: Restart Runner".', severity: 'error', busy: false };
		case 'running':
			return model === undefined ? plain('RAG Assay', 'No model loaded yet.') : ofModel(model);
	}
}

function ofModel(model: ModelState): ModelText {
	const shown = ofState(model);
	return model.silence === null
		? shown
		: { ...shown, detail: `${shown.detail.replace(/[^.…]$/u, '$&.')} ${silenceInWords(model.silence)}`, severity: 'warning' };
}

function ofState(model: ModelState): ModelText {
	const text = `Read by ${model.model ?? 'no model'}`;
	const where = [model.device, model.dtype, model.memory === null ? null : `${Math.round(model.memory / 2 ** 20).toLocaleString('en')} MiB`]
		.filter((part) => part !== null)
		.join(', ');
	const jobs = model.jobs > 1 ? ` (${model.jobs} jobs)` : '';
	switch (model.state) {
		case 'unloaded':
			return plain(model.model === null ? 'RAG Assay' : text, 'Model not loaded; it will be when it is needed.');
		case 'loading':
			return { ...plain(text, loadingText(model.loading)), busy: true };
		case 'working':
			return { ...plain(text, `${where}: working${jobs}${model.needs === null ? '' : ` · ${model.needs}`}`), busy: true };
		case 'restarting':
			return { text, detail: 'The model process ended and is being started again…', severity: 'warning', busy: true };
		case 'failed':
			return {
				text: `${model.model ?? 'The model'} is not loaded`,
				detail:
					model.error === null
						? 'The model could not be loaded.'
						: `${model.error.message}${model.error.hint === undefined ? '' : ` ${model.error.hint}`}`,
				severity: 'error',
				busy: false,
			};
		case 'ready':
			return model.notes.length > 0
				? { text, detail: [where, ...model.notes].join(' · '), severity: 'warning', busy: false }
				: plain(text, `${where}: ready${model.profile === null ? '' : ` · profile ${model.profile}`}`);
	}
}

/** What a load is at: `Downloading model.onnx: 40%`. */
export function loadingText(loading: ModelState['loading']): string {
	if (loading === null) return 'Loading the model…';
	return loading.total > 0 ? `${loading.message}: ${Math.floor(100 * Math.min(1, loading.done / loading.total))}%` : `${loading.message}…`;
}

function plain(text: string, detail: string): ModelText {
	return { text, detail, severity: 'information', busy: false };
}
