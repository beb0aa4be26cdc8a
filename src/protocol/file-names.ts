/** How the files of a data set are named, for clients that look for them. */
export { dataSetFiles, isDataSetFile } from '../formats/file-names.ts';
