import { element, section } from '../shared/elements.ts';
import { topics, type TopicName } from './terms.ts';

/** A button with a question mark, and the sentence that it shows and hides below: by mouse, keyboard and screen reader alike. */
export interface Explanation {
	readonly button: HTMLElement;
	readonly sentence: HTMLElement;
}

/** @param about what it explains, after the words 'What is'. */
export function explanation(id: string, about: string, sentence: string): Explanation {
	const text = element('p', { id: `${id}-explained`, class: 'explained', role: 'note' }, sentence);
	text.hidden = true;
	const button = element(
		'button',
		{
			type: 'button',
			class: 'explain',
			id: `${id}-explain`,
			'aria-label': `What is this: ${about}?`,
			'aria-expanded': 'false',
			'aria-controls': text.id,
		},
		'?',
	);
	const show = (shown: boolean): void => {
		text.hidden = !shown;
		button.setAttribute('aria-expanded', String(shown));
		// Heard at once; the sentence itself stands where it can be read again.
		if (shown) button.setAttribute('aria-describedby', text.id);
		else button.removeAttribute('aria-describedby');
	};
	button.addEventListener('click', () => {
		show(button.getAttribute('aria-expanded') === 'false');
	});
	button.addEventListener('keydown', ({ key }) => {
		if (key === 'Escape') show(false);
	});
	return { button, sentence: text };
}

/** A section whose heading has a question mark that explains it. */
export function explainedSection(id: string, title: string, topic: TopicName, ...children: readonly (Node | null)[]): HTMLElement {
	const about = explanation(topic, topics[topic].label, topics[topic].explains);
	const made = section(id, title, about.sentence, ...children);
	// Beside the heading, whose words alone name the section.
	const heading = made.querySelector('h2');
	if (heading !== null) {
		const row = element('div', { class: 'heading' });
		heading.replaceWith(row);
		row.append(heading, about.button);
	}
	return made;
}
