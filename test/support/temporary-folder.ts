import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolderAtExit } from './left-behind.ts';
import { atEnd, type TestOrSuite } from './test-or-suite.ts';

/** Makes a folder that is removed after the test or suite whose `after` is given, however that ends; and when this process is killed. */
export function temporaryFolder(test: TestOrSuite, name = 'rag-assay-test-'): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), name)));
	removeFolderAtExit(folder);
	atEnd(test, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

/** Makes a function that makes empty folders in one such folder: for a file whose functions make folders and know no test. */
export function temporaryFolders(...given: Parameters<typeof temporaryFolder>): () => string {
	const folder = temporaryFolder(...given);
	let made = 0;
	return () => {
		const path = join(folder, String(++made));
		mkdirSync(path);
		return path;
	};
}
