/*
 * Records what a process does to the files of one folder: each write, name and sync, in the order in which the system
 * did them, at the end of a log that several processes share. Loaded into them before the C library (`LD_PRELOAD`).
 *
 *   RECORDED_FOLDER  absolute, without links in it
 *   RECORDED_LOG     outside of it; made where it is not there
 *
 * A lock is held over each call and its record, so that the records of one process stand in the order of the calls; what
 * two processes do to the same bytes is ordered by the locks they take themselves. Only a sync runs without it: it
 * has a record for its begin and one for its end, and what was written before its begin is on the disk after its end.
 * What is done by a way that is not followed here (a shared mapping, a copy inside the kernel) is recorded as `strange`.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { OPENED = 1, WRITTEN, TRUNCATED, SYNC_BEGUN, SYNC_ENDED, RENAMED, LINKED, UNLINKED, MADE_FOLDER, TOOK_FOLDER, STRANGE };

/* As `write-log.ts` reads it. Little-endian. */
struct __attribute__((packed)) record {
  uint32_t bytes, kind;
  uint64_t at_us, file, offset, ticket;
  uint32_t first, second, data;
};

#define DESCRIPTORS 65536
#define LOG_DESCRIPTOR 60000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static uint64_t tickets;
/* The file behind a descriptor of the folder; 0 for every other. */
static uint64_t files[DESCRIPTORS];
static char is_shared_memory[DESCRIPTORS];

#define REAL(name) \
  static __typeof__(name) *real; \
  if (real == NULL) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static void fail(const char *what) {
  fprintf(stderr, "recorder: %s: %s\n", what, strerror(errno));
  _exit(99);
}

__attribute__((constructor)) static void begin(void) {
  const char *place = getenv("RECORDED_FOLDER"), *log = getenv("RECORDED_LOG");
  if (place == NULL || log == NULL || log_file != -1) return;
  snprintf(folder, sizeof folder, "%s", place);
  folder_length = strlen(folder);
  __typeof__(open) *real_open = (__typeof__(open) *)dlsym(RTLD_NEXT, "open");
  int file = real_open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file == -1) fail("the log cannot be opened");
  log_file = fcntl(file, F_DUPFD_CLOEXEC, LOG_DESCRIPTOR);
  if (log_file == -1) log_file = file;
  tickets = (uint64_t)getpid() << 32;
}

static void note(uint32_t kind, uint64_t file, uint64_t offset, uint64_t ticket, const char *first, const char *second,
                 const void *data, size_t length) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct record head = {0, kind, (uint64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000, file, offset, ticket,
                        first == NULL ? 0 : strlen(first), second == NULL ? 0 : strlen(second), length};
  head.bytes = sizeof head + head.first + head.second + head.data;
  struct iovec parts[] = {{&head, sizeof head}, {(void *)first, head.first}, {(void *)second, head.second}, {(void *)data, length}};
  __typeof__(writev) *real_writev = (__typeof__(writev) *)dlsym(RTLD_NEXT, "writev");
  if (real_writev(log_file, parts, 4) != (ssize_t)head.bytes) fail("the log cannot be written");
}

static int is_inside(const char *path) {
  return log_file != -1 && strncmp(path, folder, folder_length) == 0 && (path[folder_length] == '/' || path[folder_length] == 0);
}

/* A descriptor may have been closed in a way that is not followed, and be another file's by now. */
static int is_followed(int fd) {
  struct stat about;
  return fd >= 0 && fd < DESCRIPTORS && files[fd] != 0 && fstat(fd, &about) == 0 && about.st_ino == files[fd];
}

/* Paths that name a place in the folder are given absolute; those of folders that are open are put together. */
static const char *whole(int at, const char *path, char *room) {
  if (path[0] == '/' || at == AT_FDCWD) return path;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", at);
  ssize_t length = readlink(link, room, PATH_MAX - 1);
  if (length < 0) return path;
  snprintf(room + length, PATH_MAX - length, "/%s", path);
  return room;
}

static void opened(int fd, int flags) {
  if (log_file == -1 || fd < 0 || fd >= DESCRIPTORS) return;
  files[fd] = 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  if (!is_inside(path)) return;
  struct stat about;
  if (fstat(fd, &about) != 0) fail("a file cannot be looked at");
  files[fd] = about.st_ino;
  is_shared_memory[fd] = length > 4 && strcmp(path + length - 4, "-shm") == 0;
  if (S_ISREG(about.st_mode) && (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) != O_RDONLY) note(OPENED, about.st_ino, (flags & O_TRUNC) != 0, 0, path, NULL, NULL, 0);
}

#define OPEN(name, first_part, first_given, path_of)                                  \
  int name(first_part const char *path, int flags, ...) {                             \
    REAL(name);                                                                        \
    va_list rest;                                                                      \
    va_start(rest, flags);                                                             \
    mode_t mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;   \
    va_end(rest);                                                                      \
    pthread_mutex_lock(&lock);                                                         \
    int fd = real(first_given path, flags, mode);                                      \
    int fault = errno;                                                                 \
    opened(fd, flags);                                                                 \
    pthread_mutex_unlock(&lock);                                                       \
    errno = fault;                                                                     \
    return fd;                                                                         \
  }
OPEN(open, , , path)
OPEN(open64, , , path)
#define AT_PART int at,
#define AT_GIVEN at,
OPEN(openat, AT_PART, AT_GIVEN, path)
OPEN(openat64, AT_PART, AT_GIVEN, path)

int close(int fd) {
  REAL(close);
  pthread_mutex_lock(&lock);
  if (fd >= 0 && fd < DESCRIPTORS) files[fd] = 0;
  pthread_mutex_unlock(&lock);
  return real(fd);
}

int dup(int fd) {
  REAL(dup);
  pthread_mutex_lock(&lock);
  int made = real(fd);
  if (made >= 0 && made < DESCRIPTORS) files[made] = is_followed(fd) ? files[fd] : 0;
  pthread_mutex_unlock(&lock);
  return made;
}

/* `call` moves bytes to `offset`; what it moved is recorded from the parts. */
static void noteParts(int fd, uint64_t offset, const struct iovec *parts, int count, ssize_t moved) {
  for (int at = 0; at < count && moved > 0; at += 1) {
    size_t length = parts[at].iov_len < (size_t)moved ? parts[at].iov_len : (size_t)moved;
    note(WRITTEN, files[fd], offset, 0, NULL, NULL, parts[at].iov_base, length);
    offset += length;
    moved -= length;
  }
}

static uint64_t placeOf(int fd) {
  struct stat about;
  if ((fcntl(fd, F_GETFL) & O_APPEND) != 0) return fstat(fd, &about) == 0 ? (uint64_t)about.st_size : 0;
  return (uint64_t)lseek(fd, 0, SEEK_CUR);
}

#define MOVED(call, place, parts, count)             \
  if (!is_followed(fd)) return call;                 \
  pthread_mutex_lock(&lock);                         \
  uint64_t from = place;                             \
  ssize_t moved = call;                              \
  int fault = errno;                                 \
  noteParts(fd, from, parts, count, moved);          \
  pthread_mutex_unlock(&lock);                       \
  errno = fault;                                     \
  return moved;

#define ONE_PART struct iovec part = {(void *)bytes, length}
ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(write);
  ONE_PART;
  MOVED(real(fd, bytes, length), placeOf(fd), &part, 1)
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  REAL(pwrite);
  ONE_PART;
  MOVED(real(fd, bytes, length, offset), (uint64_t)offset, &part, 1)
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  REAL(pwrite64);
  ONE_PART;
  MOVED(real(fd, bytes, length, offset), (uint64_t)offset, &part, 1)
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  MOVED(real(fd, parts, count), placeOf(fd), parts, count)
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  REAL(pwritev);
  MOVED(real(fd, parts, count, offset), (uint64_t)offset, parts, count)
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  REAL(pwritev64);
  MOVED(real(fd, parts, count, offset), (uint64_t)offset, parts, count)
}

#define CUT(name, kind_of_length)                                                     \
  int name(int fd, kind_of_length length) {                                           \
    REAL(name);                                                                        \
    if (!is_followed(fd)) return real(fd, length);                                     \
    pthread_mutex_lock(&lock);                                                         \
    int result = real(fd, length);                                                     \
    int fault = errno;                                                                 \
    if (result == 0) note(TRUNCATED, files[fd], (uint64_t)length, 0, NULL, NULL, NULL, 0); \
    pthread_mutex_unlock(&lock);                                                       \
    errno = fault;                                                                     \
    return result;                                                                     \
  }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

/* Room that is reserved is room of zeros, where the file becomes longer by it. */
static int reserve(int fd, off64_t offset, off64_t length, int result) {
  struct stat about;
  if (result == 0 && is_followed(fd) && fstat(fd, &about) == 0) note(TRUNCATED, files[fd], (uint64_t)about.st_size, 0, NULL, NULL, NULL, 0);
  (void)offset;
  (void)length;
  return result;
}
int posix_fallocate(int fd, off_t offset, off_t length) { REAL(posix_fallocate); return reserve(fd, offset, length, real(fd, offset, length)); }
int posix_fallocate64(int fd, off64_t offset, off64_t length) { REAL(posix_fallocate64); return reserve(fd, offset, length, real(fd, offset, length)); }

#define SYNC(name)                                                                     \
  int name(int fd) {                                                                   \
    REAL(name);                                                                        \
    if (!is_followed(fd)) return real(fd);                                             \
    pthread_mutex_lock(&lock);                                                         \
    uint64_t file = files[fd], ticket = ++tickets;                                     \
    note(SYNC_BEGUN, file, 0, ticket, NULL, NULL, NULL, 0);                            \
    pthread_mutex_unlock(&lock);                                                       \
    int result = real(fd);                                                             \
    int fault = errno;                                                                 \
    pthread_mutex_lock(&lock);                                                         \
    if (result == 0) note(SYNC_ENDED, file, 0, ticket, NULL, NULL, NULL, 0);           \
    pthread_mutex_unlock(&lock);                                                       \
    errno = fault;                                                                     \
    return result;                                                                     \
  }
SYNC(fsync)
SYNC(fdatasync)

/* Names: a call, and its record where it was done. */
#define NAMED(call, is_ours, record)   \
  pthread_mutex_lock(&lock);           \
  int result = call;                   \
  int fault = errno;                   \
  if (result == 0 && (is_ours)) record; \
  pthread_mutex_unlock(&lock);         \
  errno = fault;                       \
  return result;

int rename(const char *from, const char *to) {
  REAL(rename);
  NAMED(real(from, to), is_inside(from) || is_inside(to), note(RENAMED, 0, 0, 0, from, to, NULL, 0))
}
int link(const char *from, const char *to) {
  REAL(link);
  NAMED(real(from, to), is_inside(to), note(LINKED, 0, 0, 0, from, to, NULL, 0))
}
int unlink(const char *path) {
  REAL(unlink);
  NAMED(real(path), is_inside(path), note(UNLINKED, 0, 0, 0, path, NULL, NULL, 0))
}
int rmdir(const char *path) {
  REAL(rmdir);
  NAMED(real(path), is_inside(path), note(TOOK_FOLDER, 0, 0, 0, path, NULL, NULL, 0))
}
int remove(const char *path) {
  struct stat about;
  if (lstat(path, &about) != 0) return -1;
  return S_ISDIR(about.st_mode) ? rmdir(path) : unlink(path);
}
int unlinkat(int at, const char *path, int flags) {
  REAL(unlinkat);
  char room[PATH_MAX];
  const char *name = whole(at, path, room);
  NAMED(real(at, path, flags), is_inside(name), note((flags & AT_REMOVEDIR) != 0 ? TOOK_FOLDER : UNLINKED, 0, 0, 0, name, NULL, NULL, 0))
}
static void madeFolder(const char *path) {
  struct stat about;
  if (stat(path, &about) != 0) fail("a folder cannot be looked at");
  note(MADE_FOLDER, about.st_ino, 0, 0, path, NULL, NULL, 0);
}
int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  NAMED(real(path, mode), is_inside(path), madeFolder(path))
}
char *mkdtemp(char *path) {
  REAL(mkdtemp);
  pthread_mutex_lock(&lock);
  char *made = real(path);
  int fault = errno;
  if (made != NULL && is_inside(made)) madeFolder(made);
  pthread_mutex_unlock(&lock);
  errno = fault;
  return made;
}

static void strange(const char *what, int fd) {
  if (!is_followed(fd) || is_shared_memory[fd]) return;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  pthread_mutex_lock(&lock);
  note(STRANGE, files[fd], 0, 0, what, path, NULL, 0);
  pthread_mutex_unlock(&lock);
}
void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  REAL(mmap);
  if ((flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) strange("mmap", fd);
  return real(at, length, protection, flags, fd, offset);
}
void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
  REAL(mmap64);
  if ((flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) strange("mmap", fd);
  return real(at, length, protection, flags, fd, offset);
}
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
  REAL(copy_file_range);
  strange("copy_file_range", to);
  return real(from, from_at, to, to_at, length, flags);
}
int fallocate(int fd, int mode, off_t offset, off_t length) {
  REAL(fallocate);
  strange("fallocate", fd);
  return real(fd, mode, offset, length);
}
