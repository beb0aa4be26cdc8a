import type { Finding } from '../formats/analysis-record.ts';

/** How many findings nobody has ignored. */
export function openFindings({ findings }: { readonly findings: readonly Pick<Finding, 'ignored'>[] }): number {
	return findings.filter(({ ignored }) => !ignored).length;
}
