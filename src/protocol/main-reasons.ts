/** What speaks most against a sentence, as it is said to people in one line. */
export { mainReasons } from '../formats/main-reasons.ts';
