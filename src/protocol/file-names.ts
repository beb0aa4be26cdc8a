/** How the files of a data set are named, for clients that look for them. */
export { dataSetFiles, isDataSetFile } from '../formats/file-names.ts';
/** How profiles are named, for clients that write or list them. */
export { asProfileFile, isProfileFile, profileEnd, profileFileName } from '../formats/profile-name.ts';
