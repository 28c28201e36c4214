import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresFault } from './fault.ts'

/** `NNNN_name.sql` in a folder named `migrations`. */
export interface MigrationFile {
  /** Without ending. */
  name: string
  path: string
}

/**
 * The folders named `migrations` of a project: each room of the platform keeps its own tables beside its code, the product's
 * lie in `database`. Their numbers are one sequence.
 */
export async function migrationFolders(project = '.'): Promise<string[]> {
  const platform = join(project, 'platform')
  const rooms = (await readdir(platform, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const candidates = [...rooms.map(({ name }) => join(platform, name)), join(project, 'database')]
  const found = await Promise.all(
    candidates.map(async (folder) =>
      (await readdir(folder)).includes('migrations') ? [join(folder, 'migrations')] : [],
    ),
  )
  return found.flat()
}

/** The last migration of the release before this one, as a project's `database/former-release.json` names it. */
export async function formerMigration(project = '.'): Promise<string> {
  const text = await readFile(join(project, 'database/former-release.json'), 'utf8')
  return (JSON.parse(text) as { lastMigration: string }).lastMigration
}

/** All migrations of the folders, in their order. Throws a `PostgresFault` for a wrong name or a number given twice. */
export async function migrationFiles(folders: readonly string[]): Promise<MigrationFile[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((file) => ({ file, path: join(folder, file) }))),
  )
  const files = listed.flat().filter(({ file }) => !file.startsWith('.'))
  const wrong = files.filter(({ file }) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(file))
  if (wrong.length > 0) {
    throw new PostgresFault(`Not named NNNN_name.sql: ${wrong.map(({ path }) => path).join(', ')}.`)
  }
  const inOrder = files
    .map(({ file, path }) => ({ name: file.slice(0, -'.sql'.length), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const twice = inOrder.filter(({ name }, index) => inOrder[index - 1]?.name.slice(0, 4) === name.slice(0, 4))
  if (twice.length > 0) {
    throw new PostgresFault(`A migration's number is given twice: ${twice.map(({ name }) => name).join(', ')}.`)
  }
  return inOrder
}
