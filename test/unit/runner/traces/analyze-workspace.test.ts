import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Result } from '../../../../src/protocol/rpc.ts';
import type { AnalyzeWorkspace } from '../../../../src/protocol/analyze-workspace.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { Failures } from '../../../../src/runner/traces/failures.ts';
import { analyzeWorkspace } from '../../../../src/runner/traces/analyze-workspace.ts';
import type { Log } from '../../../../src/runner/lsp/log.ts';
import { shortTrace } from '../../../support/runner-client.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { recordOf } from '../record.ts';

const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

/** Traces in files, each judged by the profile of this name, `null`: by none. */
async function analyzed(t: TestContext, profiles: readonly (string | null)[]): Promise<Result<typeof AnalyzeWorkspace>> {
	const folder = temporaryFolder(t, 'rag-assay-workspace-');
	const uris = profiles.map((_, i) => {
		writeFileSync(join(folder, `${i}.rag.md`), shortTrace(String(i)));
		return pathToFileURL(join(folder, `${i}.rag.md`)).href;
	});
	return analyzeWorkspace({
		uris,
		open: new OpenDocuments(),
		failures: new Failures(silent),
		signal: new AbortController().signal,
		onProgress: () => undefined,
		onAnalyzed: () => undefined,
		onGone: () => undefined,
		analyze: (uri) => {
			const name = profiles[uris.indexOf(uri)]!;
			return Promise.resolve({ record: { ...recordOf(uri), profile: name === null ? null : { name } }, refused: null });
		},
	});
}

describe('the analysis of a workspace', () => {
	it('tells whether what was analyzed was judged: without a profile, no findings are no good news', async (t) => {
		const found = { analyzed: 2, failed: 0, findings: 0 };
		const without = async (profiles: readonly (string | null)[]): Promise<object> => {
			const { files, ...rest } = await analyzed(t, profiles);
			assert.deepEqual(
				files.map(({ findings, judged }) => ({ findings, judged })),
				profiles.map((profile) => ({ findings: {}, judged: profile !== null })),
			);
			return rest;
		};
		assert.deepEqual(await without(['demo', 'demo']), { ...found, judged: 'all' });
		assert.deepEqual(await without([null, null]), { ...found, judged: 'none' });
		assert.deepEqual(await without(['demo', null]), { ...found, judged: 'some' });
	});
});
