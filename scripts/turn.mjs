import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const LONGEST_MS = 10 * 60_000

/** Waits until no other process holds the file, then takes it; returns whether it had to wait. Blocks. */
export function takeTurn(path) {
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

export function endTurn(path) {
  rmSync(path, { force: true })
}

/** False if its process is gone, or if the file is so old that another process may have got the id. */
function isHeld(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > LONGEST_MS) return false
    const text = readFileSync(path, 'utf8')
    // Between creation and write the file is empty.
    if (text !== '') process.kill(Number(text), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
