// The folder for temporary files of tests: in memory if there is enough, because a disk's file system takes a fifth of
// the run time.
import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Minimum free space in bytes: several times what all tests store at once. */
const MIN_ROOM = 4 * 2 ** 30
/** Minimum available memory in bytes: files in memory reduce what programs can use. */
const MIN_MEMORY = 2 * MIN_ROOM

/** Linux has this folder in memory; containers often limit it to 64 MB, or mount it noexec. */
export const IN_MEMORY = '/dev/shm'

/** The folder for temporary files of a test run. TMPDIR takes precedence if it is set. */
export function folderForTests({ environment = process.env, ...machine } = {}) {
  if (environment.TMPDIR) return environment.TMPDIR
  const { memory, mounts, room } = { ...thisMachine(), ...machine }
  const [, , system, options = ''] = mounts.findLast(([, place]) => place === IN_MEMORY) ?? []
  const isUsable = system === 'tmpfs' && /^rw\b/.test(options) && !/\bnoexec\b/.test(options)
  return isUsable && room >= MIN_ROOM && memory >= MIN_MEMORY ? IN_MEMORY : tmpdir()
}

/** Available memory, free bytes in the folder, and the mounts; no room and no mounts if there is no such folder. */
function thisMachine() {
  const memory = process.availableMemory()
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return { memory, mounts, room: bavail * bsize }
  } catch {
    return { memory, mounts: [], room: 0 }
  }
}
