import { chromaFolderOpener } from './chroma-folder/chroma-folder.ts';
import { chromaOpener } from './chroma/chroma-server.ts';
import { lanceDbOpener } from './lancedb/lancedb-store.ts';
import { langgraphSqliteOpener } from './langgraph-sqlite/langgraph-store.ts';
import { mem0HistoryOpener } from './mem0-history/mem0-history.ts';
import type { StoreOpener } from './memory-store.ts';
import { pgvectorOpener } from './pgvector/postgres-store.ts';
import { qdrantOpener } from './qdrant/qdrant-collection.ts';

/** Databases that hold memories. Servers are asked only where somebody named their address. */
export const databaseOpeners: readonly StoreOpener[] = [
	mem0HistoryOpener,
	langgraphSqliteOpener,
	chromaFolderOpener,
	lanceDbOpener,
	chromaOpener,
	pgvectorOpener,
	qdrantOpener,
];
