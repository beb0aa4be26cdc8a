import * as z from 'zod';
import { SaveProfile, calibrationOptions, calibrationPreview, calibrationState } from './calibration.ts';
import { notification, request } from './rpc.ts';

/** Members that a calibration's options had before methods declared their own options. */
const before = ['alpha', 'draws', 'protocol'] as const;

/**
 * Returns a panel's setup in today's form. In older setups, some options of methods are members beside the seed. This function moves them
 * into `options`. It returns anything else unchanged.
 */
function withOptionsByName(setup: unknown): unknown {
	if (typeof setup !== 'object' || setup === null || 'options' in setup) return setup;
	const entries = Object.entries(setup);
	const isOld = ([name]: readonly [string, unknown]): boolean => before.some((one) => one === name);
	return { ...Object.fromEntries(entries.filter((one) => !isOld(one))), options: Object.fromEntries(entries.filter(isOld)) };
}

const path = z.string().min(1);
const none = z.null();

/**
 * What a calibration is set up with. `data` may still be empty. Some of the wanted `methods` may be impossible at present (`runOptions`).
 */
export const calibrationSetup = calibrationOptions.extend({ data: z.array(path).default([]) });
export type CalibrationSetup = z.infer<typeof calibrationSetup>;

/** A file or folder, with a short name for it. */
const named = z.object({ path, label: z.string() });

/** State of the look through the picked data. */
const previewing = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('none') }),
	z.object({ kind: z.literal('looking') }),
	z.object({ kind: z.literal('failed'), message: z.string() }),
	z.object({ kind: z.literal('ready'), preview: calibrationPreview }),
]);
export type Previewing = z.infer<typeof previewing>;

/** A run that the panel follows. `lost`: its runner ended, and what it had measured is kept. */
const followed = z.object({
	run: z.string(),
	options: calibrationOptions,
	state: z.discriminatedUnion('kind', [...calibrationState.options, z.object({ kind: z.literal('lost') })]),
});
export type FollowedRun = z.infer<typeof followed>;

const calibrationPanelState = z.object({
	setup: calibrationSetup,
	/** The number of the page's last change of options that `setup` includes; 0 before the first one. */
	edit: z.number().int().nonnegative(),
	/** The picked data, in the order of `setup.data`. */
	data: z.array(named),
	previewing,
	run: followed.nullable(),
	/** What could not be done, in a sentence. */
	problem: z.string().nullable(),
	/** Profiles that a run can be compared with. `active`: findings come from this one. */
	profiles: z.array(named.extend({ active: z.boolean() })),
	/** Where this run was saved. */
	saved: named.nullable(),
	/**
	 * A profile that something outside of the panel asked to compare with. `asked` counts these requests in this panel, so that a repeated
	 * request compares again.
	 */
	compareWith: z.object({ path, asked: z.number().int().positive() }).nullable(),
});
export type CalibrationPanelState = z.infer<typeof calibrationPanelState>;

/** What a panel keeps for the next time it is opened. It is checked, because it comes from disk and perhaps from an earlier version. */
export const calibrationMemory = z.object({
	setup: z.preprocess(withOptionsByName, calibrationSetup),
	run: z
		.object({
			run: followed.shape.run,
			options: z.preprocess(withOptionsByName, followed.shape.options),
			was: z.enum(['going', 'done', 'stopped']),
		})
		.nullable(),
});
export type CalibrationMemory = z.infer<typeof calibrationMemory>;

/** Says that the panel is drawn, and asks what to show. Later changes arrive as `CalibrationPanelChanged`. */
export const OpenCalibrationPanel = request('ragAssay/calibrationPanel/open', none, calibrationPanelState);
export const CalibrationPanelChanged = notification('ragAssay/calibrationPanel/changed', calibrationPanelState);
/** Adds data from a dialog, the workspace's folders, or the data sets that come with the product. */
export const PickCalibrationData = request(
	'ragAssay/calibrationPanel/pick',
	z.object({ from: z.enum(['folders', 'files', 'workspace', 'examples']) }),
	none,
);
export const DropCalibrationData = request('ragAssay/calibrationPanel/drop', z.object({ path }), none);
/** Looks through the data again. */
export const RetryCalibrationPreview = request('ragAssay/calibrationPanel/preview', none, none);
/** Sets all options anew. The data stay. */
export const SetCalibrationOptions = request(
	'ragAssay/calibrationPanel/options',
	z.object({ options: calibrationOptions.omit({ data: true }), edit: z.number().int().positive() }),
	none,
);
/** Starts a run with the present setup, or continues exactly that run. */
export const StartFromPanel = request('ragAssay/calibrationPanel/start', none, none);
export const CancelFromPanel = request('ragAssay/calibrationPanel/cancel', none, none);
/** Saves the run's profile. Asks for the place, and asks before it replaces a file. `file` is `null` if nothing was saved. */
export const SaveFromPanel = request(
	'ragAssay/calibrationPanel/save',
	SaveProfile.params.omit({ file: true }).extend({ name: z.string() }),
	z.object({ file: named.nullable() }),
);
/** Asks for a profile to compare with, such as another model's, in any folder. The profile arrives as `compareWith`. */
export const PickProfileToCompare = request('ragAssay/calibrationPanel/pickProfile', none, none);
/** Makes this profile the one that findings come from in this workspace. */
export const UseProfile = request('ragAssay/calibrationPanel/use', z.object({ path }), none);
const fromOne = z.number().int().positive();
/** Opens a file at a range or a place in it. `start` and `end` are UTF-16 offsets. Lines and columns count from 1. */
export const OpenFromPanel = request(
	'ragAssay/calibrationPanel/openFile',
	z.object({
		path,
		at: z
			.union([
				z.object({ start: z.number().int().nonnegative(), end: z.number().int().nonnegative() }),
				z.object({ line: fromOne, column: fromOne.optional() }),
			])
			.nullable(),
	}),
	none,
);

export {
	CompareProfile,
	GetCalibrationReport,
	TryThreshold,
	type CalibrationPreview,
	type CalibrationReport,
	type CalibrationState,
	type DeclaredOption,
	type DetectorReport,
	type LearnedComparison,
	type LearnedReport,
	type ProfileComparison,
	type ThresholdPoint,
} from './calibration.ts';

/**
 * Returns the options with which a run is requested for a setup.
 * Its methods are the wanted ones that the data allow at present. If these are all that the data allow, no method is named. Its options are
 * those that such a method has.
 * A method that is impossible for a while stays wanted in the setup. The options of a method that is left out stay set there.
 */
export function runOptions({ methods: wanted, options, ...others }: CalibrationSetup, looked: Previewing): CalibrationSetup {
	if (looked.kind !== 'ready') return { ...others, options, ...(wanted === undefined ? {} : { methods: wanted }) };
	const { methods: known, options: declared } = looked.preview;
	const allowed = known.filter(({ fits }) => fits).map(({ name }) => name);
	const possible = allowed.filter((name) => wanted?.includes(name) ?? true);
	const methods = possible.length === 0 && wanted !== undefined ? wanted : possible;
	const had = new Set(declared.filter((one) => one.methods.some((name) => methods.includes(name))).map(({ name }) => name));
	return {
		...others,
		options: Object.fromEntries(Object.entries(options).filter(([name]) => had.has(name))),
		...(possible.length === allowed.length ? {} : { methods }),
	};
}
