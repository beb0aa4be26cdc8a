/**
 * What speaks to databases, each loaded once it is needed. In the product this is a file of its own beside the programs
 * (`scripts/bundles.ts`): who scans no database never reads it.
 */
export const loadSqlite = () => import('@sqlite.org/sqlite-wasm');
export const loadPostgres = () => import('pg');
export const loadChroma = () => import('chromadb');
export const loadQdrant = () => import('@qdrant/js-client-rest');
