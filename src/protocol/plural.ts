/** How things are counted in words, for clients that show them. */
export { plural } from '../formats/plural.ts';
