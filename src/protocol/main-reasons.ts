/** What speaks most against a sentence, as it is said to people. */
export { allReasons, givenInWords, givenWithoutReason, mainReasons, shownReasons } from '../formats/main-reasons.ts';
