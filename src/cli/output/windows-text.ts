import type { ModelInspectionOutput } from './schemas.ts';

type LayerWindow = ModelInspectionOutput['windows'][number];

/** `Sliding windows: layers 0–4 see 512 keys, layer 5 all.`; `null` where no layer is known to have one. */
export function windowsInWords(windows: readonly LayerWindow[]): string | null {
	if (!windows.some(({ sees }) => sees === 'window')) return null;
	const groups = new Map<string, number[]>();
	for (const window of windows) {
		const seen = sightOf(window);
		groups.set(seen, [...(groups.get(seen) ?? []), window.layer]);
	}
	return `Sliding windows: ${[...groups].map(([seen, layers], i) => `${layers.length === 1 ? 'layer' : 'layers'} ${rangesOf(layers)}${i === 0 ? (layers.length === 1 ? ' sees' : ' see') : ''} ${seen}`).join('; ')}.`;
}

function sightOf({ sees, keys }: LayerWindow): string {
	if (sees === 'unknown') return 'what is not known';
	const count = keys?.toLocaleString('en');
	return sees === 'window' ? `${count} keys` : count === undefined ? 'all keys' : `all of ${count} keys that were tried`;
}

/** `0–4, 6`. */
function rangesOf(layers: readonly number[]): string {
	const ranges: [from: number, to: number][] = [];
	for (const layer of layers) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] === layer - 1) last[1] = layer;
		else ranges.push([layer, layer]);
	}
	return ranges.map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}\u2013${to}`)).join(', ');
}
