/** A process of its own that changes a file as RAG Assay does: `node changing-program.ts FILE NAME TIMES` appends so many lines with its name, one change each. */
import { changeFile } from '../../../src/files/change-file.ts';
import { changeText } from './change-options.ts';

const [file = '', name = '', times = '1'] = process.argv.slice(2);
for (let i = 0; i < Number(times); i++)
	await changeFile(file, (text = '') => ({ text: `${text}${name} ${i}\n`, result: undefined }), changeText);
