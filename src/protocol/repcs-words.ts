/** What RePCS says, in words, for clients that show an analysis record themselves. */
export { influenceWords, repcsVerdict } from '../formats/repcs-words.ts';
