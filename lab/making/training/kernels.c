/* The parts of the decoder that are no matrix product, forward and backward, for fused.py.
 *
 * Activations are bfloat16, the residual stream and all sums are float32. A batch is ragged: sequences stand one behind the other in [N, ...]
 * arrays, `start[s]` to `start[s + 1]` being the rows of sequence s, so nothing is computed for padding. Attention is causal, computed in float32
 * by blocks of ROWS queries, and skips what lies after the diagonal. Vectors are GCC's own, so any machine that GCC knows can run this.
 *
 * gcc -O3 -march=native -shared -fPIC -DHEAD=32 kernels.c -lm
 */
#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#ifndef HEAD
#define HEAD 32 /* width of an attention head, a multiple of 32 */
#endif
#define LANES 16
#define PARTS (HEAD / LANES)
#define ROWS 8
#define UNROLL _Pragma("GCC unroll 16")

typedef int64_t Int;
typedef uint16_t Half; /* bfloat16 */
typedef float Vec __attribute__((vector_size(64)));
typedef float LooseVec __attribute__((vector_size(64), aligned(4)));
typedef int32_t IntVec __attribute__((vector_size(64)));
typedef uint32_t BitVec __attribute__((vector_size(64)));
typedef uint16_t HalfVec __attribute__((vector_size(32)));
typedef uint16_t LooseHalfVec __attribute__((vector_size(32), aligned(2)));

static inline Vec all(float x) { return x - (Vec){0}; }
static inline Vec load(const float *p) { return *(const LooseVec *)p; }
static inline void store(float *p, Vec x) { *(LooseVec *)p = x; }
static inline Vec widen(const Half *p) {
	HalfVec h = *(const LooseHalfVec *)p;
	return (Vec)(__builtin_convertvector(h, BitVec) << 16);
}
static inline void narrow(Half *p, Vec x) { /* to the nearest, ties to even */
#ifdef __AVX512BF16__
	*(LooseHalfVec *)p = (HalfVec)_mm512_cvtneps_pbh((__m512)x);
#else
	BitVec bits = (BitVec)x;
	bits = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
	*(LooseHalfVec *)p = __builtin_convertvector(bits, HalfVec);
#endif
}
static inline float sum(Vec x) {
#ifdef __AVX512F__
	return _mm512_reduce_add_ps((__m512)x);
#else
	float s = 0;
	for (int i = 0; i < LANES; i++) s += x[i];
	return s;
#endif
}
static inline Vec choose(IntVec condition, Vec a, Vec b) { return (Vec)((condition & (IntVec)a) | (~condition & (IntVec)b)); }
#ifdef __AVX512F__
static inline Vec larger(Vec a, Vec b) { return (Vec)_mm512_max_ps((__m512)a, (__m512)b); }
static inline Vec smaller(Vec a, Vec b) { return (Vec)_mm512_min_ps((__m512)a, (__m512)b); }
static inline float largest(Vec x) { return _mm512_reduce_max_ps((__m512)x); }
#else
static inline Vec larger(Vec a, Vec b) { return choose(a > b, a, b); }
static inline Vec smaller(Vec a, Vec b) { return choose(a < b, a, b); }
static inline float largest(Vec x) {
	float m = x[0];
	for (int i = 1; i < LANES; i++) m = x[i] > m ? x[i] : m;
	return m;
}
#endif
/* e^x, relative error below 2e-7 (Cephes' polynomial); x is cut to [-87, 87]. */
static inline Vec exponential(Vec x) {
	x = larger(x, all(-87.f));
	x = smaller(x, all(87.f));
	Vec n = (x * 1.44269504f + 12582912.f) - 12582912.f; /* rounds to a whole number */
	Vec r = x - n * 0.693359375f + n * 2.12194440e-4f;
	Vec y = all(1.9875691500e-4f);
	y = y * r + 1.3981999507e-3f;
	y = y * r + 8.3334519073e-3f;
	y = y * r + 4.1665795894e-2f;
	y = y * r + 1.6666665459e-1f;
	y = y * r + 5.0000001201e-1f;
	y = y * r * r + r + 1.f;
	IntVec shift = __builtin_convertvector(n, IntVec) << 23;
	return (Vec)((IntVec)y + shift);
}

/* out = x + y (y may be absent); normed = out / rms(out) * w; inverse = 1 / rms. */
void add_norm(const float *x, const Half *y, float *out, const float *w, Half *normed, float *inverse, Int n, Int d) {
	for (Int i = 0; i < n; i++) {
		Vec squares = {0};
		for (Int j = 0; j < d; j += LANES) {
			Vec v = load(x + i * d + j);
			if (y) v += widen(y + i * d + j);
			store(out + i * d + j, v);
			squares += v * v;
		}
		float k = 1.f / sqrtf(sum(squares) / d + 1e-5f);
		inverse[i] = k;
		for (Int j = 0; j < d; j += LANES) narrow(normed + i * d + j, load(out + i * d + j) * k * load(w + j));
	}
}

/* dx += gradient through the norm of x; small = dx in bfloat16; dw += gradient of the norm's weight. */
void norm_backward(const Half *dn, const float *x, const float *inverse, const float *w, float *dx, Half *small, float *dw, Int n, Int d) {
	for (Int i = 0; i < n; i++) {
		float k = inverse[i];
		Vec dots = {0};
		for (Int j = 0; j < d; j += LANES) {
			Vec g = widen(dn + i * d + j), unit = load(x + i * d + j) * k;
			store(dw + j, load(dw + j) + g * unit);
			dots += g * load(w + j) * unit;
		}
		float mean = sum(dots) / d;
		for (Int j = 0; j < d; j += LANES) {
			Vec g = widen(dn + i * d + j) * load(w + j), unit = load(x + i * d + j) * k;
			Vec v = load(dx + i * d + j) + (g - unit * mean) * k;
			store(dx + i * d + j, v);
			narrow(small + i * d + j, v);
		}
	}
}

/* h [n, 2 f] holds gate and up; out = silu(gate) * up. */
void gated(const Half *h, Half *out, Int n, Int f) {
	for (Int i = 0; i < n; i++)
		for (Int j = 0; j < f; j += LANES) {
			Vec a = widen(h + i * 2 * f + j), b = widen(h + i * 2 * f + f + j);
			narrow(out + i * f + j, a / (1.f + exponential(-a)) * b);
		}
}

void gated_backward(const Half *h, const Half *dout, Half *dh, Int n, Int f) {
	for (Int i = 0; i < n; i++)
		for (Int j = 0; j < f; j += LANES) {
			Vec a = widen(h + i * 2 * f + j), b = widen(h + i * 2 * f + f + j), g = widen(dout + i * f + j);
			Vec s = 1.f / (1.f + exponential(-a)), sa = s * a;
			narrow(dh + i * 2 * f + j, g * b * (s + sa - sa * s));
			narrow(dh + i * 2 * f + f + j, g * sa);
		}
}

/* logits [n, v] become the gradient of sum(weight * loss); loss in nats. `row` holds v floats. */
void cross_entropy(Half *logits, const Int *target, const float *weight, float *loss, float *row, Int n, Int v) {
	for (Int i = 0; i < n; i++) {
		Half *l = logits + i * v;
		Vec top = all(-1e30f), total = {0};
		for (Int j = 0; j < v; j += LANES) {
			Vec x = widen(l + j);
			store(row + j, x);
			top = larger(top, x);
		}
		float m = largest(top), own = row[target[i]];
		for (Int j = 0; j < v; j += LANES) {
			Vec e = exponential(load(row + j) - m);
			store(row + j, e);
			total += e;
		}
		float z = sum(total), k = weight[i] / z;
		loss[i] = logf(z) + m - own;
		row[target[i]] -= z;
		for (Int j = 0; j < v; j += LANES) narrow(l + j, load(row + j) * k);
	}
}

/* table[id[i]] += x[i] */
void scatter_add(const Int *id, const float *x, float *table, Int n, Int d) {
	for (Int i = 0; i < n; i++)
		for (Int j = 0; j < d; j += LANES) store(table + id[i] * d + j, load(table + id[i] * d + j) + load(x + i * d + j));
}

/* total += part */
void accumulate_halves(const Half *part, float *total, Int n) {
	Int i = 0;
	for (; i + LANES <= n; i += LANES) store(total + i, load(total + i) + widen(part + i));
}

/* One head's rows of a [*, width] array, to float32 [t, HEAD]; turned by the rotary angles (half-split) and scaled where `angle_cos` is given. */
static void read_head(const Half *from, Int width, Int t, const float *angle_cos, const float *angle_sin, float scale, float *to) {
	for (Int i = 0; i < t; i++)
		for (Int j = 0; j < HEAD / 2; j += LANES) {
			Vec a = widen(from + i * width + j), b = widen(from + i * width + HEAD / 2 + j);
			if (angle_cos) {
				Vec c = load(angle_cos + i * (HEAD / 2) + j) * scale, s = load(angle_sin + i * (HEAD / 2) + j) * scale, turned = a * c - b * s;
				b = b * c + a * s;
				a = turned;
			}
			store(to + i * HEAD + j, a);
			store(to + i * HEAD + HEAD / 2 + j, b);
		}
}

/* The way back: the rotation's transpose. */
static void write_head(const float *from, Int width, Int t, const float *angle_cos, const float *angle_sin, float scale, Half *to) {
	for (Int i = 0; i < t; i++)
		for (Int j = 0; j < HEAD / 2; j += LANES) {
			Vec a = load(from + i * HEAD + j), b = load(from + i * HEAD + HEAD / 2 + j);
			if (angle_cos) {
				Vec c = load(angle_cos + i * (HEAD / 2) + j) * scale, s = load(angle_sin + i * (HEAD / 2) + j) * scale, turned = a * c + b * s;
				b = b * c - a * s;
				a = turned;
			}
			narrow(to + i * width + j, a);
			narrow(to + i * width + HEAD / 2 + j, b);
		}
}

static void transpose(const float *from, Int t, float *to, Int stride) {
	for (Int i = 0; i < t; i += LANES)
		for (Int h = 0; h < HEAD; h++) {
			Int end = i + LANES < t ? i + LANES : t;
			for (Int k = i; k < end; k++) to[h * stride + k] = from[k * HEAD + h];
			for (Int k = end; k < i + LANES; k++) to[h * stride + k] = 0;
		}
}

/* s [ROWS, stride] = a [ROWS, HEAD] * bt [HEAD, stride], the first 32 * blocks columns. */
static inline void products(const float *a, const float *bt, Int stride, Int blocks, float *s) {
	for (Int block = 0; block < blocks; block++) {
		Vec acc[ROWS][2] = {0};
		const float *b = bt + block * 32;
		for (Int h = 0; h < HEAD; h++) {
			Vec b0 = load(b + h * stride), b1 = load(b + h * stride + LANES);
			UNROLL for (int r = 0; r < ROWS; r++) {
				Vec x = all(a[r * HEAD + h]);
				acc[r][0] += x * b0;
				acc[r][1] += x * b1;
			}
		}
		UNROLL for (int r = 0; r < ROWS; r++) {
			store(s + r * stride + block * 32, acc[r][0]);
			store(s + r * stride + block * 32 + LANES, acc[r][1]);
		}
	}
}

/* out [ROWS, HEAD] = s [ROWS, n] * b [n, HEAD] */
static inline void weighted(const float *s, Int stride, const float *b, Int n, float *out) {
	Vec acc[ROWS][PARTS] = {0};
	for (Int j = 0; j < n; j++) {
		Vec row[PARTS];
		UNROLL for (int p = 0; p < PARTS; p++) row[p] = load(b + j * HEAD + p * LANES);
		UNROLL for (int r = 0; r < ROWS; r++) {
			Vec x = all(s[r * stride + j]);
			UNROLL for (int p = 0; p < PARTS; p++) acc[r][p] += x * row[p];
		}
	}
	UNROLL for (int r = 0; r < ROWS; r++)
		UNROLL for (int p = 0; p < PARTS; p++) store(out + r * HEAD + p * LANES, acc[r][p]);
}

/* out [n, HEAD] += s^T [n, ROWS] * b [ROWS, HEAD] */
static inline void spread(const float *s, Int stride, const float *b, Int n, float *out) {
	Vec row[ROWS][PARTS];
	UNROLL for (int r = 0; r < ROWS; r++)
		UNROLL for (int p = 0; p < PARTS; p++) row[r][p] = load(b + r * HEAD + p * LANES);
	for (Int j = 0; j < n; j++) {
		Vec acc[PARTS];
		UNROLL for (int p = 0; p < PARTS; p++) acc[p] = load(out + j * HEAD + p * LANES);
		UNROLL for (int r = 0; r < ROWS; r++) {
			Vec x = all(s[r * stride + j]);
			UNROLL for (int p = 0; p < PARTS; p++) acc[p] += x * row[r][p];
		}
		UNROLL for (int p = 0; p < PARTS; p++) store(out + j * HEAD + p * LANES, acc[p]);
	}
}

static const IntVec counting = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Floats that the two functions below need as scratch space for sequences of at most `longest` tokens. */
Int scratch_size(Int longest) { return (10 * HEAD + 2 * ROWS) * (longest + 64); }

/* qkv [N, (heads + 2 keys) HEAD], unrotated; out [N, heads HEAD]; log_sum [heads, N] of the scaled scores. */
void attention(const Half *qkv, const float *angle_cos, const float *angle_sin, const Int *start, Int sequences, Int heads, Int keys, Half *out, float *log_sum, Int total, float *scratch, Int longest) {
	const Int width = (heads + 2 * keys) * HEAD, room = longest + 64, size = room * HEAD;
	float *q = scratch, *k = q + size, *kt = k + size, *v = kt + size, *o = v + size, *s = scratch + 10 * size;
	const float scale = 1.f / sqrtf(HEAD);
	for (Int n = 0; n < sequences; n++) {
		const Int from = start[n], t = start[n + 1] - from, stride = (t + 31) / 32 * 32;
		for (Int g = 0; g < keys; g++) {
			read_head(qkv + from * width + (heads + g) * HEAD, width, t, angle_cos, angle_sin, 1, k);
			read_head(qkv + from * width + (heads + keys + g) * HEAD, width, t, 0, 0, 1, v);
			transpose(k, t, kt, stride);
			for (Int h = g * (heads / keys); h < (g + 1) * (heads / keys); h++) {
				read_head(qkv + from * width + h * HEAD, width, t, angle_cos, angle_sin, scale, q);
				memset(q + t * HEAD, 0, ROWS * HEAD * sizeof(float));
				for (Int i = 0; i < t; i += ROWS) {
					const Int end = i + ROWS < t ? i + ROWS : t, blocks = (end + 31) / 32;
					products(q + i * HEAD, kt, stride, blocks, s);
					float inverse[ROWS];
					for (int r = 0; r < ROWS; r++) {
						float *row = s + r * stride;
						const Int last = i + r < t ? i + r : t - 1;
						Vec top = all(-1e30f), z = {0};
						for (Int j = 0; j < blocks * 32; j += LANES) {
							Vec x = load(row + j);
							if (j + LANES > last) x = choose(counting + (int)j <= (int)last, x, all(-1e30f));
							store(row + j, x);
							top = larger(top, x);
						}
						const float m = largest(top);
						for (Int j = 0; j < blocks * 32; j += LANES) {
							Vec e = exponential(load(row + j) - m);
							if (j + LANES > last) e = choose(counting + (int)j <= (int)last, e, all(0));
							store(row + j, e);
							z += e;
						}
						const float whole = sum(z);
						inverse[r] = 1.f / whole;
						if (i + r < t) log_sum[h * total + from + i + r] = m + logf(whole);
					}
					weighted(s, stride, v, end, o);
					for (int r = 0; r < ROWS && i + r < t; r++)
						UNROLL for (int p = 0; p < PARTS; p++) narrow(out + (from + i + r) * heads * HEAD + h * HEAD + p * LANES, load(o + r * HEAD + p * LANES) * inverse[r]);
				}
			}
		}
	}
}

void attention_backward(const Half *qkv, const float *angle_cos, const float *angle_sin, const Int *start, Int sequences, Int heads, Int keys, const Half *out, const float *log_sum, Int total, const Half *dout, Half *dqkv, float *scratch, Int longest) {
	const Int width = (heads + 2 * keys) * HEAD, room = longest + 64, size = room * HEAD;
	float *q = scratch, *k = q + size, *kt = k + size, *v = kt + size, *vt = v + size, *dk = vt + size, *dv = dk + size, *dq = dv + size, *go = dq + size, *o = go + size;
	float *s = scratch + 10 * size, *ds = s + ROWS * room;
	const float scale = 1.f / sqrtf(HEAD);
	for (Int n = 0; n < sequences; n++) {
		const Int from = start[n], t = start[n + 1] - from, stride = (t + 31) / 32 * 32;
		for (Int g = 0; g < keys; g++) {
			read_head(qkv + from * width + (heads + g) * HEAD, width, t, angle_cos, angle_sin, 1, k);
			read_head(qkv + from * width + (heads + keys + g) * HEAD, width, t, 0, 0, 1, v);
			transpose(k, t, kt, stride);
			transpose(v, t, vt, stride);
			memset(dk, 0, t * HEAD * sizeof(float));
			memset(dv, 0, t * HEAD * sizeof(float));
			for (Int h = g * (heads / keys); h < (g + 1) * (heads / keys); h++) {
				read_head(qkv + from * width + h * HEAD, width, t, angle_cos, angle_sin, scale, q);
				read_head(dout + from * heads * HEAD + h * HEAD, heads * HEAD, t, 0, 0, 1, go);
				read_head(out + from * heads * HEAD + h * HEAD, heads * HEAD, t, 0, 0, 1, o);
				memset(q + t * HEAD, 0, ROWS * HEAD * sizeof(float));
				memset(go + t * HEAD, 0, ROWS * HEAD * sizeof(float));
				for (Int i = 0; i < t; i += ROWS) {
					const Int end = i + ROWS < t ? i + ROWS : t, blocks = (end + 31) / 32;
					products(q + i * HEAD, kt, stride, blocks, s);
					products(go + i * HEAD, vt, stride, blocks, ds);
					for (int r = 0; r < ROWS; r++) {
						float *row = s + r * stride, *drow = ds + r * stride;
						const Int last = i + r < t ? i + r : -1;
						const float z = last < 0 ? 0 : log_sum[h * total + from + last];
						Vec dots = {0};
						if (last >= 0)
							UNROLL for (int p = 0; p < PARTS; p++) dots += load(go + last * HEAD + p * LANES) * load(o + last * HEAD + p * LANES);
						const float mean = sum(dots);
						for (Int j = 0; j < blocks * 32; j += LANES) {
							Vec x = load(row + j);
							if (j + LANES > last) x = choose(counting + (int)j <= (int)last, x, all(-1e30f));
							Vec e = exponential(x - z);
							if (j + LANES > last) e = choose(counting + (int)j <= (int)last, e, all(0));
							store(row + j, e);
							store(drow + j, e * (load(drow + j) - mean));
						}
					}
					weighted(ds, stride, k, end, dq + i * HEAD);
					spread(s, stride, go + i * HEAD, end, dv);
					spread(ds, stride, q + i * HEAD, end, dk);
				}
				write_head(dq, width, t, angle_cos, angle_sin, scale, dqkv + from * width + h * HEAD);
			}
			write_head(dk, width, t, angle_cos, angle_sin, 1, dqkv + from * width + (heads + g) * HEAD);
			write_head(dv, width, t, 0, 0, 1, dqkv + from * width + (heads + keys + g) * HEAD);
		}
	}
}
