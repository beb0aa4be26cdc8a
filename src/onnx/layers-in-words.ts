/** `layer 3`, `layers 0–35`, `layers 0–4, 6`: ascending numbers of layers, each once. */
export function layersInWords(layers: readonly number[]): string {
	const ranges: [from: number, to: number][] = [];
	for (const layer of layers) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] === layer - 1) last[1] = layer;
		else ranges.push([layer, layer]);
	}
	const words = ranges
		.map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}\u2013${to}`))
		.join(', ');
	return `${layers.length === 1 ? 'layer' : 'layers'} ${words}`;
}
