import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Definition } from '../definitions/reading/definition.ts'
import { type DefinitionText, readDefinitions } from '../definitions/reading/read-definitions.ts'
import { type Union, unionText } from '../definitions/reading/union-text.ts'
import { PostgresFault } from '../fault.ts'
import { type Release, readRelease } from './release.ts'

/** The SQL files of a project from which its database is built. */
export interface DatabaseSources {
  release: Release
  /** Ordered by number; all folders share one sequence of numbers. */
  tables: TableFile[]
  /** Hash of all definitions, hexadecimal. */
  digest: string
  /** All definitions in the order in which they are created. Throws a `PostgresFault` that names file and line. */
  definitions(): Definition[]
}

/** A migration, `NNNN_name.sql` in a folder named `tables`: applied once, never changed after its release. */
export interface TableFile {
  /** Without the file extension. */
  name: string
  path: string
}

/** `database/definitions.json`: the order of folders, and the views that several files compose. */
interface DefinitionOrder {
  /** Folders of `platform` with definitions in `sql`. */
  platform: readonly string[]
  /** Folders of `database` with definitions. */
  features: readonly string[]
  /** Roles that own the definitions of a folder of `platform`, where it isn't the owner of the database. */
  owners: Readonly<Record<string, string>>
  /** Views composed of one file per feature, by the name of those files. */
  unions: Readonly<Record<string, Union>>
}

/** Files of definitions in a folder, in the order in which they are read; all are optional. */
const DEFINITION_FILES = ['rules', 'sums', 'views', 'guards', 'rights'] as const

/**
 * Reads the sources of a project, of all floors or of the platform alone. Throws a `PostgresFault` for a wrong file
 * name or a duplicate number.
 */
export async function readDatabaseSources(
  project = '.',
  { floors = 'all' }: { floors?: 'all' | 'platform' } = {},
): Promise<DatabaseSources> {
  const order = await readOrder(project)
  const features = floors === 'all' ? order.features.map((name) => join('database', name)) : []
  const platformFolders = order.platform.map((name) => join('platform', name, 'sql'))
  const tableFolders = [...platformFolders, ...(floors === 'all' ? ['database'] : [])].map((folder) =>
    join(folder, 'tables'),
  )
  const owned = platformFolders.map((folder, index) => ({ folder, owner: order.owners[order.platform[index] ?? ''] }))
  const texts = await Promise.all(
    [...owned, ...features.map((folder) => ({ folder, owner: undefined }))].map(({ folder, owner }) =>
      readFolder(project, folder, owner),
    ),
  )
  const unions = floors === 'all' ? await readUnions(project, order) : []
  const all = [...texts.flat(), ...unions]
  const hash = createHash('sha256')
  for (const { path, text, owner } of all) hash.update(`${path}\n${owner ?? ''}\n${text}\n`)
  return {
    release: await readRelease(project),
    tables: await listTableFiles(tableFolders.map((folder) => join(project, folder))),
    digest: hash.digest('hex'),
    definitions: () => readDefinitions(all),
  }
}

async function readOrder(project: string): Promise<DefinitionOrder> {
  return JSON.parse(await readFile(join(project, 'database/definitions.json'), 'utf8')) as DefinitionOrder
}

async function readFolder(project: string, folder: string, owner: string | undefined): Promise<DefinitionText[]> {
  const texts = await Promise.all(DEFINITION_FILES.map((name) => readText(project, join(folder, `${name}.sql`), owner)))
  return texts.flat()
}

async function readUnions(project: string, { features, unions }: DefinitionOrder): Promise<DefinitionText[]> {
  return Promise.all(
    Object.entries(unions).map(async ([file, union]) => {
      const parts = await Promise.all(
        features.map((feature) => readText(project, join('database', feature, `${file}.sql`), undefined)),
      )
      return unionText(union, parts.flat())
    }),
  )
}

/** Empty if the file does not exist. */
async function readText(project: string, path: string, owner: string | undefined): Promise<DefinitionText[]> {
  try {
    return [{ path, text: await readFile(join(project, path), 'utf8'), owner }]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function listTableFiles(folders: readonly string[]): Promise<TableFile[]> {
  const listed = await Promise.all(folders.map(listFiles))
  const files = listed.flat().filter(({ file }) => !file.startsWith('.'))
  const misnamed = files.filter(({ file }) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(file))
  if (misnamed.length > 0) {
    throw new PostgresFault(`Not named NNNN_name.sql: ${misnamed.map(({ path }) => path).join(', ')}.`)
  }
  const sorted = files
    .map(({ file, path }) => ({ name: file.slice(0, -'.sql'.length), path }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const duplicates = sorted.filter(({ name }, index) => sorted[index - 1]?.name.slice(0, 4) === name.slice(0, 4))
  if (duplicates.length > 0) {
    throw new PostgresFault(`Duplicate migration number: ${duplicates.map(({ name }) => name).join(', ')}.`)
  }
  return sorted
}

async function listFiles(folder: string): Promise<{ file: string; path: string }[]> {
  try {
    return (await readdir(folder)).map((file) => ({ file, path: join(folder, file) }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
