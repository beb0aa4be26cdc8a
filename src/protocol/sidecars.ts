/** Sidecars, for clients that join them. */
export { mergeSidecars } from '../formats/merge-sidecars.ts';
export { emptySidecar, formatSidecar, readSidecar } from '../formats/sidecar.ts';
export type { Sidecar } from '../formats/sidecar.ts';
