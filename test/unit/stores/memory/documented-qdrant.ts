import type { RequestListener } from 'node:http';

/** A point, as Qdrant's documentation has it. */
export interface Point {
	readonly id: number | string;
	readonly payload: Record<string, unknown> | null;
	readonly vector: readonly number[] | Readonly<Record<string, readonly number[]>>;
}

/**
 * What Qdrant's REST interface answers by its documentation (api.qdrant.tech, 1.18): collections, a collection, count, scroll, which
 * gives points by id from `offset` on and says the next one, and query, which gives the nearest by the collection's cosine. Written from the documentation: no server of Qdrant's stands behind it.
 */
export function documentedQdrant(
	collections: Readonly<Record<string, { points: Point[]; vectors: unknown }>>,
	key: string | null = null,
): RequestListener {
	return (request, response) => {
		const answer = (status: number, body: unknown): void => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		};
		const ok = (result: unknown): void => answer(200, { result, status: 'ok', time: 0.001 });
		if (key !== null && request.headers['api-key'] !== key) {
			response.writeHead(401, { 'content-type': 'text/plain' }).end('Must provide an API key or an Authorization bearer token');
			return;
		}
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const [, root, name = '', ...rest] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
			const action = `${request.method} ${rest.join('/')}`;
			if (root !== 'collections') return answer(404, { status: { error: 'Not found' }, time: 0 });
			if (name === '') return ok({ collections: Object.keys(collections).map((one) => ({ name: one })) });
			const found = collections[decodeURIComponent(name)];
			if (found === undefined) return answer(404, { status: { error: `Not found: Collection \`${name}\` doesn't exist!` }, time: 0 });
			const points = found.points.toSorted(byId);
			if (action === 'GET ')
				return ok({
					status: 'green',
					optimizer_status: 'ok',
					segments_count: 1,
					points_count: points.length,
					config: { params: { vectors: found.vectors } },
				});
			if (action === 'POST points/count') return ok({ count: points.length });
			if (action === 'POST points/query') {
				const {
					query,
					limit = 10,
					using,
				} = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
					query: number[];
					limit?: number;
					using?: string;
				};
				const scored = points.map(({ id, payload, vector }) => {
					const own: readonly number[] =
						using === undefined ? (vector as readonly number[]) : (vector as Record<string, readonly number[]>)[using]!;
					return { id, version: 0, score: cosine(own, query), payload };
				});
				return ok({ points: scored.toSorted((a, b) => b.score - a.score).slice(0, limit) });
			}
			if (action !== 'POST points/scroll') return answer(404, { status: { error: 'Not found' }, time: 0 });
			const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
				limit?: number;
				offset?: number | string;
				with_vector?: boolean | string[];
			};
			const from = asked.offset === undefined ? 0 : points.findIndex((point) => byId(point, { id: asked.offset! }) >= 0);
			const page = from === -1 ? [] : points.slice(from, from + (asked.limit ?? 10));
			const next = from === -1 ? undefined : points[from + (asked.limit ?? 10)];
			ok({
				points: page.map(({ id, payload, vector }) => ({
					id,
					payload,
					...(asked.with_vector === false ? {} : { vector: chosen(vector, asked.with_vector) }),
				})),
				next_page_offset: next?.id ?? null,
			});
		});
	};
}

function cosine(a: readonly number[], b: readonly number[]): number {
	const product = (x: readonly number[], y: readonly number[]): number => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
	return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

function chosen(vector: Point['vector'], wanted: boolean | string[] | undefined): unknown {
	if (!Array.isArray(wanted)) return vector;
	return Object.fromEntries(Object.entries(vector).filter(([name]) => wanted.includes(name)));
}

/** Numbers before UUIDs. */
function byId({ id: a }: Pick<Point, 'id'>, { id: b }: Pick<Point, 'id'>): number {
	if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
	return a < b ? -1 : a > b ? 1 : 0;
}
