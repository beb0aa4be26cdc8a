/**
 * A model process without a model. What it does with a request stands in the request itself:
 * the query of `score`, or the name of the model of `load`; `die-once:FILE` dies unless FILE exists, and makes it.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { identity, scoredResponse } from './scored.ts';

interface Message {
	type: string;
	id: number;
	target?: number;
	model?: string;
	parts?: { query: string };
}

const tell = (message: unknown): void => {
	process.send!(message);
};
const cancelled = new Set<number>();

function act({ type, id, model, parts }: Message): void {
	const [what = '', file] = (type === 'load' ? model! : (parts?.query ?? '')).split(':');
	switch (what) {
		case 'die':
			process.exit(3);
			break;
		case 'die-once':
			if (existsSync(file!)) break;
			writeFileSync(file!, '');
			process.kill(process.pid, 'SIGKILL');
			return;
		case 'refuse':
			return tell({ type: 'error', id, error: { code: 'RA203', message: 'No.', hint: 'Yes.' } });
		case 'changed':
			return tell({ type: 'error', id, error: { code: 'RA504', message: 'Changed.' } });
		case 'babble':
			return tell({ nonsense: true });
		case 'deaf':
			for (;;);
		case 'stuck':
			tell({ type: 'step', id, step: 'instrumenting' });
			// The step is sent first.
			setTimeout(() => {
				for (;;);
			}, 5);
			return;
		case 'busy': {
			tell({ type: 'step', id, step: 'instrumenting' });
			setTimeout(() => {
				for (const end = performance.now() + 600; performance.now() < end; );
				setTimeout(() => tell(cancelled.has(id) ? { type: 'cancelled', id } : { type: 'result', id, value: null }), 20);
			}, 5);
			return;
		}
		case 'slow': {
			tell({ type: 'progress', id, message: 'slowly', done: 1, total: 2 });
			const timer = setInterval(() => {
				if (!cancelled.has(id)) return;
				clearInterval(timer);
				tell({ type: 'cancelled', id });
			}, 5);
			return;
		}
		default:
			break;
	}
	if (type === 'generate') {
		for (const piece of ['one ', 'two']) tell({ type: 'text', id, piece });
		return tell({ type: 'result', id, value: { text: 'one two', finish: 'stop', truncation: null } });
	}
	tell({ type: 'result', id, value: type === 'load' ? identity : type === 'score' ? scoredResponse(4) : null });
}

process.on('message', (message: Message) => {
	if (message.type === 'cancel') cancelled.add(message.target!);
	else act(message);
});
process.on('disconnect', () => process.exit());
tell({ type: 'hello', pid: process.pid });
