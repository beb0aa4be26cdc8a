/**
 * Runs in the page of VS Code and reads what is drawn. JavaScript, because the page's types (DOM) are not the project's.
 * Selectors were checked with VS Code 1.139.
 */
globalThis.ragAssayE2e = {
	/** Every mark that an extension's decoration types have drawn, from top to bottom; see `DrawnMark` in editor-view.ts. */
	marks() {
		const kinds = ['box', 'text', 'glyph', 'before', 'after'];
		const numbers = [...document.querySelectorAll('.monaco-editor .margin .line-numbers')].map((element) => ({
			line: Number(element.textContent),
			box: element.getBoundingClientRect(),
		}));
		const lineAt = (y) => numbers.find(({ box }) => box.top <= y && y < box.bottom)?.line ?? null;
		return [...document.querySelectorAll('.monaco-editor [class*="TextEditorDecorationType"]')]
			.flatMap((element) => {
				const box = element.getBoundingClientRect();
				const wholeLine = box.width >= element.parentElement.getBoundingClientRect().width * 0.95;
				return [...element.classList].flatMap((name) => {
					const [, type, kindNumber] = /TextEditorDecorationType(\d+)-(\d)$/.exec(name) ?? [];
					if (type === undefined) return [];
					const kind = kinds[Number(kindNumber)];
					const style = getComputedStyle(element, kind === 'before' || kind === 'after' ? `::${kind}` : null);
					return [
						{
							type: Number(type),
							kind,
							line: lineAt(box.top + box.height / 2),
							left: box.left,
							top: box.top,
							width: box.width,
							height: box.height,
							wholeLine,
							background: style.backgroundColor,
							color: style.color,
							content: style.content,
							border: style.border,
							borderLeft: style.borderLeft,
							borderBottom: style.borderBottom,
							outline: style.outline,
							textDecoration: style.textDecoration,
						},
					];
				});
			})
			.toSorted((a, b) => a.top - b.top || a.left - b.left);
	},

	/** Middle of the `nth` appearance (from 0) of a text within one line of the editor, or null when it is not drawn. */
	placeOf(text, nth) {
		// The editor draws spaces as no-break spaces.
		const wanted = text.replaceAll(' ', '\u00a0');
		let left = nth;
		const lines = [...document.querySelectorAll('.monaco-editor .view-line')].toSorted(
			(a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
		);
		for (const line of lines) {
			const nodes = [];
			for (const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT); walker.nextNode(); ) nodes.push(walker.currentNode);
			const whole = nodes
				.map((node) => node.data)
				.join('')
				.replaceAll(' ', '\u00a0');
			for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
				if (left-- > 0) continue;
				const range = document.createRange();
				range.setStart(...pointIn(nodes, at));
				range.setEnd(...pointIn(nodes, at + wanted.length));
				// A text that is wrapped or coloured in parts has several boxes, empty ones among them; the first with a width is as good as any.
				const boxes = [...range.getClientRects()];
				const box = boxes.find(({ width }) => width > 0) ?? boxes[0];
				return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
			}
		}
		return null;
	},

	/** The editor's drawn text, line by line, from top to bottom. */
	lines() {
		return [...document.querySelectorAll('.monaco-editor .view-line')]
			.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
			.map((line) => line.textContent.replaceAll('\u00a0', ' '));
	},
};

// A spinner is drawn sixty times a second, without a graphics card as much work as everything else; pages of panels keep theirs.
if (window === window.top)
	addEventListener('DOMContentLoaded', () => {
		const still = new CSSStyleSheet();
		still.replaceSync('*, *::before, *::after { animation: none !important; }');
		document.adoptedStyleSheets.push(still);
	});

function pointIn(nodes, offset) {
	let left = offset;
	for (const node of nodes) {
		if (left <= node.data.length) return [node, left];
		left -= node.data.length;
	}
	throw new Error(`offset ${offset} is beyond the line`);
}
