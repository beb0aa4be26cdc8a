/** The scale of heatmaps, for clients that colour an analysis record themselves, and the names of a token's sources. */
export {
	heatEdges,
	heatKind,
	heatMeasures,
	heatStep,
	heatTint,
	heatValue,
	isAlwaysKnown,
	type HeatMeasure,
} from '../formats/heat-scale.ts';
export { isTokenSource, tokenSourceNames, tokenSources, type TokenSource } from '../formats/token-sources.ts';
