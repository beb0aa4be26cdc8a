/** The scale of heatmaps, for clients that colour an analysis record themselves. */
export { heatEdges, heatStep, heatTint, heatValue, type HeatMeasure } from '../formats/heat-scale.ts';
