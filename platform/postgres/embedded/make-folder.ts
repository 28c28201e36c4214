import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../fault.ts'

/**
 * Creates a folder and its parents. Other accounts may enter it without listing it, so that PostgreSQL's account can
 * reach its files inside.
 * NOTE: Node's own `recursive` loops forever where the system answers ENOENT for every new name, as below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const create = () => mkdir(path, { mode: 0o711 })
  try {
    await create()
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (errorCode(error) !== 'ENOENT') throw error
    await makeFolder(dirname(path))
    await create()
  }
}
