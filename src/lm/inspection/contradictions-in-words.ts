import type { Contradiction } from '../../onnx/contradictions.ts';
import { layersInWords } from '../../onnx/layers-in-words.ts';

/** One sentence for each thing that a graph and `config.json` disagree about, in however many layers; as ordered, a layer's by its first. */
export function contradictionsInWords(contradictions: readonly Contradiction[]): string[] {
	const alike = new Map<string, Contradiction[]>();
	for (const one of contradictions) {
		const key = JSON.stringify([one.layer === undefined, one.graph, one.config]);
		alike.set(key, [...(alike.get(key) ?? []), one]);
	}
	return [...alike.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const layers = [...new Set(group.flatMap(({ layer }) => layer ?? []))].toSorted((a, b) => a - b);
		const where = layers.length === 0 ? '' : `${capital(layersInWords(layers))}: `;
		return [
			`${where}the graph has ${first.graph} (${first.node}${group.length === 1 ? '' : ` and ${group.length - 1} more`}), and config.json says ${first.config}.`,
		];
	});
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
