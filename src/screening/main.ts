/** `import … from 'rag-assay/screening'`: screening for programs of other people, without dependencies. Its types: public.d.ts. */
export { lexicalEmbedder } from './lexical-embedder.ts';
export { CorpusMoments } from '../methods/mirabel/corpus-moments.ts';
export { empiricalZ } from '../methods/mirabel/thresholds.ts';
export { stripMaskMarkers } from '../methods/mirabel/mask-markers.ts';
export { distinctTargets } from '../methods/mirabel/distinct-targets.ts';
export { momentsFile, readMoments } from '../methods/mirabel/moments-file.ts';
export { screenFound, screenQuery } from '../methods/mirabel/screen-query.ts';
export { memoryGate } from '../methods/memsad/memory-gate.ts';
export { sessionSignal } from '../methods/mirabel/session-signal.ts';
