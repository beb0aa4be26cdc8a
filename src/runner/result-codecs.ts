import { attributeResult, type AttributeResult } from '../reading/attributed-response.ts';
import { mixtureResult, type MixtureResult } from '../reading/mixture.ts';
import { originsResult, type Origins } from '../reading/origins.ts';
import { scoreResult, type ScoreResult } from '../reading/scored-response.ts';
import type { Codec } from './packed-arrays.ts';
import { packedCodec } from './packed-codec.ts';

/** What of a model's results is kept, as bytes. */
export const scoreCodec: Codec<ScoreResult> = packedCodec('RAGSCR02', scoreResult);
export const mixtureCodec: Codec<MixtureResult> = packedCodec('RAGMIX02', mixtureResult);
export const attributionCodec: Codec<AttributeResult> = packedCodec('RAGATT04', attributeResult);
export const originsCodec: Codec<Origins> = packedCodec('RAGORG03', originsResult);
