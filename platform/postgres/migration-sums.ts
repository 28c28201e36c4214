import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { migrationFiles, migrationFolders } from './migration-files.ts'

/** One line each, `<SHA-256 in hex>  <name>`, in the order in which databases get them. */
export async function migrationSums(project = '.'): Promise<string[]> {
  const files = await migrationFiles(await migrationFolders(project))
  return Promise.all(
    files.map(async ({ name, path }) => {
      const sum = createHash('sha256').update(await readFile(path))
      return `${sum.digest('hex')}  ${name}`
    }),
  )
}
