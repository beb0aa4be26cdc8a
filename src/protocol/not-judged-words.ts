/** Why an answer or a sentence of it is not judged, in words, for clients that show an analysis record themselves. */
export { notJudgedWords } from '../formats/not-judged-words.ts';
