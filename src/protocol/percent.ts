/** How probabilities are written, for clients that show them. */
export { percentOf } from '../formats/percent.ts';
