import { heatMeasures, heatTint, type HeatMeasure } from '../formats/heat-scale.ts';
import { stepPrefix } from './response-html.ts';

const steps = Array.from({ length: 20 }, (_, step) => step);

function tintRules(measure: HeatMeasure): string {
	return steps
		.map((step) => {
			const { hue, strength } = heatTint(measure, step);
			return `body:has(#by-${measure}:checked) .${stepPrefix[measure]}${step}{background:color-mix(in oklab,var(--${hue}) ${Math.round(strength * 100)}%,transparent)}`;
		})
		.join('\n');
}

/** Colors of the contexts in the prompt part, by turns; the hue is a reminder, the label says which. */
const contextHues = ['--c0', '--c1', '--c2', '--c3', '--c4', '--c5'];
export const contextHueCount = contextHues.length;

/** Both themes in one sheet: `light-dark()` follows the system until a radio button chooses. */
export const style = `
:root{color-scheme:light dark;
--paper:light-dark(#fbfaf8,#16181c);--card:light-dark(#fff,#1d2026);--ink:light-dark(#1c1e21,#e4e6ea);--soft:light-dark(#5b6068,#a0a6b0);
--line:light-dark(#dfdcd6,#343942);--warm:light-dark(#f08c2e,#a8550a);--cool:light-dark(#5b9ee6,#1f64b4);--alarm:light-dark(#b3261e,#ff8a7a);
--focus:light-dark(#0b57d0,#8ab4f8);
--c0:light-dark(#2f7d6d,#5fc4ad);--c1:light-dark(#7a4fb5,#b99af0);--c2:light-dark(#1f6fb2,#74b8f0);--c3:light-dark(#a3487a,#ee94c4);--c4:light-dark(#7a6a10,#d3bf4f);--c5:light-dark(#4f6a20,#a8c96a);
--mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
:root:has(#theme-light:checked){color-scheme:light}
:root:has(#theme-dark:checked){color-scheme:dark}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI","Helvetica Neue","DejaVu Sans",sans-serif}
header,main,footer{max-width:76rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:2rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1.15rem;margin:0;overflow-wrap:anywhere}
h3{font-size:.78rem;margin:1.5rem 0 .5rem;color:var(--soft);font-weight:600;text-transform:uppercase;letter-spacing:.06em}
p{margin:.25rem 0}
.response-verdict{font-weight:600;margin:.4rem 0}
.meta{color:var(--soft);font-size:.9rem;margin:.25rem 0 0;overflow-wrap:anywhere}
a{color:inherit}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:3px}
.bar{position:sticky;top:0;z-index:2;background:var(--paper);border-bottom:1px solid var(--line);margin-top:1.25rem}
.bar>div{max-width:76rem;margin:0 auto;padding:.5rem 1.5rem;display:flex;flex-wrap:wrap;gap:.4rem 1.25rem;align-items:center}
fieldset{border:0;margin:0;padding:0;display:flex;gap:.25rem;align-items:center;font-size:.88rem}
fieldset:last-child{margin-left:auto}
fieldset{flex-wrap:wrap}
fieldset>span{color:var(--soft);margin-right:.25rem}
fieldset label{position:relative;cursor:pointer}
fieldset input{position:absolute;opacity:0;inset:0;margin:0;cursor:pointer}
fieldset label span{display:block;padding:.15rem .65rem;border:1px solid var(--line);border-radius:1rem;background:var(--card)}
fieldset input:checked+span{background:var(--ink);color:var(--paper);border-color:var(--ink)}
fieldset input:focus-visible+span{outline:2px solid var(--focus);outline-offset:2px}
.legend{display:none;align-items:center;gap:.5rem;font-size:.8rem;color:var(--soft)}
.legend .scale{display:flex;border:1px solid var(--line);border-radius:3px;overflow:hidden}
.legend i{width:.55rem;height:.9rem}
${heatMeasures.map((measure) => `body:has(#by-${measure}:checked) .legend.of-${measure}`).join(',')}{display:flex}
nav ol{list-style:none;margin:1.25rem 0 0;padding:1px 0 0 1px;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(22rem,100%),1fr))}
nav li{border:1px solid var(--line);margin:-1px 0 0 -1px;background:var(--card)}
nav a{display:flex;gap:1rem;align-items:baseline;padding:.4rem .9rem;text-decoration:none}
nav a:hover{background:color-mix(in oklab,var(--ink) 5%,transparent)}
nav a span:first-child{flex:1;overflow-wrap:anywhere}
nav a span+span{color:var(--soft);font-size:.88rem;white-space:nowrap}
nav a .flag{color:var(--alarm)}
article{margin:2.25rem 0;padding-top:1.5rem;border-top:1px solid var(--line)}
article:first-child{border-top:0;padding-top:0}
.grid{display:grid;grid-template-columns:minmax(0,1fr) 20rem;gap:1.5rem;align-items:start}
.text{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.85rem 1.1rem}
.response{font-size:1.1rem;line-height:2}
.t{border-radius:2px;padding:.12em 0;cursor:default}
.t:hover,.t.on{box-shadow:0 0 0 1.5px var(--ink)}
.ungrounded{text-decoration:underline wavy var(--alarm) 1.5px;text-underline-offset:.32em;text-decoration-skip-ink:none}
.leak{text-decoration:underline double var(--focus) 1.5px;text-underline-offset:.32em;text-decoration-skip-ink:none}
/* Softer than what was scored, and still of a contrast that can be read. */
.unscored{color:var(--soft)}
.unscored b{font-size:.8em;border:1px solid var(--line);border-radius:3px;padding:0 .35em}
.ignored{text-decoration:underline dotted var(--soft) 1.5px;text-underline-offset:.32em}
details>summary{cursor:pointer;font-weight:600;margin:.8rem 0 .4rem}
body:has(#show-found:checked) :is(article,nav li):not(.found){display:none}
.part{margin:.6rem 0 0;border-left:3px solid var(--hue,var(--line));padding:.1rem 0 .1rem .9rem;background:color-mix(in oklab,var(--hue,transparent) 9%,transparent);border-radius:0 6px 6px 0}
.part b{display:block;font-size:.78rem;color:var(--soft);font-weight:600}
.part div{white-space:pre-wrap;overflow-wrap:anywhere}
.long div{max-height:14rem;overflow:auto}
${contextHues.map((hue, i) => `.k${i}{--hue:var(${hue})}`).join('')}
aside{position:sticky;top:4.2rem;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.85rem 1rem;font-size:.88rem;max-height:calc(100vh - 5.5rem);overflow:auto}
aside h3{margin:0 0 .25rem}
aside .word{font:600 1.1rem/1.4 var(--mono);overflow-wrap:anywhere;white-space:pre-wrap}
aside p{color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.88rem}
th{font-weight:600;color:var(--soft);text-align:left;vertical-align:bottom}
td,th{padding:.3rem .5rem;border-bottom:1px solid var(--line)}
td{vertical-align:top}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
aside table{margin-top:.5rem}
aside td,aside th{padding:.16rem .3rem}
aside td:first-child{overflow-wrap:anywhere}
aside .alt td:first-child{font-family:var(--mono);white-space:pre-wrap}
aside .chosen td{font-weight:700}
aside .bars td:last-child{width:6rem}
aside .bars i{display:block;height:.7rem;border-radius:2px;background:var(--cool)}
aside .bars .took i{background:var(--warm)}
::highlight(lit){background:color-mix(in oklab,var(--cool) 60%,transparent)}
.path{margin-top:.6rem}
.path summary{color:var(--soft);font-weight:600}
.path>div{overflow-x:auto}
.path table{font-size:.78rem;margin-top:.2rem}
.path td,.path th{padding:.12rem .16rem}
.path th{white-space:nowrap;font-weight:400}
.path thead th{writing-mode:vertical-rl;text-orientation:sideways;transform:rotate(180deg);text-align:left;padding:.3rem .12rem;border:0}
.path .gave{background:color-mix(in oklab,var(--cool) var(--part),transparent)}
.path .took{background:color-mix(in oklab,var(--warm) var(--part),transparent)}
.reason{display:block;color:var(--soft);font-size:.85rem;margin-top:.2rem}
.wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px}
.wide tr:last-child td{border-bottom:0}
.wide th.num{white-space:normal}
.wide td:nth-child(2){min-width:11rem;overflow-wrap:anywhere}
.wide .verdict{white-space:nowrap}
.v-ungrounded,.memorised{color:var(--alarm);font-weight:600}
.v-leak{color:var(--focus);font-weight:600}
.note{border-left:3px solid var(--warm);padding:.2rem 0 .2rem .8rem;margin:.5rem 0;font-size:.9rem}
.figures{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;margin:.6rem 0 0;font-size:.9rem}
.figures dt{color:var(--soft);display:inline}
.figures dd{display:inline;margin:0 0 0 .35rem;font-variant-numeric:tabular-nums}
footer{color:var(--soft);font-size:.85rem;padding-top:1rem;padding-bottom:4rem}
kbd{font:inherit;font-size:.85em;border:1px solid var(--line);border-radius:3px;padding:0 .3em}
${heatMeasures.map(tintRules).join('\n')}
@media(max-width:60rem){.grid{grid-template-columns:minmax(0,1fr)}aside{position:sticky;top:auto;bottom:0;max-height:40vh;box-shadow:0 -6px 18px #0003}}
@media(max-width:30rem){header,main,footer{padding:0 .75rem}.wide td,.wide th{padding:.3rem .35rem}.wide td:nth-child(2){min-width:8.5rem}}
@media print{.bar,aside{display:none}.grid{display:block}}
/* In high contrast the system chooses the colors. */
@media(forced-colors:active){fieldset:has(#theme-auto),.themes{display:none}.t,.legend i{forced-color-adjust:none}fieldset input:checked+span{forced-color-adjust:none;background:Highlight;color:HighlightText}}
`;
