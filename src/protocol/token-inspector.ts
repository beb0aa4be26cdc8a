import * as z from 'zod';
import { notification, request, type Result } from './rpc.ts';
import { SecondReading, TokenDetail } from './requests.ts';

export type Detail = NonNullable<Result<typeof TokenDetail>>;

/** The second reading of the shown token. `closed`: nobody has asked for it. */
const secondReading = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('closed') }),
	z.object({ kind: z.literal('reading') }),
	z.object({ kind: z.literal('failed'), message: z.string() }),
	z.object({ kind: z.literal('read'), reading: SecondReading.result.unwrap() }),
]);
export type SecondReadingState = z.infer<typeof secondReading>;

/** Where the cursor was when a token was looked at: LSP position (UTF-16). */
export const inspectedPlace = z.object({
	uri: z.string().min(1),
	line: z.number().int().nonnegative(),
	character: z.number().int().nonnegative(),
});
export type InspectedPlace = z.infer<typeof inspectedPlace>;

/** What the panel shows. */
const inspection = z.discriminatedUnion('kind', [
	/** Nothing to inspect, and what to do about it. `analyze`: an analysis would help. */
	z.object({ kind: z.literal('empty'), message: z.string(), analyze: z.boolean() }),
	z.object({ kind: z.literal('loading'), message: z.string() }),
	/** `retry`: asking again may help; what is wrong with the text itself is mended there. */
	z.object({ kind: z.literal('failed'), message: z.string(), retry: z.boolean() }),
	/** Analyzed, but without attribution: why, in a sentence. */
	z.object({ kind: z.literal('unattributed'), why: z.string() }),
	z.object({
		kind: z.literal('token'),
		detail: TokenDetail.result.unwrap(),
		/** Name of the file, without its folders. */
		file: z.string(),
		/** The text has changed since: the numbers are about what it was. */
		stale: z.boolean(),
		second: secondReading,
	}),
]);
export type Inspection = z.infer<typeof inspection>;

const inspectorState = z.object({
	shown: inspection,
	/** The panel stays where it is, whatever the cursor does. */
	pinned: z.boolean(),
	/** Something newer than `shown` is on its way. */
	busy: z.boolean(),
	/** To come back to after VS Code was closed. */
	place: inspectedPlace.nullable(),
});
export type InspectorState = z.infer<typeof inspectorState>;

/** What a panel leaves behind for its next life; checked, as it comes from disk. */
export const inspectorMemory = z.object({ place: inspectedPlace.nullable(), pinned: z.boolean() });

/** The panel is drawn: what is to be seen? After this, `InspectorChanged`. */
export const OpenInspector = request('ragAssay/inspector/open', z.null(), inspectorState);
export const InspectorChanged = notification('ragAssay/inspector/changed', inspectorState);
export const PinInspector = request('ragAssay/inspector/pin', z.object({ pinned: z.boolean() }), z.null());
/** The token after (1) or before (−1) the shown one; the cursor stays. */
export const StepInspector = request('ragAssay/inspector/step', z.object({ by: z.union([z.literal(1), z.literal(-1)]) }), z.null());
/** Whether the second reading is shown, of this token and of those that follow; it is asked for only then. */
export const ShowSecondReading = request('ragAssay/inspector/second', z.object({ open: z.boolean() }), z.null());
/** Ask again after a failure. */
export const RetryInspection = request('ragAssay/inspector/retry', z.null(), z.null());
/** Analyze the document that the cursor is in. */
export const AnalyzeInspected = request('ragAssay/inspector/analyze', z.null(), z.null());
/** Selects the shown token (`context` null) or the text of the context with this `index`, in an editor. */
export const RevealInspected = request(
	'ragAssay/inspector/reveal',
	z.object({ context: z.number().int().nonnegative().nullable() }),
	z.null(),
);
