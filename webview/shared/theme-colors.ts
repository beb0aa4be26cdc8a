/** Colors of VS Code's theme, for what cannot use them by itself: a canvas. */

/** The present value of a theme color such as `charts.blue`; `fallback` is another one, for themes that lack it. */
export function themeColor(id: string, fallback = 'foreground'): string {
	const styles = getComputedStyle(document.documentElement);
	return styles.getPropertyValue(variableOf(id)).trim() || styles.getPropertyValue(variableOf(fallback)).trim() || 'currentColor';
}

/** The CSS variable that VS Code gives webviews for a theme color. */
export function variableOf(id: string): string {
	return `--vscode-${id.replaceAll('.', '-')}`;
}

/** The contexts' colors in the editor, in turn: as many as the extension contributes. */
export function contextColor(index: number): string {
	const styles = getComputedStyle(document.documentElement);
	let count = 0;
	while (styles.getPropertyValue(variableOf(`ragAssay.sourceContext${count + 1}`)) !== '') count++;
	return count === 0 ? 'var(--vscode-foreground)' : `var(${variableOf(`ragAssay.sourceContext${1 + (index % count)}`)})`;
}

export function isHighContrast(): boolean {
	return document.body.classList.contains('vscode-high-contrast');
}

/** Calls back after the theme has changed: VS Code then changes classes of the body and variables of the root. */
export function onThemeChange(handler: () => void): void {
	let waiting = false;
	const observer = new MutationObserver(() => {
		if (waiting) return;
		waiting = true;
		requestAnimationFrame(() => {
			waiting = false;
			handler();
		});
	});
	observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
	observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
}
