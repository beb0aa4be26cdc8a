/** A command line that a user can try, without `rag-assay`, and what it is for. */
export interface Example {
	readonly does: string;
	readonly line: string;
}

/** Examples for each command, by its name. Paths in `examples/` are those of the repository. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
	analyze: [
		{ does: 'Check all answers of a folder, and write a report', line: 'analyze examples/traces --html report.html' },
		{ does: 'Compare the values of an answer with its contexts, without a model', line: 'analyze answer.rag.md --methods support' },
	],
	watch: [
		{ does: 'Show what is wrong in answers as they are written', line: 'watch answers.jsonl' },
		{ does: 'Compare values with contexts alone, as JSON', line: 'watch answers.jsonl --methods support --json' },
	],
	generate: [
		{ does: 'Print an answer', line: 'generate question.rag.md' },
		{
			does: 'Write answers into all files of a folder that have none, with your own model',
			line: 'generate questions/ --write --model my-model',
		},
	],
	convert: [{ does: 'Write each answer of a RAGAS file as a readable file', line: 'convert answers.jsonl --out readable/' }],
	calibrate: [
		{
			does: 'Fit everything that the data allow',
			line: 'calibrate examples/datasets/demo-world --out mine.assay-profile.json',
		},
		{
			does: 'Fit again, and compare with a saved profile',
			line: 'calibrate labeled/ --out new.assay-profile.json --compare mine.assay-profile.json',
		},
	],
	'calibrate merge': [
		{ does: 'Measure the first of two parts', line: 'calibrate labeled/ --shard 1/2 --out part-1.json' },
		{ does: 'Join both parts', line: 'calibrate merge part-1.json part-2.json --out mine.assay-profile.json' },
	],
	'labels merge': [
		{ does: 'Print the joined labels', line: 'labels merge mine.rag-assay.json theirs.rag-assay.json' },
		{
			does: 'Use it as a merge driver of git',
			line: 'labels merge %A %B --base %O --out %A',
		},
	],
	'memory scan': [
		{
			does: 'Compare each entry with what users ask',
			line: 'memory scan examples/memory/assistant.jsonl --history examples/memory/history.jsonl',
		},
		{ does: 'Fail a build if an instruction file has an error', line: 'memory scan AGENTS.md --fail-on error --sarif findings.sarif' },
	],
	'memory check': [
		{
			does: 'Judge an entry before your agent stores it',
			line: 'memory check examples/memory/assistant.jsonl --text "Ada likes green tea" --history examples/memory/history.jsonl',
		},
		{ does: 'Judge what another program writes', line: 'memory check memory.jsonl --file - --json' },
	],
	'memory quarantine': [
		{ does: 'See what would change', line: 'memory quarantine memory.jsonl --entry note-7' },
		{ does: 'Take two entries out', line: 'memory quarantine memory.jsonl --entry note-7 note-9 --reason "asks for keys" --write' },
	],
	'memory restore': [
		{ does: 'List what is in quarantine', line: 'memory restore memory.jsonl --list' },
		{ does: 'Put an entry back', line: 'memory restore memory.jsonl --entry note-7 --write' },
	],
	'memory approve': [
		{ does: 'Approve an instruction file', line: 'memory approve AGENTS.md' },
		{ does: 'Record who approved it', line: 'memory approve AGENTS.md --by "Ana Ruiz"' },
	],
	'memory sign': [
		{ does: 'Sign all entries', line: 'memory sign memory.jsonl --write' },
		{ does: 'Sign one entry with a new key', line: 'memory sign memory.jsonl --entry note-7 --rotate --write' },
	],
	'memory benign': [
		{ does: 'Stop flagging an entry', line: 'memory benign memory.jsonl --entry note-7 --note "Ana wrote this rule"' },
		{ does: 'Flag it again', line: 'memory benign memory.jsonl --entry note-7 --undo' },
	],
	'queries screen': [
		{ does: 'Screen a log', line: 'queries screen examples/queries/log.jsonl --store examples/queries/documents.jsonl' },
		{ does: 'Keep watching a log that grows', line: 'queries screen log.jsonl --store docs.jsonl --follow --json' },
	],
	'queries moments': [
		{ does: 'Prepare your own middleware', line: 'queries moments examples/queries/documents.jsonl --out docs.moments.json' },
		{
			does: 'Set the threshold with your own benign queries',
			line: 'queries moments docs.jsonl --benign benign.queries.jsonl --out docs.moments.json',
		},
	],
	'queries benign': [
		{ does: 'Stop reporting a query', line: 'queries benign log.jsonl --query q-17 --note "our own test"' },
		{ does: 'Report it again', line: 'queries benign log.jsonl --query q-17 --undo' },
	],
	'private generate': [
		{
			does: 'Answer from a folder of documents',
			line: 'private generate --query "What is the usual ward for tonsillitis?" --docs examples/private/documents',
		},
		{
			does: 'Save the answer for a review',
			line: 'private generate --query "What do patients report?" --docs notes/ --epsilon 2 --out notes.release.json',
		},
	],
	'private plan': [
		{ does: 'See what the default budget gives for 40 documents', line: 'private plan --documents 40' },
		{ does: 'See what a folder can give with a smaller ε', line: 'private plan --docs examples/private/documents --epsilon 1' },
	],
	'private review': [
		{ does: 'Review a private answer', line: 'private review notes.release.json' },
		{ does: 'Review an answer of a trace, by two people', line: 'private review answer.rag.md --reviewers 2' },
	],
	'budget show': [
		{ does: 'Show what a folder of documents has left', line: 'budget show examples/private/documents' },
		{ does: 'Show a ledger as JSON', line: 'budget show team.ledger.jsonl --json' },
	],
	'budget repair': [{ does: 'Keep what can be read of a damaged ledger', line: 'budget repair notes/' }],
	'budget set': [
		{ does: 'Set a budget that renews every 30 days', line: 'budget set notes/ --epsilon 6 --delta 1e-5 --renew 30d' },
		{ does: 'Name who decides', line: 'budget set notes/ --owner "Ana Ruiz"' },
	],
	'budget verify': [
		{ does: 'Check the ledger of a folder', line: 'budget verify notes/' },
		{ does: 'Check a ledger file', line: 'budget verify team.ledger.jsonl' },
	],
	'review status': [
		{ does: 'See what you still must decide', line: 'review status notes.release.json' },
		{ does: 'Check the release against a ledger', line: 'review status notes.release.json --ledger team.ledger.jsonl' },
	],
	'review export': [
		{ does: 'Print the reviewed text', line: 'review export notes.release.json' },
		{ does: 'Print it as Markdown', line: 'review export notes.release.json --format markdown' },
	],
	'redteam memory': [
		{ does: 'Try all attacks', line: 'redteam memory examples/memory/assistant.jsonl --history examples/memory/history.jsonl' },
		{
			does: 'Try one attack, and write a report',
			line: 'redteam memory memory.jsonl --history history.jsonl --attacks minja --html attacks.html',
		},
	],
	'redteam membership': [
		{ does: 'Attack the bundled model', line: 'redteam membership --store examples/queries/documents.jsonl' },
		{
			does: 'Attack your own pipeline',
			line: 'redteam membership --store docs.jsonl --endpoint http://localhost:8000/v1 --endpoint-model my-model',
		},
	],
	'redteam pii': [
		{ does: 'Try all instructions', line: 'redteam pii --docs examples/private/documents' },
		{
			does: 'Try the first three with your own question',
			line: 'redteam pii --docs notes/ --query "What do patients report?" --instructions 3',
		},
	],
	'model inspect': [
		{ does: 'Check a folder', line: 'model inspect my-model' },
		{ does: 'Check the 4-bit file of a repository', line: 'model inspect HuggingFaceTB/SmolLM2-135M-Instruct --dtype q4' },
	],
	'device install': [
		{ does: 'See the download size', line: 'device install cuda --dry-run' },
		{ does: 'Install', line: 'device install cuda' },
	],
	doctor: [
		{ does: 'Check this computer', line: 'doctor' },
		{ does: 'Check whether a profile fits your model', line: 'doctor --model my-model --profile mine.assay-profile.json' },
	],
	'cache clear': [
		{ does: 'Remove all cached results', line: 'cache clear' },
		{ does: 'Print what was removed as JSON', line: 'cache clear --json' },
	],
	lsp: [{ does: 'Start the server, as an editor does', line: 'lsp --stdio' }],
};
