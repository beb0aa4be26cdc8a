import type { RemoteFile } from './download.ts';
import { fileAddress } from './hub-names.ts';
import { hubRequest } from './hub-request.ts';
import { refusalOf } from './refusal.ts';
import type { Repository } from './repository.ts';

/** The environment's variable that names the hub. */
const setting = 'HF_ENDPOINT';

/** A file of a repository, as the hub has it. Its refusals are RA303..RA306. */
export function hubFile(from: Repository, file: string, token: string | undefined): RemoteFile {
	return {
		name: file,
		check: `${setting} and the network`,
		checkLarge: 'Check that the repository is a language model exported to ONNX.',
		ask: async (headers, signal) => hubRequest({ address: await fileAddress(from, file), setting, token, headers, signal }),
		refusal: ({ response }) => refusalOf(response.statusCode ?? 0, response.headers['x-error-code'], from, file, token !== undefined),
	};
}
