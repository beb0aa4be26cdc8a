/** Writes a text where it is another one: what stays is not read aloud again, and nothing flickers. */
export function setText(at: HTMLElement, text: string): void {
	if (at.textContent !== text) at.textContent = text;
}
