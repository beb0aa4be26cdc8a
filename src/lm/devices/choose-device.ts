import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { attentionOnCpu, deviceNames, deviceOrder, devices, type Device, type Placement } from './device.ts';
import { probeDevice, type ProbeOptions, type ProbeResult } from './probe-device.ts';
import { isInstallable, reasonAgainst, thisMachine } from './reason-against.ts';

/** What became of one device. */
interface DeviceCandidate {
	readonly device: Device;
	readonly verdict: 'chosen' | 'available' | 'refused' | 'not-tried';
	/** One plain sentence. */
	readonly reason: string;
	/** Largest difference of a log-probability to the CPU on the bundled model, nats; `null` when not measured. */
	readonly difference: number | null;
	/** Whether `device install` brings what it lacks. */
	readonly installable?: boolean;
}

/** Which device runs a model, and why not another; in the order of trying. */
export interface DeviceReport {
	readonly chosen: Placement;
	readonly candidates: readonly DeviceCandidate[];
}

/** How devices are found out about; replaced in tests. */
export interface DeviceChecks {
	readonly platform: string;
	/** Why it cannot work, without starting it. */
	reasonAgainst(device: Device): string | undefined;
	/** Whether `device install` brings what it lacks. */
	installable(device: Device): boolean;
	/** Tries it, and compares it with the CPU. */
	probe(device: Device): Promise<ProbeResult>;
}

/** The checks of this machine. */
export function deviceChecks(options: ProbeOptions): DeviceChecks {
	const machine = thisMachine(options.program, options.cudaFolder);
	return {
		platform: machine.platform,
		reasonAgainst: (device) => reasonAgainst(device, machine),
		installable: (device) => isInstallable(device, machine),
		probe: async (device) => probeDevice(device, options),
	};
}

/**
 * Chooses a device: for `auto` the first, in the platform's order, that agrees with the CPU on the bundled model; else
 * the one asked for, if it does. Where only its attention does not agree, the device is used without it if it was asked for by name:
 * that is seldom faster than the CPU.
 * @param options.tryAll try the others as well, for a report.
 * @throws {UserError} RA221 when the device that was asked for cannot be used.
 */
export async function chooseDevice(
	requested: 'auto' | Device,
	checks: DeviceChecks,
	options: { tryAll?: boolean } = {},
): Promise<DeviceReport> {
	const order = deviceOrder(checks.platform);
	const all =
		requested === 'auto'
			? [...order, ...devices.filter((device) => !order.includes(device))]
			: [requested, ...devices.filter((device) => device !== requested)];
	const candidates: DeviceCandidate[] = [];
	let chosen: Placement | undefined;
	for (const device of all) {
		// Nobody asked for the others when one device was named, and none is better than the first that works.
		const wanted = options.tryAll === true || (chosen === undefined && (requested === 'auto' || device === requested));
		const { placement, ...candidate } = await examine(device, checks, wanted, chosen);
		if (candidate.verdict === 'available' && chosen === undefined && (requested === 'auto' ? placement === device : device === requested)) {
			chosen = placement;
			candidates.push({ ...candidate, verdict: 'chosen' });
		} else candidates.push(candidate);
		if (requested === device && chosen === undefined) {
			throw new UserError(errorNumbers.unusableDevice, `The device '${device}' cannot be used. ${candidate.reason}`, {
				hint: "Choose 'auto', which takes the best that works, or 'cpu', which always does.",
			});
		}
	}
	if (chosen === undefined) throw new Error('the CPU is in every order and needs no test');
	return { chosen, candidates };
}

async function examine(
	device: Device,
	checks: DeviceChecks,
	wanted: boolean,
	chosen: Placement | undefined,
): Promise<DeviceCandidate & { placement: Placement }> {
	const against = checks.reasonAgainst(device);
	const of = { device, placement: device };
	if (against !== undefined)
		return { ...of, verdict: 'refused', reason: against, difference: null, ...(checks.installable(device) ? { installable: true } : {}) };
	if (device === 'cpu')
		return { ...of, verdict: 'available', reason: 'The CPU always works. RAG Assay compares the other devices with it.', difference: 0 };
	const name = deviceNames[device];
	if (!wanted)
		return {
			...of,
			verdict: 'not-tried',
			reason: `${name} was not tried, because ${chosen === undefined ? 'another device was asked for' : `${chosenName(chosen)} is used`}.`,
			difference: null,
		};
	const { difference, refusal, attentionOff } = await checks.probe(device);
	if (refusal !== undefined) return { ...of, verdict: 'refused', reason: refusal, difference };
	const agreement = `${name} agrees with the CPU within ${difference?.toPrecision(2)} nats`;
	if (attentionOff === undefined) return { ...of, verdict: 'available', reason: `${agreement}.`, difference };
	const off = attentionOff === null ? 'gives what is no number' : `is ${attentionOff.toPrecision(2)} nats off`;
	return {
		device,
		placement: attentionOnCpu,
		verdict: 'available',
		reason: `${agreement} when attention runs on the CPU; with its own it ${off}, so it is used only when it is asked for.`,
		difference,
	};
}

function chosenName(placement: Placement): string {
	const device = placement === attentionOnCpu ? 'webgpu' : placement;
	return device === 'cpu' ? 'the CPU' : deviceNames[device];
}
