/** What speaks most against a sentence, as it is said to people. */
export { givenInWords, givenWithoutReason, mainReasons, shownReasons } from '../formats/main-reasons.ts';
