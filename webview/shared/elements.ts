type Child = Node | string | null | undefined;

export interface Attributes {
	readonly class?: string;
	readonly id?: string;
	readonly title?: string;
	/** Any other attribute, `aria-…` and `data-…` mostly; `null`: none. Never a `style`, which the page's policy forbids. */
	readonly [name: string]: string | null | undefined;
}

/** Makes an element with its children. A string becomes text and is never read as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Attributes = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(name, value);
	fill(made, ...children);
	return made;
}

/** Puts children into an element, in place of what it had. */
export function fill(parent: HTMLElement, ...children: readonly Child[]): void {
	parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** Makes a part of the page with a heading. Screen readers list it. */
export function section(id: string, title: string, ...children: readonly Child[]): HTMLElement {
	return element('section', { id, 'aria-labelledby': `${id}-title` }, element('h2', { id: `${id}-title` }, title), ...children);
}
