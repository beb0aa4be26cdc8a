import type { Truncation } from './truncation.ts';

export interface GenerateResult {
	readonly text: string;
	readonly finish: 'stop' | 'length' | 'cancelled';
	readonly truncation: Truncation | null;
}
