import type { ShownReview } from '../../src/protocol/review.ts';
import { button, progressRing } from '../shared/controls.ts';
import { element } from '../shared/elements.ts';
import type { ReviewControls } from './view.ts';
import { changedWords } from './words.ts';

/** What the page says instead of a review, and what can be done about it. */
export function otherStates(
	shown: Exclude<ShownReview, { kind: 'review' }>,
	controls: Pick<ReviewControls, 'settle' | 'retry' | 'trust'>,
): Node[] {
	switch (shown.kind) {
		case 'loading':
			return [progressRing(), element('p', { role: 'status' }, shown.message)];
		case 'empty':
			return [
				element('h1', {}, 'Nothing to review'),
				element('p', { role: 'status' }, shown.message),
				...(shown.trust ? [button('Manage Workspace Trust', { id: 'trust', primary: true, onClick: () => controls.trust() }).root] : []),
			];
		case 'failed':
			return [
				element('h1', {}, 'The review cannot be opened'),
				element('p', { role: 'alert' }, shown.message),
				button('Try Again', { id: 'retry', primary: true, onClick: () => controls.retry() }).root,
			];
		case 'lost':
			return [
				element('h1', {}, 'The review is gone'),
				element('p', { role: 'alert' }, shown.message),
				element('p', {}, 'If the file comes back, the review continues automatically.'),
				button('Open Again', { id: 'open-again', primary: true, onClick: () => controls.retry() }).root,
			];
		case 'changed': {
			const { title, text, goOn, anew } = changedWords(shown);
			return [
				element('h1', {}, title),
				element('p', { role: 'alert' }, text),
				element(
					'div',
					{ class: 'row' },
					button(goOn, { id: 'go-on', primary: true, onClick: () => controls.settle('go-on') }).root,
					button(anew, { id: 'anew', onClick: () => controls.settle('anew') }).root,
				),
			];
		}
	}
}
