/** A feature's points as the report of a calibration has them. */
export interface SwarmFeature {
	readonly name: string;
	readonly points: { readonly rank: readonly number[]; readonly shap: readonly number[] };
}

interface SwarmDot {
	/** Along the axis, from 0 to 1. */
	readonly x: number;
	/** Off the middle of its row, from -1 to 1. */
	readonly y: number;
	/** Of its value, from 0 to 1: its color. */
	readonly rank: number;
}

/** A summary plot, in parts of its size: who draws it knows the pixels. */
export interface Swarm {
	readonly rows: readonly { readonly name: string; readonly dots: readonly SwarmDot[] }[];
	/** Where the axis has marks, with 0 among them. */
	readonly marks: readonly { readonly value: number; readonly x: number }[];
	/** Decimals that tell the marks apart. */
	readonly decimals: number;
}

/** Dots that would lie on each other stand in one of so many columns, and are stacked there. */
const columns = 110;
/** Stacks of so many dots are as high as a row. */
const fullStack = 14;

/** Lays out a summary plot (a beeswarm) of SHAP values: dots of a row that would lie on each other move apart, up and down in turns. */
export function beeswarm(features: readonly SwarmFeature[]): Swarm {
	const all = features.flatMap(({ points }) => points.shap);
	const [low, high] = all.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [0, 0]);
	const { step, decimals } = stepOf(high - low);
	const [from, to] = [Math.floor(low / step) * step, Math.max(Math.ceil(high / step) * step, Math.floor(low / step) * step + step)];
	const x = (value: number): number => (value - from) / (to - from);
	const marks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
	return {
		rows: features.map(({ name, points: { rank, shap } }) => {
			const stacked = new Map<number, number>();
			const places = shap.map((value) => Math.round(x(value) * columns));
			const layers = places.map((column) => {
				const layer = stacked.get(column) ?? 0;
				stacked.set(column, layer + 1);
				return Math.ceil(layer / 2) * (layer % 2 === 0 ? 1 : -1);
			});
			const max = Math.max(fullStack / 2, ...layers.map(Math.abs));
			return { name, dots: shap.map((value, i) => ({ x: x(value), y: layers[i]! / max, rank: rank[i] ?? 0.5 })) };
		}),
		marks: marks.map((value) => ({ value, x: x(value) })),
		decimals,
	};
}

/** A round step between four to eight marks. */
function stepOf(span: number): { step: number; decimals: number } {
	if (span === 0) return { step: 1, decimals: 0 };
	const power = Math.floor(Math.log10(span / 4));
	const factor = [5, 2, 1].find((one) => one * 10 ** power <= span / 4) ?? 1;
	return { step: factor * 10 ** power, decimals: Math.max(0, -power) };
}
