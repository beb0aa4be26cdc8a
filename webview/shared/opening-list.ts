/** A list that opens below a control, as the library of our controls draws it. */
interface OpeningList extends HTMLElement {
	open: boolean;
	position: 'above' | 'below';
	readonly options: readonly { readonly label?: string }[];
	readonly updateComplete: Promise<boolean>;
}

/** Height of an option, in CSS pixels. */
const optionHeight = 22;
/** So many options are visible at a time. */
const visibleOptions = 10;
/** Letters that follow each other faster are one word, in milliseconds. */
const pauseBetweenWords = 1000;

/** Style rule of a list: wide enough for its options if there is room. The library's list is as wide as the control and cuts them off. */
export const listWidth = '.dropdown { width: max-content !important; min-width: var(--control-width); max-width: var(--list-room); }';

/**
 * Adds what the library's list lacks: Space chooses the option, Home and End go to the first and the last, letters go to the option
 * that starts with them, and Escape reaches the page while the list is closed. The list closes when the focus moves away, and
 * opens above the control if there is no room below it.
 */
export function addListKeys(list: OpeningList): void {
	let word = '';
	let lastLetter = -Infinity;
	const press = (key: string): void => {
		list.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
	};
	const goTo = async (find: (active: number) => number): Promise<void> => {
		if (!list.open) {
			press('ArrowDown');
			await list.updateComplete;
		}
		const from = activeOption(list);
		const to = find(from);
		for (let i = from; i < to; i++) press('ArrowDown');
		for (let i = from; i > to; i--) press('ArrowUp');
	};
	const place = (): void => {
		if (list.open) return;
		const { top, bottom, left, width } = list.getBoundingClientRect();
		list.style.setProperty('--control-width', `${width}px`);
		list.style.setProperty('--list-room', `${document.documentElement.clientWidth - left}px`);
		const room = window.innerHeight - bottom;
		const needed = Math.min(list.options.length, visibleOptions) * optionHeight + 2;
		list.position = room < needed && top > room ? 'above' : 'below';
	};
	const onKey = (event: KeyboardEvent): void => {
		const { key } = event;
		// Only a person's keys: those of `press` are for the library.
		if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return;
		place();
		if (key === 'Escape' && !list.open) {
			event.stopImmediatePropagation();
			list.parentElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
		} else if (key === ' ' && list.open) {
			event.preventDefault();
			event.stopImmediatePropagation();
			press('Enter');
		} else if (key === 'Home' || key === 'End') {
			event.preventDefault();
			void goTo(() => (key === 'Home' ? 0 : list.options.length - 1));
		} else if (key.length === 1 && key !== ' ') {
			word = event.timeStamp - lastLetter > pauseBetweenWords ? key : word + key;
			lastLetter = event.timeStamp;
			const wanted = word.toLowerCase();
			void goTo((active) => optionThatStartsWith(list.options, wanted, active));
		}
	};
	// Before the library sees the key.
	list.addEventListener('keydown', onKey, { capture: true });
	list.addEventListener('pointerdown', place, { capture: true });
	list.addEventListener('blur', () => {
		list.open = false;
	});
}

/** Returns the next option that starts with `wanted`, after the active one if it is a single letter; the active one if there is none. */
function optionThatStartsWith(options: OpeningList['options'], wanted: string, active: number): number {
	const first = wanted.length === 1 ? active + 1 : active;
	for (let i = 0; i < options.length; i++) {
		const at = (first + i) % options.length;
		if (options[at]?.label?.toLowerCase().startsWith(wanted) === true) return at;
	}
	return active;
}

/** Returns the index of the option that the list has marked. */
function activeOption(list: OpeningList): number {
	const name = list.shadowRoot?.querySelector('[role="combobox"]')?.getAttribute('aria-activedescendant') ?? '';
	return Math.max(0, Number(name.replace('op-', '')));
}
