/** A part of an element's text, UTF-16 offsets. */
export interface SelectedText {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** What is selected within an element whose children hold its text and nothing else; `undefined`: nothing of it. */
export function selectedIn(root: HTMLElement): SelectedText | undefined {
	const selection = window.getSelection();
	if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
	const range = selection.getRangeAt(0);
	if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return undefined;
	const before = document.createRange();
	before.selectNodeContents(root);
	before.setEnd(range.startContainer, range.startOffset);
	const start = before.toString().length;
	const text = range.toString();
	return text.trim() === '' ? undefined : { start, end: start + text.length, text };
}

/** Selects a part of an element's text. */
export function select(root: HTMLElement, start: number, end: number): void {
	const [from, to] = [placeAt(root, start, false), placeAt(root, end, true)];
	if (from !== undefined && to !== undefined) window.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

/** `isEnd`: at the border of two nodes, in the first. */
function placeAt(root: HTMLElement, offset: number, isEnd: boolean): { node: Text; offset: number } | undefined {
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	let at = 0;
	let last: { node: Text; offset: number } | undefined;
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		if (!(node instanceof Text)) continue;
		if (offset < at + node.length || (isEnd && offset === at + node.length)) return { node, offset: offset - at };
		at += node.length;
		last = { node, offset: node.length };
	}
	return last;
}
