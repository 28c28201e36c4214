// Where tests keep what they throw away: in memory if there is plenty, because a disk's file system takes a fifth of their time.
import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Bytes: several times what all tests hold at once. */
const ENOUGH = 4 * 2 ** 30
/** Bytes: what lies in memory is taken from the programs. */
const ENOUGH_MEMORY = 2 * ENOUGH

/** Linux keeps this folder in memory; containers often give it 64 MB, or let no program run from it. */
export const IN_MEMORY = '/dev/shm'

/** The folder for what lasts as long as a run of the tests. TMPDIR, if somebody has set it, stands. */
export function folderForTests({ environment = process.env, ...machine } = {}) {
  if (environment.TMPDIR) return environment.TMPDIR
  const { memory, mounts, room } = { ...thisMachine(), ...machine }
  const [, , system, options = ''] = mounts.findLast(([, place]) => place === IN_MEMORY) ?? []
  const isUsable = system === 'tmpfs' && /^rw\b/.test(options) && !/\bnoexec\b/.test(options)
  return isUsable && room >= ENOUGH && memory >= ENOUGH_MEMORY ? IN_MEMORY : tmpdir()
}

/** Bytes that are free, and what is mounted where; nothing of it where there is no such folder. */
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
