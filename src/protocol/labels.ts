import * as z from 'zod';
import { isLabelOf, labelNames, type LabelName } from '../formats/label-classes.ts';
import { subjectKeySchema } from '../formats/subject.ts';
import { notification, request } from './rpc.ts';
import { wireError } from './requests.ts';

const uri = z.string().min(1);
const quad = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);
const count = z.number().int().nonnegative();
const textSha256 = z.string().regex(/^[0-9a-f]{64}$/);
export type { LabelName };
const label = z.enum(labelNames);
/** What most people say of a text; `disputed`: as many say the one as the other. */
const settled = z.enum([...labelNames, 'disputed']).nullable();

/** What one person says of a text. */
const personLabel = z.object({ label, who: z.string(), when: z.string(), note: z.string() });

/** What a labeled text is known by: its subject in the document at `uri`, and its hash, as in the sidecar. */
const textKey = { uri, subject: subjectKeySchema, textSha256 };

const labeledSentence = z.object({
	subject: subjectKeySchema,
	textSha256,
	range: quad,
	text: z.string(),
	labels: z.array(personLabel),
	settled,
	/** What the person says who works here. */
	own: label.nullable(),
});
export type LabeledSentenceRow = z.infer<typeof labeledSentence>;

/** The sentences of a trace file's response with their labels; needs no analysis. `null` for what is no trace, or has no response. */
export const GetLabels = request(
	'ragAssay/labels/get',
	z.object({ uri }),
	z
		.object({
			/** The response's document, and its version. */
			uri,
			version: z.number().int(),
			/** Who labels here. */
			who: z.string(),
			sentences: z.array(labeledSentence),
			/** Labels whose text is no longer there. */
			stale: z.array(personLabel.extend({ subject: subjectKeySchema, textSha256 })),
		})
		.nullable(),
);

/** What the runner's command `ragAssay.setLabel` is given: a label that can be said of its subject. `label` null: the person's own label goes. */
export const setLabelArguments = z
	.object({
		...textKey,
		label: label.nullable(),
		/** Absent: what was noted stays. */ note: z.string().optional(),
	})
	.refine(({ subject, label: given }) => given === null || isLabelOf(subject, given), {
		path: ['label'],
		error: 'expected a label that can be said of its subject',
	});
export type SetLabelArguments = z.infer<typeof setLabelArguments>;
/** Writes a label into the sidecar, by the name of the person who works here. Rejects with RA505 or RA111. */
export const SetLabel = request('ragAssay/labels/set', setLabelArguments, z.null());
/** Takes back the last change of labels that this runner made, and the one before it at the next; `null`: there is none. Rejects with RA516 where it was changed since. */
export const UndoLabel = request(
	'ragAssay/labels/undo',
	z.null(),
	z.object({ ...textKey, /** As it is now. */ label: label.nullable() }).nullable(),
);

/** A sentence to be labeled next. */
const queued = z.object({
	...textKey,
	range: quad,
	text: z.string(),
	/** Mean entropy, nats; `null`: not measured. */
	score: z.number().nullable(),
});
export type QueuedSentence = z.infer<typeof queued>;

/** How far labeling has come in the workspace. */
const labelQueue = z.object({
	current: queued.nullable(),
	sentences: count,
	labelled: count,
	ungrounded: count,
	disputed: count,
	/** Labels whose text is no longer there. */
	stale: count,
	/** Traces whose sentences can be asked about, because the model has read them, of all that have a response. */
	measured: count,
	traces: count,
	/** What could not be read, a sentence each. */
	notes: z.array(z.string()),
});
export type LabelQueueState = z.infer<typeof labelQueue>;

/**
 * Looks for answered traces below folders (URIs), has the model read them, and names the sentence to label first. Answers as soon as some are read; the others
 * follow, with `LabelQueueChanged`. One queue a runner; a second request begins anew.
 */
export const OpenLabelQueue = request(
	'ragAssay/labels/queue/open',
	z.object({ folders: z.array(uri), seed: z.number().int().nonnegative().default(1) }),
	labelQueue,
);
/** The queue after a label, or past its present sentence (`skip`). */
export const NextToLabel = request('ragAssay/labels/queue/next', z.object({ skip: z.boolean() }), labelQueue);
/** Back at a sentence, after its label was taken back. */
export const BackToLabel = request('ragAssay/labels/queue/back', z.object(textKey), labelQueue);
export const LabelQueueChanged = notification('ragAssay/labels/queue/changed', labelQueue);

/** What the labels of the queue's workspace have brought, and what more would: the model attributes the labeled traces, and a learning curve is drawn. */
export const LearnFromLabels = request(
	'ragAssay/labels/learn',
	z.null(),
	z.object({
		labels: count,
		points: z.array(z.object({ labels: count, auc: z.object({ value: z.number(), low: z.number(), high: z.number() }) })),
		/** About how many more would help, rounded for people; 0 where they would change little; `null`: it cannot be told. */
		more: count.nullable(),
		advice: z.string(),
		/** Labeled traces that could not be read: the curve is made of the others. */
		failures: z.array(wireError),
	}),
);
