// Where tests keep what they throw away: in memory if there is plenty, because a disk's file system takes a fifth of their time.
import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const GIGABYTE = 2 ** 30
/** Several times what all tests hold at once. */
const ENOUGH = 4 * GIGABYTE
/** Twice as much must be free, because what lies in memory is taken from the programs. */
const ENOUGH_MEMORY = 2 * ENOUGH

/** Linux keeps this folder in memory; containers often give it 64 MB, or let no program run from it. */
const IN_MEMORY = '/dev/shm'

/** The folder for what lasts as long as a run of the tests. TMPDIR, if somebody has set it, stands. */
export function folderForTests({ environment = process.env, memory = process.availableMemory() } = {}) {
  if (environment.TMPDIR) return environment.TMPDIR
  return memory >= ENOUGH_MEMORY && isInMemory(IN_MEMORY) ? IN_MEMORY : tmpdir()
}

function isInMemory(folder) {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === folder)
    const [, , system, options = ''] = mount ?? []
    const { bavail, bsize } = statfsSync(folder)
    return system === 'tmpfs' && /^rw\b/.test(options) && !options.includes('noexec') && bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}
