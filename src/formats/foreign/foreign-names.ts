import { fileKind } from '../file-names.ts';
import { labeledTextsKind } from '../labeled-texts.ts';
import { memoryFileKind } from '../memory/memory-file-names.ts';
import { ownFile } from '../product-files.ts';
import { isProfileFile } from '../profile-name.ts';

/** Glob of files that other tools may have written. What it finds `mayBeForeign` judges. */
export const foreignGlob = '**/*.{json,jsonl,ndjson,csv,tsv}';

/** The file of a folder that says what the members of its JSON and CSV records are. */
export const mappingsFileName = '.rag-assay.json';

/** UTF-16 units at the beginning of a document by which its format is recognized. */
export const foreignHeadLength = 2 ** 18;

/** Longest document that an editor reads as another tool's traces, in UTF-16 units. */
export const longestForeignDocument = 2 ** 24;

/** Returns whether a file of another tool is too large to be held as a whole, so that its traces are read one by one if each has its own line. */
export function isLargeForeign(bytes: number): boolean {
	return bytes > longestForeignDocument;
}

const endings = /\.(?:jsonl?|ndjson|csv|tsv)$/i;
/** Names of JSON files that say how programs behave. They hold no answers, and editors open them all day. */
const settings =
	/(?:^|[\\/])(?:package(?:-lock)?|npm-shrinkwrap|composer|(?:ts|js)config(?:\.[^\\/]*)?|[^\\/]*\.schema|settings|launch|tasks|extensions|keybindings|devcontainer|biome|angular|nx|turbo|lerna|renovate|tokenizer(?:_config)?|generation_config|special_tokens_map)\.json$/i;

/**
 * Returns whether another tool may have written a file, by its name: JSON, JSON Lines or CSV of no kind of the product, and no settings.
 * @param file a path or a URI
 */
export function mayBeForeign(file: string): boolean {
	return (
		endings.test(file) &&
		fileKind(file) === null &&
		ownFile(file) === null &&
		labeledTextsKind(file) === null &&
		memoryFileKind(file) === null &&
		!/\.rag-assay[^\\/]*\.json$/i.test(file) &&
		!isProfileFile(file) &&
		!settings.test(file)
	);
}
