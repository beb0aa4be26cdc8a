/**
 * Returns the seconds of the processor that work in this process takes. Unlike the time on the clock they hardly depend on what else the machine does.
 * For work whose time must grow with its input as it does, where the wrong way takes minutes; speed itself is measured by the benches.
 */
export function processorSeconds(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}
