import { createHash } from 'node:crypto';
import { decimal } from '../wording/numbers.ts';
import type { ReportOrigin } from './html-report.ts';
import { escapeHtml } from './markup.ts';
import { style } from './style.ts';

const plotStyle = `
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1.25rem;margin:1rem 0}
.plot{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.85rem 1rem}
.plot figcaption{font-weight:600;font-size:.92rem}
.plot svg{width:100%;height:auto;display:block}
.plot text{fill:var(--soft);font-size:11px}
.grid-line{stroke:var(--line);stroke-width:1}
.chance{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 4}
.plot-line{fill:none;stroke:currentColor;stroke-width:2.2;stroke-linejoin:round}
.dashed{stroke-dasharray:6 4}
.h0{color:var(--c0)}.h1{color:var(--c1)}.h2{color:var(--c4)}
/* In high contrast all would be of one color. */
.plot-line{forced-color-adjust:none}
.keys{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.35rem 0 0;padding:0;font-size:.85rem}
.keys li{display:flex;align-items:center;gap:.4rem}
.plot .key{width:24px;height:8px}
.wide{overflow-x:auto}
.wide tr:last-child>th[scope=row]{border-bottom:0}
.passed{color:var(--alarm)}
blockquote{margin:.5rem 0;padding:.4rem .9rem;border-left:3px solid var(--line);background:var(--card);overflow-wrap:anywhere}
blockquote p{margin:0;white-space:pre-wrap}
`;

/** A figure with its interval. */
export function cell({ value, low, high }: { readonly value: number; readonly low: number; readonly high: number }): string {
	return `<td class="num">${decimal(value, 2)} <small>[${decimal(low, 2)}, ${decimal(high, 2)}]</small></td>`;
}

/** Column names, the first one to the left. */
export function head(columns: readonly string[]): string {
	return `<thead><tr>${columns.map((name, i) => `<th scope="col"${i > 0 ? ' class="num"' : ''}>${name}</th>`).join('')}</tr></thead>`;
}

/** Whoever gets the page need not learn where the file lies. */
export function storeName(store: string): string {
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(store) ? store : (store.split(/[\\/]/).at(-1) ?? store);
}

/** A table that may be wider than the page. */
export function region(label: string, table: string): string {
	return `<div class="wide" role="region" tabindex="0" aria-label="${label}">${table}</div>`;
}

/** What differs between pages of attacks and of calibrations: HTML, but for the title and the heading. */
export interface ReportPage {
	readonly title: string;
	readonly heading: string;
	readonly meta: string;
	readonly main: string;
	readonly footer: string;
	/** Beside the style of all pages. */
	readonly style?: string;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Makes one self-contained page: no network, no script, plots as inline SVG, light and dark. */
export function reportPage({ title, heading, meta, main, footer, style: own = '' }: ReportPage, origin: ReportOrigin): string {
	const css = `${style}${plotStyle}${own}`;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hashOf(css)}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="RAG Assay ${escapeHtml(origin.version)}">
<title>RAG Assay: ${title}</title>
<style>${css}</style>
</head>
<body>
<header>
<h1>${heading}</h1>
<p class="meta">${meta} ${escapeHtml(origin.date)}, version ${escapeHtml(origin.version)}.</p>
</header>
<div class="bar themes"><div><fieldset><legend hidden>Theme</legend><span aria-hidden="true">Theme</span>${['auto', 'light', 'dark'].map((name, i) => `<label><input type="radio" name="theme" id="theme-${name}"${i === 0 ? ' checked' : ''}><span>${name === 'auto' ? 'system' : name}</span></label>`).join('')}</fieldset></div></div>
<main>
${main}
</main>
<footer>
${footer}
</footer>
</body>
</html>
`;
}
