/** Where a sentence's words come from, as it is said to people. */
export { originsInWords } from '../formats/origin-words.ts';
