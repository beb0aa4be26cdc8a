import { createHash } from 'node:crypto';
import { heatEdges, type HeatMeasure } from './heat-scale.ts';
import { counted, decimal, escapeHtml } from './report/markup.ts';
import type { ReportTrace } from './report/report-trace.ts';
import { script } from './report/script.ts';
import { style } from './report/style.ts';
import { openFindings, traceHtml } from './report/trace-html.ts';

/** What a report says about its own making; given, so that the report is a function of its input alone. */
export interface ReportOrigin {
	/** Version of the product. */
	readonly version: string;
	/** Date and time as shown, such as `2026-11-21 10:00 UTC`. */
	readonly date: string;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function choice(name: string, label: string, options: readonly (readonly [id: string, text: string])[]): string {
	return `<fieldset><legend hidden>${label}</legend><span aria-hidden="true">${label}</span>${options.map(([id, text], i) =>
		`<label><input type="radio" name="${name}" id="${id}"${i === 0 ? ' checked' : ''}><span>${text}</span></label>`).join('')}</fieldset>`;
}

function legend(measure: HeatMeasure, prefix: string, low: string, high: string): string {
	const edges = heatEdges[measure];
	const swatches = Array.from({ length: edges.length + 1 }, (_, step) => `<i class="${prefix}${step}"></i>`).join('');
	return `<div class="legend of-${measure}"><span>${low}</span><span class="scale" aria-hidden="true">${swatches}</span><span>${high}</span></div>`;
}

function overview(traces: readonly ReportTrace[]): string {
	if (traces.length < 2) return '';
	const items = traces.map(({ record }, i) => {
		const open = openFindings(record);
		const result = open > 0 ? `<span class="flag">\u26a0 ${counted(open, 'finding')}</span>` : `<span>${counted(record.sentences.length, 'sentence')}</span>`;
		return `<li><a href="#trace-${i}"><span>${escapeHtml(record.trace.id)}</span>${result}</a></li>`;
	});
	return `<nav aria-label="Traces"><ol>${items.join('\n')}</ol></nav>`;
}

/**
 * One self-contained HTML page: no network, no file beside it, a content security policy by hashes.
 * Everything from a file or a model is escaped.
 */
export function htmlReport(traces: readonly ReportTrace[], origin: ReportOrigin): string {
	const findings = traces.reduce((sum, { record }) => sum + openFindings(record), 0);
	const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;
	const cg = heatEdges.cg;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="RAG Assay ${escapeHtml(origin.version)}">
<title>RAG Assay report</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>RAG Assay report</h1>
<p class="meta">${counted(traces.length, 'trace')}, ${counted(findings, 'finding')}. ${escapeHtml(origin.date)}, version ${escapeHtml(origin.version)}.</p>
${overview(traces)}
</header>
<div class="bar"><div>
${choice('by', 'Colour by', [['by-cg', 'confidence gap'], ['by-surprise', 'surprise'], ['by-none', 'none']])}
${legend('cg', 'g', `unsettled ${decimal(cg[0]!)}`, `+${decimal(cg.at(-1)!)} sharpened by the context`)}
${legend('surprise', 's', 'expected 0', `${decimal(heatEdges.surprise.at(-1)!)} surprising`)}
${choice('theme', 'Theme', [['theme-auto', 'system'], ['theme-light', 'light'], ['theme-dark', 'dark']])}
</div></div>
<main>
${traces.map(traceHtml).join('\n')}
</main>
<footer>
<p>CG is the model's entropy without the retrieved context minus its entropy with it: above zero the context sharpened the prediction, below zero it unsettled it. Surprise is \u2212ln of the token's probability. A wavy underline marks a sentence whose mean entropy exceeds the profile's threshold. All figures are in nats.</p>
</footer>
<script>${script}</script>
</body>
</html>
`;
}
