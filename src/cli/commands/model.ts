import { Option, type Command } from 'commander';
import { InspectModel, type ModelInspection } from '../../protocol/models.ts';
import { bytesInWords, decimal, durationInWords, mebibytes } from '../../wording/numbers.ts';
import { addLimitOptions, addOutputOptions, type CommonOptions } from '../common-options.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { wrapText } from '../output/cells.ts';
import { bold, dim, green, paint, yellow, type ColorDepth } from '../output/color.ts';
import { oneLine } from '../output/plain-text.ts';
import type { ModelInspectionOutput } from '../output/schemas.ts';
import type { RunnerProgram } from '../runner-program.ts';
import { withRunner } from '../session.ts';

/** What a model needs, one sentence each: the weights that its folder has, then memory and time for traces. */
export function needsInWords({ weights, needs }: Pick<ModelInspection, 'weights' | 'needs'>): string[] {
	const files = weights.map(({ dtype, bytes }) => `${dtype} ${bytesInWords(bytes)}`).join(', ');
	return [...(weights.length < 2 ? [] : [`Weights in its folder: ${files}.`]), ...(needs ?? []).map(ofTrace)];
}

function ofTrace({
	tokens,
	responseTokens,
	scoringBytes,
	attributionBytes,
	seconds,
}: NonNullable<ModelInspection['needs']>[number]): string {
	const sources = attributionBytes === null ? '' : `, ${mebibytes(attributionBytes)} with token sources`;
	const time =
		seconds === null
			? '; it is read at once, and how long that takes grows faster than its length'
			: `; about ${durationInWords(Math.max(1, Math.round(seconds)))} to read it here, by a short run, without token sources`;
	return `A trace of ${tokens.toLocaleString('en')} tokens, ${responseTokens.toLocaleString('en')} of them the response, needs about ${mebibytes(scoringBytes)} of memory at most${sources}${time}.`;
}

type LayerWindow = ModelInspectionOutput['windows'][number];

/** `Sliding windows: layers 0–4 see 512 keys, layer 5 all.`; `null` where no layer is known to have one. */
export function windowsInWords(windows: readonly LayerWindow[]): string | null {
	if (!windows.some(({ sees }) => sees === 'window')) return null;
	const groups = new Map<string, number[]>();
	for (const window of windows) {
		const seen = sightOf(window);
		groups.set(seen, [...(groups.get(seen) ?? []), window.layer]);
	}
	return `Sliding windows: ${[...groups].map(([seen, layers], i) => `${layers.length === 1 ? 'layer' : 'layers'} ${rangesOf(layers)}${i === 0 ? (layers.length === 1 ? ' sees' : ' see') : ''} ${seen}`).join('; ')}.`;
}

function sightOf({ sees, keys }: LayerWindow): string {
	if (sees === 'unknown') return 'what is not known';
	const count = keys?.toLocaleString('en');
	return sees === 'window' ? `${count} keys` : count === undefined ? 'all keys' : `all of ${count} keys that were tried`;
}

/** `0–4, 6`. */
function rangesOf(layers: readonly number[]): string {
	const ranges: [from: number, to: number][] = [];
	for (const layer of layers) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] === layer - 1) last[1] = layer;
		else ranges.push([layer, layer]);
	}
	return ranges.map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}\u2013${to}`)).join(', ');
}

/** What the self-check's figures are called. */
const checks: Readonly<Record<string, string>> = {
	attentionRows: 'attention rows against one',
	heads: 'attention that is computed again',
	contributions: 'head contributions against the block',
	stream: 'residual stream against its parts',
	future: 'attention to later tokens',
	tokens: 'feed-forward blocks token by token',
	output: 'output against the original graph',
	sum: 'sources against the probability',
	cache: 'fed in pieces',
};

/** What is said of parts of the self-check that were not run. */
const unmeasured: Readonly<Record<string, string>> = { tokens: 'not needed: its operators keep tokens apart', cache: 'no cache in use' };

/** What `model inspect` prints for people. */
export function inspectionText(
	output: ModelInspectionOutput,
	{ depth, width }: { readonly depth: ColorDepth; readonly width: number },
): string {
	const { structure, methods, check, webgpu, readings, dynamicQuantization, windows, contradictions, notCompared } = output;
	const seen = windowsInWords(windows);
	const wrapped = (text: string, indent: number, first: string) =>
		wrapText(oneLine(text), Math.max(20, width - indent)).map((line, i) => (i === 0 ? first : ' '.repeat(indent)) + line);
	return [
		`${paint(depth, bold, oneLine(output.name))}  ${paint(depth, dim, `${output.dtype}, ${(output.bytes / 1e6).toFixed(1)} MB, ${oneLine(output.file)}`)}`,
		...(structure === null
			? ['  its graph is not understood as a decoder']
			: [
					`  ${structure.layers} layers of width ${structure.hidden}, a vocabulary of ${structure.vocabulary.toLocaleString('en')} tokens, ${structure.nodes} nodes` +
						(structure.parallelLayers === 0
							? ''
							: `; attention and feed-forward block side by side in ${structure.parallelLayers}, so that their order matters to sources`) +
						(structure.mixingLayers.length === 0
							? ''
							: `; ${structure.mixingLayers.length} look at other tokens without attention, which counts as the model\u2019s own layers`),
				]),
		...(dynamicQuantization === null
			? []
			: ['', ...wrapped(dynamicQuantizationInWords(dynamicQuantization), 2, '  ').map((text) => paint(depth, yellow, text)), '']),
		...needsInWords(output).flatMap((text) => wrapped(text, 2, '  ')),
		'',
		...methods.flatMap(({ method, supported, reason }) =>
			wrapped(reason, 20, `  ${method.padEnd(13)}${supported ? paint(depth, green, 'yes') : paint(depth, yellow, 'no ')}  `),
		),
		'',
		...(check === null
			? []
			: [
					paint(depth, dim, '  Self-check on a few random tokens on the CPU, largest deviations'),
					...Object.entries(check).map(([what, value]) => checkLine(what, value === null ? 'no number' : value.toExponential(1))),
					...Object.entries(unmeasured).flatMap(([what, why]) => (what in check ? [] : [checkLine(what, why)])),
					'',
				]),
		...(seen === null ? [] : [...wrapped(seen, 2, '  '), '']),
		...(readings === null ? [] : [...wrapped(readingsInWords(readings), 2, '  '), '']),
		...wrapped(webgpu, 2, '  '),
		'',
		...(contradictions.length === 0
			? []
			: ['  The graph is what runs, and config.json says otherwise:', ...contradictions.flatMap((text) => wrapped(text, 4, '  - ')), '']),
		...notCompared.flatMap((text) => [...wrapped(text, 2, '  '), '']),
	].join('\n');
}

function readingsInWords({ tokens, logProbability, entropy }: NonNullable<ModelInspectionOutput['readings']>): string {
	return `It rounds activations by what is fed together, so that its numbers depend on how a text is cut: on ${tokens} fixed tokens, log-probabilities are up to ${logProbability.toPrecision(2)} nats apart at once and token by token, and entropies up to ${entropy.toPrecision(2)}; on longer texts it can be more. All figures of a record are of texts cut in one way; only answers are written token by token.`;
}

/** From this share of the same tokens on, and up to this divergence in nats, a form counts as close to the wider one. */
const close = { same: 0.9, divergence: 0.05 };

/** What is said of a form that was quantized dynamically, before anyone trusts its numbers. */
function dynamicQuantizationInWords({ compared }: NonNullable<ModelInspection['dynamicQuantization']>): string {
	const what = 'This form was quantized dynamically to 8 bits: its activations are rounded, too, by the range of what is fed.';
	if (compared === null)
		return `Take care with its numbers. ${what} That can change which token is most probable. How much it changes could not be measured, because no form in 32 or 16 bits that can be read is beside it. Use the form in 32 or 16 bits, or an export in which only the weights are quantized (MatMulNBits).`;
	const { dtype, file, tokens, same, divergence } = compared;
	const isClose = same >= close.same * tokens && divergence <= close.divergence;
	const found = `Over ${tokens} tokens of a few fixed prompts, it finds the same next token most probable as ${file} (${dtype}) in ${same} of ${tokens}; the mean KL divergence is ${decimal(divergence)} nats.`;
	return isClose
		? `${what} ${found} It is close to the wider form.`
		: `Do not trust its numbers. ${what} ${found} Use that file (--dtype ${dtype}).`;
}

function checkLine(what: string, found: string): string {
	return `    ${(checks[what] ?? what).padEnd(38)}${found}`;
}

type InspectOptions = Omit<CommonOptions, 'device' | 'profile' | 'model'>;

async function inspect(program: RunnerProgram, model: string, options: InspectOptions): Promise<ExitStatus> {
	return withRunner(program, { ...options, model, device: 'cpu' }, async ({ client, console }) => {
		const output: ModelInspectionOutput = { schema: 'rag-assay/model-inspection@1', ...(await client.ask(InspectModel, null)) };
		if (options.json) console.json(output);
		else console.write(inspectionText(output, console));
		return exitStatus.done;
	});
}

export function addModel(parent: Command, program: RunnerProgram, done: (status: ExitStatus) => void): void {
	const model = parent.command('model').description('Check model files');
	addLimitOptions(
		addOutputOptions(
			model
				.command('inspect')
				.argument('<dir|id>', 'Model folder or Hugging Face repository ID')
				.description(
					'Show which methods a model supports, why it does not support others, and where its graph and its config.json disagree. Runs on the CPU',
				),
		),
	)
		.addOption(new Option('--dtype <dtype>', 'Precision of the model file').choices(['fp32', 'fp16', 'q8', 'q4']))
		.option('--revision <rev>', 'Revision of the Hugging Face repository')
		.option('--offline', 'Never use the network', false)
		.action(async (name: string, options: InspectOptions) => done(await inspect(program, name, options)));
}
