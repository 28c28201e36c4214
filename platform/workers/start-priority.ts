import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** Ranks processes that start below those that serve. */
export interface StartPriority {
  lower(pid: number): void
  /** To the priority of this process. */
  raise(pid: number): void
}

/** By the scheduler's weights, a process that starts gets a third of the processor time of a busy one that serves. */
const LOWER_BY = 5

/**
 * Null where the system doesn't let this account raise a priority again (`RLIMIT_NICE`, a filter of system calls): a
 * process that stays at a low priority would serve slowly for ever.
 */
export async function openStartPriority(): Promise<StartPriority | null> {
  if (!(await canRaiseAgain())) return null
  const own = getPriority()
  return {
    lower: (pid) => setForThreads(pid, Math.min(constants.priority.PRIORITY_LOW, own + LOWER_BY)),
    raise: (pid) => setForThreads(pid, own),
  }
}

const PROBE = `const { getPriority, setPriority } = require('node:os')
const own = getPriority()
setPriority(own + 1)
setPriority(own)`

/** Tried by another process, which ends afterwards. */
function canRaiseAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['-e', PROBE], (error) => resolve(error === null))
  })
}

/** Linux has a priority for each thread, which threads that it starts inherit. */
function setForThreads(pid: number, priority: number): void {
  for (const thread of [pid, ...threadsOf(pid)]) {
    try {
      setPriority(thread, priority)
    } catch {
      // The thread has ended.
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    // The process has ended, or this system has no /proc.
    return []
  }
}
