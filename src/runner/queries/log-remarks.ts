import type { FileEvent } from '../../files/followed-file.ts';
import type { MissedLines } from '../../files/rotation-plan.ts';
import type { QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { listInWords } from '../../wording/phrases.ts';

type Remark = QueryScreenSummary['remarks'][number];

const cut: Remark = {
	message: 'The log was cut or rewritten. RAG Assay reads it from its beginning.',
	hint: 'Queries before that are not screened again.',
};
const replaced: Remark = {
	message: 'Another file now has the log\u2019s name, as after a rotation. RAG Assay reads it from its beginning.',
	hint: 'The old one was already screened.',
};

/** Names of files that are said; of more the first ones. */
const maxNames = 3;

/**
 * Says what happened to a followed log, and what that means for its queries.
 * @param hasMissed whether lines of what the log held before may be missing
 */
export function logRemark(event: Exclude<FileEvent, { readonly kind: 'lines' }>, hasMissed: boolean): Remark {
	switch (event.kind) {
		case 'cut':
			return cut;
		case 'replaced':
			return hasMissed ? { ...replaced, hint: 'What was read of the old one was already screened.' } : replaced;
		case 'missed':
			return missedRemark(event.missed);
	}
}

/** Says why lines may be missing, and what to do. */
function missedRemark(missed: MissedLines): Remark {
	const keep =
		'Rotate the log by renaming it, and keep at least two rotated files beside it uncompressed (logrotate: rotate, delaycompress).';
	switch (missed.why) {
		case 'cut':
			return {
				message: 'Lines may be missing: the log was cut, and no copy beside it has the lines that were written just before.',
				hint: keep,
			};
		case 'gone':
			return {
				message:
					'Lines may be missing: the log was replaced, and the file that was read before is no longer beside it. Other files may have come and gone as well.',
				hint: keep,
			};
		case 'compressed':
			return {
				message: `Lines may be missing: the log was rotated more than once, and a file was compressed before it was read; ${listInWords(missed.files.slice(0, maxNames))} are new.`,
				hint: `Decompress these files, and screen them without --follow. ${keep}`,
			};
		case 'unlike':
			return {
				message: `Lines may be missing: the log was rotated, and ${listInWords(missed.files.slice(0, maxNames))} beside it ${missed.files.length === 1 ? 'is new and was not read, because its name is' : 'are new and were not read, because their names are'} not like those of other rotated files.`,
				hint: 'If lines of this log are in there, screen them without --follow.',
			};
		case 'unreadable':
			return {
				message: `Lines may be missing: the log was rotated, and '${missed.file}' beside it cannot be read: ${missed.reason}.`,
				hint: 'Screen that file without --follow.',
			};
		case 'folder':
			return {
				message: `Lines may be missing: the log was rotated, and its folder cannot be listed: ${missed.reason}.`,
				hint: 'Give yourself permission to list the folder: rotated files are read there.',
			};
	}
}
