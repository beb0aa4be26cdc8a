/**
 * Writes `docs/schemas/*.json` from the schemas in the code. `--check` writes nothing and fails when a file is not what would be written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import {
	budgetOutputSchema,
	budgetVerificationOutputSchema,
	cacheClearOutputSchema,
	calibrateOutputSchema,
	deviceInstallOutputSchema,
	doctorOutputSchema,
	generateOutputSchema,
	likenessOutputSchema,
	memoryChangeOutputSchema,
	memoryCheckOutputSchema,
	modelInspectionOutputSchema,
	privatePlanOutputSchema,
	privateReviewOutputSchema,
	queryBenignOutputSchema,
	queryMomentsOutputSchema,
	redteamMembershipOutputSchema,
	redteamMemoryOutputSchema,
	redteamPiiOutputSchema,
} from '../src/cli/output/schemas.ts';
import { reviewed } from '../src/formats/reviewed-answer.ts';
import { analysisRecordSchema } from '../src/formats/analysis-record.ts';
import { approvalSchema } from '../src/formats/memory/approval-file.ts';
import { keptMappingsSchema } from '../src/formats/foreign/kept-mappings.ts';
import { ledgerRecord } from '../src/formats/ledger-record.ts';
import { memoryScanRecord } from '../src/formats/memory-scan-record.ts';
import { queryScreenRecord } from '../src/formats/query-screen-record.ts';
import { screeningMoments } from '../src/formats/screening-moments.ts';
import { quarantineSchema } from '../src/formats/quarantine-file.ts';
import { release } from '../src/formats/release.ts';
import { calibration } from '../src/analysis/calibration/methods.ts';
import { sidecar1Schema, sidecar2Schema, sidecarSchema } from '../src/formats/sidecar-file.ts';

const folder = new URL('../docs/schemas/', import.meta.url);

interface Published {
	readonly schema: z.ZodType;
	readonly title: string;
}

/** By the name that stands in a document's `schema`, after `rag-assay/`; without a number: of every version, for editors, which know a file by its name alone. */
const published: Readonly<Record<string, Published>> = {
	'analysis@1': { schema: analysisRecordSchema, title: 'rag-assay analyze --json: one object a trace' },
	'generate@1': { schema: generateOutputSchema, title: 'rag-assay generate --json: one object an answer' },
	'doctor@1': { schema: doctorOutputSchema, title: 'rag-assay doctor --json' },
	'model-inspection@1': { schema: modelInspectionOutputSchema, title: 'rag-assay model inspect --json' },
	'device-install@1': { schema: deviceInstallOutputSchema, title: 'rag-assay device install --json: one object' },
	'cache-clear@1': { schema: cacheClearOutputSchema, title: 'rag-assay cache clear --json' },
	'calibration@2': { schema: calibrateOutputSchema, title: 'rag-assay calibrate --json: one object' },
	'budget@1': { schema: budgetOutputSchema, title: 'rag-assay budget show --json and budget set --json: one object' },
	'budget-verification@1': { schema: budgetVerificationOutputSchema, title: 'rag-assay budget verify --json: one object' },
	'release@1': { schema: release, title: 'rag-assay private generate --json: a private answer with its guarantee' },
	'private-plan@1': { schema: privatePlanOutputSchema, title: 'rag-assay private plan --json: what can come out' },
	'private-review@1': { schema: privateReviewOutputSchema, title: 'rag-assay private review --json: what is to be decided' },
	'likeness@1': { schema: likenessOutputSchema, title: 'rag-assay analyze --json: the last line, how all answers look together' },
	'redteam-membership@1': {
		schema: redteamMembershipOutputSchema,
		title: 'rag-assay redteam membership --json: what membership attacks on a copy of a store bring',
	},
	'redteam-memory@1': {
		schema: redteamMemoryOutputSchema,
		title: 'rag-assay redteam memory --json: what attacks on a copy of a memory bring',
	},
	'redteam-pii@1': { schema: redteamPiiOutputSchema, title: 'rag-assay redteam pii --json: what malicious instructions bring' },
	'reviewed@1': { schema: reviewed, title: 'rag-assay review export --format json: a reviewed text' },
	'memory-scan@1': { schema: memoryScanRecord, title: 'rag-assay memory scan --json: one object an entry' },
	'memory-check@1': {
		schema: memoryCheckOutputSchema,
		title: 'rag-assay memory check --json: what is said of an entry before it is stored',
	},
	'query-screen@1': { schema: queryScreenRecord, title: 'rag-assay queries screen --json: one object a query' },
	'query-moments@1': { schema: queryMomentsOutputSchema, title: 'rag-assay queries moments --json: one object' },
	'query-benign@1': { schema: queryBenignOutputSchema, title: 'rag-assay queries benign --json: one object' },
	'screening-moments@1': {
		schema: screeningMoments,
		title: 'NAME.moments.json: what middleware needs to screen queries against a corpus',
	},
	'memory-change@1': {
		schema: memoryChangeOutputSchema,
		title: 'rag-assay memory quarantine|restore|approve|sign|benign --json: one object',
	},
	'quarantine@1': {
		schema: quarantineSchema,
		title: 'NAME.rag-assay-quarantine.json: entries that were taken out of the memory beside it',
	},
	'ledger@1': { schema: ledgerRecord, title: 'Privacy ledger: one record a line, the first of kind begin' },
	'profile@1': { schema: calibration.profiles.versions['profile@1'], title: 'Calibration profile' },
	'profile@2': { schema: calibration.profiles.versions['profile@2'], title: 'Calibration profile' },
	'folder@1': { schema: keptMappingsSchema, title: '.rag-assay.json: what the members of the JSON and CSV records of a folder are' },
	'sidecar@1': { schema: sidecar1Schema, title: 'NAME.rag-assay.json: ignored findings and labels beside a trace' },
	'sidecar@2': {
		schema: sidecar2Schema,
		title: 'NAME.rag-assay.json: ignored findings and labels beside traces, memory entries and queries',
	},
	'approved@1': { schema: approvalSchema, title: 'NAME.rag-assay-approved.json: what people have approved of an instruction file' },
	sidecar: { schema: sidecarSchema, title: 'NAME.rag-assay.json: ignored findings and labels, as any version writes them' },
};

/** The text of each file, by its name. */
export function schemaFiles(): Map<string, string> {
	const written = Object.entries(published).map(([name, { schema, title }]) => [name, { title, ...jsonOf(schema) }] as const);
	return new Map(
		[...written, ['profile', anyProfile()] as const].map(([name, json]) => [
			`${name}.schema.json`,
			`${JSON.stringify(json, undefined, '\t')}\n`,
		]),
	);
}

/** The input's schema lets members pass that it does not know: a later version may add some without a new number. */
function jsonOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
	return z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' });
}

/** A profile of any version, all in one file: editors know a profile by its name, to which they hold one schema. */
function anyProfile(): object {
	const { 'profile@1': former, 'profile@2': newest } = calibration.profiles.versions;
	const [{ $schema, ...first }, { $schema: _same, ...second }] = [jsonOf(former), jsonOf(newest)];
	const versions = ['rag-assay/profile@1', 'rag-assay/profile@2'];
	return {
		title: 'Calibration profile, of any version',
		$schema,
		type: 'object',
		properties: { schema: { enum: versions } },
		required: ['schema'],
		// Not `oneOf`: an editor tells what is wrong of the version that the file says it is.
		if: { properties: { schema: { const: versions[0] } } },
		// oxlint-disable-next-line no-thenable -- a keyword of JSON Schema; nobody awaits it
		then: first,
		else: second,
	};
}

function isFresh(name: string, text: string): boolean {
	try {
		return readFileSync(new URL(name, folder), 'utf8') === text;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
		throw error;
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const files = schemaFiles();
	if (process.argv.includes('--check')) {
		const stale = [...files].filter(([name, text]) => !isFresh(name, text)).map(([name]) => `docs/schemas/${name}`);
		for (const name of stale) console.error(`${name} is not what the code says; run: npx node scripts/write-schemas.ts`);
		if (stale.length > 0) process.exitCode = 1;
		else console.log(`schemas: ${files.size} files, all as the code says`);
	} else {
		mkdirSync(folder, { recursive: true });
		for (const [name, text] of files) writeFileSync(new URL(name, folder), text);
		console.log(`schemas: ${files.size} files written`);
	}
}
