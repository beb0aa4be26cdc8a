import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readHead } from '../../files/read-file.ts';
import { namedTarget } from './named-target.ts';

const pickleName = /\.(?:pkl|pickle|joblib|pt|pth|dill)$/i;

/**
 * Refuses what is a Python pickle, or a store that keeps its texts in pickles: opening one runs whatever code it holds. The names of a folder's files
 * and the first bytes of a file are all that is looked at.
 * @throws UserError RA150.
 */
export async function refusePickles(target: string): Promise<void> {
	switch (await namedTarget(target)) {
		case 'file': {
			const head = pickleName.test(target) ? undefined : await readHead(target, 2, fileKinds.memoryLines);
			// A pickle of protocol 2 or newer begins so, and no text does.
			if (pickleName.test(target) || (head !== undefined && head[0] === 0x80 && head[1]! >= 2 && head[1]! <= 5))
				throw refusal(
					target,
					'This file is a Python pickle',
					'Export its entries as JSON Lines with the program that wrote it, and scan those.',
				);
			return;
		}
		case 'folder': {
			const names = await readdir(target);
			if (names.includes('chroma.sqlite3')) return;
			const pickle = names.find((name) => pickleName.test(name));
			if (pickle !== undefined && names.some((name) => name.endsWith('.faiss')))
				throw refusal(
					target,
					`This is a FAISS store of LangChain, which keeps its texts in a Python pickle ('${basename(pickle)}')`,
					exported,
				);
			if (names.includes('meta.json') && names.includes('collection'))
				throw refusal(
					target,
					'This is a folder of local Qdrant, which keeps its points as Python pickles',
					'Serve it with Qdrant and name the server (`qdrant+http://HOST:6333/COLLECTION`), or export its entries as JSON Lines.',
				);
			if (pickle !== undefined && names.every((name) => pickleName.test(name) || name.startsWith('.')))
				throw refusal(target, `This folder holds nothing but Python pickles ('${basename(pickle)}')`, exported);
			return;
		}
		case 'address':
		case 'other':
		case 'nothing':
			return;
	}
}

const exported =
	'Export its entries as JSON Lines with the program that wrote it, such as {"id": "7", "text": "…"} a line, and scan those.';

function refusal(target: string, what: string, hint: string): UserError {
	return new UserError(errorNumbers.pickledMemory, `${what}. It is not opened, because opening a pickle runs whatever code it holds.`, {
		place: { file: target },
		hint,
	});
}
