import { tokenSourceNames, tokenSources } from '../formats/token-sources.ts';

/**
 * The page's only script: shows what is known of the token under the pointer or the keyboard. It builds elements and sets `textContent`;
 * no text is ever read as markup. One tab stop a response; arrows, Home and End move inside it.
 */
export const script = `
'use strict';
const sourceNames = ${JSON.stringify(tokenSources.map((source) => tokenSourceNames[source]))};
const shown = (s) => s.replace(/ /g, '\\u2423').replace(/\\r?\\n/g, '\\u21b5').replace(/\\t/g, '\\u21e5') || '(empty)';
const num = (x, d = 2) => { const text = x.toFixed(d); return (Number(text) === 0 ? text.replace('-', '') : text.replace('-', '\\u2212')); };
const pct = (lp) => { const p = Math.exp(lp) * 100; return p < 0.1 ? '<0.1%' : Number(p.toPrecision(3)) + '%'; };
const make = (name, text, cls) => { const e = document.createElement(name); if (text !== undefined) e.textContent = text; if (cls) e.className = cls; return e; };
const row = (cells, head) => { const tr = make('tr'); cells.forEach((c, i) => { const e = make(head || (i === 0 && head !== false) ? 'th' : 'td', c, i ? 'num' : ''); if (e.tagName === 'TH') e.scope = head ? 'col' : 'row'; tr.append(e); }); return tr; };
const table = (caption, heads, rows, mark) => { const t = make('table'); const h = make('thead'); h.append(row(heads, true)); const b = make('tbody'); rows.forEach((r) => b.append(r)); t.append(h, b); t.setAttribute('aria-label', caption); if (mark) t.className = mark; return t; };
const bars = (caption, rows) => table(caption, [caption, '', ''], rows.map(([n, x]) => { const r = row([n, num(x)], false); const c = make('td'); const b = make('i'); b.style.width = Math.min(100, Math.abs(x) * 100) + '%'; c.append(b); r.append(c); if (x < 0) r.className = 'took'; return r; }), 'bars');
let pathOpen = false;
const pathOf = (sources, layers) => {
	const name = 'Path through the layers';
	const rows = []; let sum = sources[6];
	const heads = ['layer', ...sourceNames.slice(0, 5), 'probability so far'];
	rows.push(row(['start', '', '', '', '', '', num(sum)]));
	for (let at = 0; at < layers.length; at += 5) {
		const parts = layers.slice(at, at + 5); sum += parts.reduce((a, b) => a + b, 0);
		const r = row([String(at / 5 + 1), ...parts.map((x) => num(x)), num(sum)]);
		parts.forEach((x, i) => { if (Math.abs(x) >= 0.005) { const c = r.children[i + 1]; c.className += x < 0 ? ' took' : ' gave'; c.style.setProperty('--part', Math.min(100, Math.round(Math.abs(x) * 100)) + '%'); } });
		rows.push(r);
	}
	rows.push(row(['norm', '', '', '', '', '', num(sum + sources[5])]));
	const fold = make('details', undefined, 'path'); fold.open = pathOpen; fold.setAttribute('aria-live', 'off');
	fold.addEventListener('toggle', () => { pathOpen = fold.open; });
	const region = make('div'); region.tabIndex = 0; region.setAttribute('role', 'region'); region.setAttribute('aria-label', name); region.append(table(name, heads, rows));
	fold.append(make('summary', name), region);
	return fold;
};
// Words are lit without a change of the page, where the browser can.
const lit = globalThis.Highlight && CSS.highlights ? new Highlight() : null;
if (lit) CSS.highlights.set('lit', lit);
const isWord = (c) => c !== undefined && /[\\p{L}\\p{N}]/u.test(c);
const light = (article, words) => {
	if (!lit) return;
	lit.clear();
	for (const [word, contexts] of words) for (const context of contexts) {
		const node = article.querySelector('[data-context="' + context + '"] > div')?.firstChild;
		if (!node) continue;
		const text = node.textContent; const [low, part] = [text.toLowerCase(), word.toLowerCase()];
		if (low.length !== text.length) continue;
		for (let at = low.indexOf(part); at >= 0; at = low.indexOf(part, at + part.length)) {
			if (isWord(low[at - 1]) || isWord(low[at + part.length])) continue;
			const range = new Range(); range.setStart(node, at); range.setEnd(node, at + part.length); lit.add(range);
		}
	}
};
for (const article of document.querySelectorAll('article')) {
	const data = JSON.parse(article.querySelector('script[type="application/json"]').textContent);
	const panel = article.querySelector('aside > div');
	const tokens = [...article.querySelectorAll('.t')];
	if (tokens.length === 0) continue;
	const describe = (d) => {
		const [text, lp, lp0, rank, rank0, h, h0, cg, kl, pos, alts, alts0, sources, origin, suspicion, layers] = d;
		const out = [make('div', shown(text), 'word'), make('p', pos === 'X' ? 'part of speech not known' : pos)];
		if (origin) out.push(make('p', origin));
		if (suspicion !== null) out.push(make('p', 'Suspicion ' + num(suspicion)));
		if (sources) out.push(bars('Probability from', sourceNames.map((n, i) => [n, sources[i]])));
		if (layers) out.push(pathOf(sources, layers));
		out.push(table('Figures', ['', 'with context', 'without'], [
			row(['probability', pct(lp), pct(lp0)]), row(['rank', String(rank), String(rank0)]), row(['entropy, nats', num(h), num(h0)])]));
		out.push(table('Differences', ['difference of the paths', 'nats'], [row(['confidence gap (CG)', num(cg)]), row(['divergence (KL)', num(kl)])]));
		for (const [name, list] of [['Likeliest with context', alts], ['Likeliest without', alts0]]) {
			out.push(table(name, [name, ''], list.map(([t, p]) => { const r = row([shown(t), pct(p)], false); if (t === text) r.className = 'chosen'; return r; }), 'alt'));
		}
		return out;
	};
	let current = tokens[0];
	const show = (t) => {
		current.classList.remove('on'); current.tabIndex = -1;
		current = t; t.classList.add('on'); t.tabIndex = 0;
		const first = Number(t.dataset.i); const last = Number(t.dataset.l || first);
		panel.replaceChildren(...data.slice(first, last + 1).flatMap(describe));
		light(article, data.slice(first, last + 1).flatMap((d) => d[16] ? [d[16]] : []));
	};
	current.tabIndex = 0;
	tokens.forEach((t, i) => {
		t.addEventListener('pointerenter', () => show(t));
		t.addEventListener('focus', () => show(t));
		t.addEventListener('click', () => t.focus());
		t.addEventListener('keydown', (e) => {
			const to = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: tokens.length - 1 }[e.key];
			if (to === undefined || !tokens[to]) return;
			e.preventDefault(); tokens[to].focus();
		});
	});
	for (const link of article.querySelectorAll('a[data-to]')) link.addEventListener('click', (e) => {
		const t = tokens.find((x) => Number(x.dataset.l || x.dataset.i) >= Number(link.dataset.to));
		if (t) { e.preventDefault(); t.focus(); t.scrollIntoView({ block: 'center' }); }
	});
}
`;
