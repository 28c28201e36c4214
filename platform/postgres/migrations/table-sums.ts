import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { TableFile } from './database-sources.ts'

/** Checksums of migrations, in order: one line each, `<SHA-256 in hexadecimal>  <name>`. */
export async function tableSums(files: readonly TableFile[]): Promise<string[]> {
  return Promise.all(
    files.map(async ({ name, path }) => {
      const sum = createHash('sha256').update(await readFile(path))
      return `${sum.digest('hex')}  ${name}`
    }),
  )
}
