import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ReportOrigin } from '../../report/html-report.ts';
import { cannotWrite } from '../owner-only-file.ts';
import type { Console } from './console.ts';

/**
 * Writes the page that `--html` names, and says where it is. Rejects with RA507.
 * @param page makes it, with the version and the date that stand on it
 */
export async function writeHtmlPage(
	html: string,
	{ console, version, quiet }: { readonly console: Console; readonly version: string; readonly quiet: boolean },
	page: (origin: ReportOrigin) => string,
): Promise<void> {
	const date = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
	const file = resolve(html);
	await writeFile(file, page({ version, date })).catch((cause: unknown) => {
		throw cannotWrite(file, cause);
	});
	if (!quiet) console.complain(`Report: ${file}`);
}
