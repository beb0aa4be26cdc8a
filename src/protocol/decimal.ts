/** How numbers with decimals are written, for clients that show them. */
export { decimal } from '../formats/decimal.ts';
