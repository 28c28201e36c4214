import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds of processor time. */
interface ProcessorTime {
  node: number
  postgres: number
}

/** Milliseconds of processor time that the product and its PostgreSQL have used so far, together. */
export function processorTimeOf(pid: number, dataDir: string): number {
  const { node, postgres } = processorTimes(pid, dataDir)
  return node + postgres
}

/**
 * Milliseconds of processor time that each of both has used so far. On a machine with other work it is closer to the
 * time on a quiet one than the time on the clock is. Linux only.
 */
export function processorTimes(pid: number, dataDir: string): ProcessorTime {
  const running = backendsOf(dataDir).reduce((sum, one) => sum + processTime(one), 0)
  return { node: processTime(pid), postgres: running + endedTime(postmasterOf(dataDir)) }
}

/** How often each backend has waited so far, which is mostly for the next message of its client. */
export function waitsByBackend(dataDir: string): ReadonlyMap<number, number> {
  return new Map(
    backendsOf(dataDir).map((pid) => {
      const status = readText(`/proc/${pid}/status`) ?? ''
      return [pid, Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0)]
    }),
  )
}

const postmasterOf = (dataDir: string) => Number(readText(join(dataDir, 'postgres', 'postmaster.pid'))?.split('\n')[0])

function backendsOf(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir)
  const backends = readText(`/proc/${postmaster}/task/${postmaster}/children`)
  if (backends === null) throw new Error(`There is no /proc, or no PostgreSQL in ${dataDir}.`)
  return backends.trim().split(' ').map(Number)
}

/** The time of children that have ended, which Linux counts in ticks of 10 ms. */
function endedTime(pid: number): number {
  // The second field, the name in parentheses, may contain spaces; fields 16 and 17 are those of ended children.
  const fields = readText(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[13] ?? 0) + Number(fields[14] ?? 0))
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
