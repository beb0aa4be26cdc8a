import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fewestLabels } from '../../../../src/analysis/calibration/learning-advice.ts';
import type { PromptParts, ScoreOptions } from '../../../../src/model-io/requests.ts';
import { UserError } from '../../../../src/errors.ts';
import { addLabel } from '../../../../src/formats/sidecar-labels.ts';
import { formatSidecar } from '../../../../src/formats/sidecar-file.ts';
import { emptySidecar, textSha256 } from '../../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../../src/formats/subject.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { Failures } from '../../../../src/runner/traces/failures.ts';
import { learnFromLabels } from '../../../../src/runner/labels/learn-from-labels.ts';
import { uriOf } from '../../../../src/runner/lsp/uris.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';
import { writeTrace } from './workspace.ts';

/** A model that cannot read one response. */
class RefusingModel extends AttributingFake {
	readonly #refused: string;
	readonly #error: Error;

	constructor(refused: string, error: Error) {
		super();
		this.#refused = refused;
		this.#error = error;
	}

	override score(parts: PromptParts, options: ScoreOptions) {
		return parts.response === this.#refused ? Promise.reject(this.#error) : super.score(parts, options);
	}
}

/** Traces whose one sentence is labeled, by name. */
function labelled(t: TestContext, responses: Readonly<Record<string, string>>): { folder: string; uris: string[] } {
	const folder = temporaryFolder(t);
	return {
		folder,
		uris: Object.entries(responses).map(([name, response]) => {
			writeFileSync(
				join(folder, `${name}.rag-assay.json`),
				formatSidecar(
					addLabel(emptySidecar, {
						label: 'grounded',
						subject: traceSubject(name),
						textSha256: textSha256(response),
						who: 'Dana',
						when: '2026-01-31T10:00:00Z',
						note: '',
					}),
				),
			);
			return writeTrace(folder, name, response);
		}),
	};
}

const learn = (uris: readonly string[], model: AttributingFake, signal = new AbortController().signal) => {
	const log = { error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail };
	return learnFromLabels(uris, { open: new OpenDocuments(), model, failures: new Failures(log), signal });
};

test('a labeled trace that the model cannot read, and a sidecar that nobody can, are named with their place; the others teach', async (t) => {
	const { folder, uris } = labelled(t, { long: 'Bob is 20.', one: 'Ann is 34.', torn: 'Cy is 50.', two: 'Di is 41.' });
	writeFileSync(join(folder, 'torn.rag-assay.json'), '{"schema": ');
	const { labels, advice, failures } = await learn(
		uris,
		new RefusingModel('Bob is 20.', new UserError('RA407', 'No room.', { hint: 'Shorten the query.' })),
	);
	assert.equal(labels, 2);
	assert.match(advice, /^2 sentences are labeled/);
	assert.deepEqual(
		failures.map(({ code, place }) => [code, place?.file, place?.line]),
		[
			['RA407', join(folder, 'long.rag.md'), 11],
			['RA111', join(folder, 'torn.rag-assay.json'), 1],
		],
	);
	assert.deepEqual([failures[0]?.message, failures[0]?.hint], ['No room.', 'Shorten the query.']);
});

test('what would befall every trace is told once, and an end is an end', async (t) => {
	const { uris } = labelled(t, { one: 'Ann is 34.', two: 'Di is 41.' });
	for (const code of ['RA504', 'RA432'] as const) {
		// oxlint-disable-next-line no-await-in-loop -- one after another
		await assert.rejects(learn(uris, new RefusingModel('Di is 41.', new UserError(code, 'Gone.'))), { code });
	}
	const controller = new AbortController();
	const ended = new Error('ended');
	controller.abort(ended);
	await assert.rejects(learn(uris, new RefusingModel('Di is 41.', new Error('of the end')), controller.signal), ended);
});

/** Traces with a group, one sentence each, every other one labeled ungrounded: whom trace `i` is about. */
function ofGroups(t: TestContext, about: (i: number) => string): string[] {
	const folder = temporaryFolder(t);
	return Array.from({ length: fewestLabels.labels }, (_, i) => {
		const [name, response, label] = [`trace-${i}`, `Room ${i} it is.`, i % 2 === 0 ? ('grounded' as const) : ('ungrounded' as const)];
		const path = join(folder, `${name}.rag.md`);
		writeFileSync(
			path,
			`---\ngroup: ${about(i)}\n---\n\n## Query\n\nWhere does ${about(i)} work?\n\n## Context a\n\n${about(i)} works in room ${i - (i % 2)}.\n\n## Response\n\n${response}\n`,
		);
		writeFileSync(
			join(folder, `${name}.rag-assay.json`),
			formatSidecar(
				addLabel(emptySidecar, {
					label,
					subject: traceSubject(name),
					textSha256: textSha256(response),
					who: 'Dana',
					when: '2026-01-31T10:00:00Z',
					note: '',
				}),
			),
		);
		return uriOf(path);
	});
}

test('what a calibration keeps together teaches and judges nothing of its own: forty answers of one group are one', async (t) => {
	const { advice, labels, points } = await learn(
		ofGroups(t, () => 'Ada Moss'),
		new AttributingFake(),
	);
	assert.deepEqual([labels, points], [40, []]);
	assert.match(advice, /too few.* both kinds in 5 traces/);
	const apart = await learn(
		ofGroups(t, (i) => `Ada ${'ABCDEFGHIJ'[i % 10]}${'abcde'[i % 5]}${'wxyz'[i % 4]}`),
		new AttributingFake(),
	);
	assert.equal(apart.labels, 40);
	assert.ok(apart.points.length > 0, 'answers about different people are');
});
