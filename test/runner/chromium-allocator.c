/*
 * To be preloaded: ends the process where Chromium's allocator would, at allocations of TRAP_AT bytes or more. What is to be aligned to
 * more than 16 bytes is rounded up to the next power of two, with some bytes of its own; an alignment above a page ends the process too,
 * which is stricter than Chromium. Mapped files and the engine's own pages (mmap) are not touched.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static size_t limit;

__attribute__((constructor)) static void read_limit(void) {
	const char *given = getenv("TRAP_AT");
	limit = given == NULL ? (size_t) 1 << 31 : strtoull(given, NULL, 10);
}

static void trap_from(const char *what, size_t size, size_t alignment) {
	char line[128];
	int length = snprintf(line, sizeof line, "chromium-allocator: %s of %zu bytes aligned to %zu\n", what, size, alignment);
	if (write(2, line, length) < 0) _exit(1);
	raise(SIGTRAP);
	_exit(1);
}

static void check(const char *what, size_t size, size_t alignment) {
	/* Before the constructor has run, nothing large is asked for. */
	if (limit == 0 || (size < 4096 && alignment <= 4096)) return;
	size_t taken = size;
	if (alignment > 16 && size + 16 < limit) {
		taken = 1;
		while (taken < size + 16) taken <<= 1;
	}
	if (taken >= limit || alignment > 4096) trap_from(what, size, alignment);
}

void *malloc(size_t size) {
	check("malloc", size, 0);
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
	size_t all;
	if (!__builtin_mul_overflow(count, size, &all)) check("calloc", all, 0);
	return __libc_calloc(count, size);
}

void *realloc(void *at, size_t size) {
	check("realloc", size, 0);
	return __libc_realloc(at, size);
}

void *memalign(size_t alignment, size_t size) {
	check("memalign", size, alignment);
	return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
	check("aligned_alloc", size, alignment);
	return __libc_memalign(alignment, size);
}

int posix_memalign(void **at, size_t alignment, size_t size) {
	check("posix_memalign", size, alignment);
	void *given = __libc_memalign(alignment, size);
	if (given == NULL) return ENOMEM;
	*at = given;
	return 0;
}
