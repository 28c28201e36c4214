import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText, PostgresFault } from '../fault.ts'

/**
 * Locks the folder for this process. The lock file holds the process id and start time, because process ids are reused;
 * the lock of a killed process is therefore stale.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const path = join(folder, 'process.lock')
  const lock = `${process.pid} ${startOf(process.pid)}`
  const own = `${path}.${process.pid}`
  try {
    await writeFile(own, lock)
    // Linking fails if the name exists, and never exposes a partly written file.
    while (!(await tryLink(own, path))) await removeStaleLock(path)
  } catch (error) {
    if (error instanceof PostgresFault) throw error
    throw new PostgresFault(`The data folder ${folder} cannot be written: ${errorText(error)}.`, { cause: error })
  } finally {
    await rm(own, { force: true }).catch(() => undefined)
  }
  return {
    async release() {
      if ((await read(path)) === lock) await rm(path, { force: true })
    },
  }
}

async function tryLink(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function removeStaleLock(path: string): Promise<void> {
  const lock = await read(path)
  if (lock === undefined) return
  const [pid = '', startedAt = ''] = lock.split(' ')
  if (isAlive(Number(pid)) && startOf(Number(pid)) === startedAt) {
    throw new PostgresFault(
      `The data folder is in use by process ${pid}. Stop that one first, or choose another folder with DATA_DIR.`,
    )
  }
  // Two starts may find the same stale lock. Only the one that moves it away continues; a valid lock is restored.
  const stalePath = `${path}.stale.${process.pid}`
  await rename(path, stalePath).catch(() => undefined)
  const moved = await read(stalePath)
  if (moved !== undefined && moved !== lock) await link(stalePath, path).catch(() => undefined)
  await rm(stalePath, { force: true })
}

function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Boot id and clock tick of a process's start; a constant if the system does not provide them, and `ended` for a
 * zombie.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return 'ended'
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
  } catch {
    return 'unknown'
  }
}
