import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { errorCode } from '../fault.ts'

interface Link {
  /** Both relative to the package's folder. */
  source: string
  target: string
}

/**
 * Links the program's libraries under the names they are loaded by. A package can't contain links; its install script
 * creates them, and `npm ci --ignore-scripts` skips that. Existing links stay.
 */
export async function linkLibraries(program: string): Promise<void> {
  const list = await readFile(join(program, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Link[]) {
    try {
      await symlink(relative(dirname(target), source), join(dirname(program), target))
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}
