/** An analysis as it is shown to people, whatever its file is written in. */
export { readableAnalysis } from '../formats/readable-analysis.ts';
