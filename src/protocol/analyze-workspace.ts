import * as z from 'zod';
import { likeness } from '../formats/data-likeness.ts';
import { wireError } from './requests.ts';
import { request } from './rpc.ts';

const uri = z.string().min(1);

/**
 * Analyzes every trace file in these folders and their subfolders, open or not. Findings go to Problems. Progress is LSP work-done
 * progress.
 */
export const AnalyzeWorkspace = request(
	'ragAssay/analyzeWorkspace',
	z.object({ folders: z.array(uri) }),
	z.object({
		analyzed: z.number().int(),
		failed: z.number().int(),
		findings: z.number().int(),
		/** Files with an answer, in the order of the run: how many findings of each code they have, and whether their answers were judged. */
		files: z.array(z.object({ uri, findings: z.record(z.string(), z.number().int()), judged: z.boolean() })),
		/** How many of the analyzed traces a profile has judged. If none was judged, the absence of findings means nothing. */
		judged: z.enum(['all', 'some', 'none']),
		/** Why the profile in force could not judge, as for one document. */
		refused: wireError.optional(),
		/** How the latest of the answers compare with the answers of the profile. Absent if the profile does not say. */
		likeness: likeness.optional(),
	}),
);
