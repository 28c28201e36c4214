import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const MAX_AGE_MS = 10 * 60_000

/** Blocks until no other process holds the lock file, then creates it. Returns whether it had to wait. */
export function acquireLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return waited
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isHeld(path)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    else rmSync(path, { force: true })
  }
}

export function releaseLock(path) {
  rmSync(path, { force: true })
}

/** False if its process has ended, or if the file is so old that another process may have the same id. */
function isHeld(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > MAX_AGE_MS) return false
    const text = readFileSync(path, 'utf8')
    // The file is empty between creation and write.
    if (text !== '') process.kill(Number(text), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
