import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText, PostgresFault } from './fault.ts'

/**
 * Makes this process the only user of the folder. A killed process loses its claim because it no longer exists: the
 * claim holds the process id and its start, because process ids are reused.
 */
export async function takeFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const path = join(folder, 'process.lock')
  const claim = `${process.pid} ${birthOf(process.pid)}`
  const own = `${path}.${process.pid}`
  try {
    await writeFile(own, claim)
    // Linking fails if the name is taken, and never exposes half a file.
    while (!(await tryLink(own, path))) await dropStaleClaim(path)
  } catch (error) {
    if (error instanceof PostgresFault) throw error
    throw new PostgresFault(`The data folder ${folder} cannot be written: ${errorText(error)}.`, { cause: error })
  } finally {
    await rm(own, { force: true }).catch(() => undefined)
  }
  return {
    async release() {
      if ((await read(path)) === claim) await rm(path, { force: true })
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

async function dropStaleClaim(path: string): Promise<void> {
  const claim = await read(path)
  if (claim === undefined) return
  const [pid = '', birth = ''] = claim.split(' ')
  if (isAlive(Number(pid)) && birthOf(Number(pid)) === birth) {
    throw new PostgresFault(
      `The data folder is in use by process ${pid}. Stop that one first, or choose another folder with DATA_DIR.`,
    )
  }
  // Two starts may find the same dead claim. Only the one that moves it away continues; a live claim is put back.
  const aside = `${path}.stale.${process.pid}`
  await rename(path, aside).catch(() => undefined)
  const moved = await read(aside)
  if (moved !== undefined && moved !== claim) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
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
 * Boot and clock tick of a process's start; the same text for every process if the system does not say. A zombie has
 * none.
 */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const facts = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (facts[0] === 'Z') return 'ended'
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${facts[19]}`
  } catch {
    return 'unknown'
  }
}
