import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from './fault.ts'

/**
 * Makes a folder and its parents. Others may pass through without seeing names, so that PostgreSQL's own account
 * reaches its files inside.
 * NOTE: Node's own `recursive` loops forever where the system answers ENOENT for every new name, as below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o711 })
  try {
    await make()
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (errorCode(error) !== 'ENOENT') throw error
    await makeFolder(dirname(path))
    await make()
  }
}
