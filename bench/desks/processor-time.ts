import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Milliseconds of processor time that the product and its PostgreSQL have used so far. On a machine with other work it
 * is closer to the time on a quiet one than the time on the clock is. Linux only.
 */
export function processorTimeOf(pid: number, dataDir: string): number {
  const postmaster = Number(readText(join(dataDir, 'postgres', 'postmaster.pid'))?.split('\n')[0])
  const backends = readText(`/proc/${postmaster}/task/${postmaster}/children`)
  if (backends === null) throw new Error('Processor time is read from /proc, and there is none.')
  return [pid, ...backends.trim().split(' ').map(Number)].reduce((sum, one) => sum + processTime(one), 0)
}

/** Over all threads, some of which may end meanwhile. */
function processTime(pid: number): number {
  let nanoseconds = 0
  for (const thread of threadsOf(pid)) {
    nanoseconds += Number(readText(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ')[0] ?? 0)
  }
  return nanoseconds / 1e6
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
