import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { calibration, type Detector } from '../../src/analysis/calibration/methods.ts';
import type { Profile } from '../../src/formats/profile.ts';

/** Reads the bundled profile, without its reference: that file does not lie beside the profiles that tests make of this one. */
export function bundledProfile(): Profile<Detector> {
	const file = fileURLToPath(new URL('../../models/demo/demo.assay-profile.json', import.meta.url));
	const { reference: _, ...profile } = calibration.profiles.read(readFileSync(file, 'utf8'), file);
	return profile;
}
