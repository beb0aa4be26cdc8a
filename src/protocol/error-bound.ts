/** How exact sources are, as it is said to people. */
export { withinBound } from '../formats/error-bound.ts';
