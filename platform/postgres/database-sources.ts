import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Definition } from './definitions/definition.ts'
import { type DefinitionText, readDefinitions } from './definitions/read-definitions.ts'
import { type Union, unionText } from './definitions/union-text.ts'
import { PostgresFault } from './fault.ts'
import { type Release, releaseOf } from './release.ts'

/** What a database is made of, as a project writes it. */
export interface DatabaseSources {
  release: Release
  /** In the order of their numbers, which are one sequence. */
  tables: TableFile[]
  /** Changes with every change of a definition. Hexadecimal. */
  digest: string
  /** In the order in which they are created. Throws a `PostgresFault` that names file and line. */
  definitions(): Definition[]
}

/** `NNNN_name.sql` in a folder named `tables`: applied once, and never changed after its release. */
export interface TableFile {
  /** Without ending. */
  name: string
  path: string
}

/** `database/definitions.json`: the order of folders, and what several files compose. */
interface Order {
  /** Folders of `platform` that have definitions in `sql`. */
  platform: readonly string[]
  /** Folders of `database` that have definitions. */
  features: readonly string[]
  /** Roles that own what a folder of `platform` defines, other than the owner of the database. */
  owners: Readonly<Record<string, string>>
  /** By the name of their parts' files. */
  unions: Readonly<Record<string, Union>>
}

/** The files of definitions in a folder, in their order; a folder leaves out what it lacks. */
const DEFINITION_FILES = ['rules', 'sums', 'views', 'guards', 'rights'] as const

/** The sources of a project, with the product's floors or only the platform's. Throws a `PostgresFault` for a wrong file name or a number given twice. */
export async function databaseSources(
  project = '.',
  { floors = 'all' }: { floors?: 'all' | 'platform' } = {},
): Promise<DatabaseSources> {
  const order = await orderOf(project)
  const features = floors === 'all' ? order.features.map((name) => join('database', name)) : []
  const rooms = order.platform.map((name) => join('platform', name, 'sql'))
  const tableFolders = [...rooms, ...(floors === 'all' ? ['database'] : [])].map((folder) => join(folder, 'tables'))
  const owned = rooms.map((folder, index) => ({ folder, owner: order.owners[order.platform[index] ?? ''] }))
  const texts = await Promise.all(
    [...owned, ...features.map((folder) => ({ folder, owner: undefined }))].map(({ folder, owner }) =>
      textsIn(project, folder, owner),
    ),
  )
  const unions = floors === 'all' ? await unionsOf(project, order) : []
  const all = [...texts.flat(), ...unions]
  const hash = createHash('sha256')
  for (const { path, text, owner } of all) hash.update(`${path}\n${owner ?? ''}\n${text}\n`)
  return {
    release: await releaseOf(project),
    tables: await tableFilesIn(tableFolders.map((folder) => join(project, folder))),
    digest: hash.digest('hex'),
    definitions: () => readDefinitions(all),
  }
}

async function orderOf(project: string): Promise<Order> {
  return JSON.parse(await readFile(join(project, 'database/definitions.json'), 'utf8')) as Order
}

async function textsIn(project: string, folder: string, owner: string | undefined): Promise<DefinitionText[]> {
  const texts = await Promise.all(DEFINITION_FILES.map((name) => textOf(project, join(folder, `${name}.sql`), owner)))
  return texts.flat()
}

async function unionsOf(project: string, { features, unions }: Order): Promise<DefinitionText[]> {
  return Promise.all(
    Object.entries(unions).map(async ([file, union]) => {
      const parts = await Promise.all(
        features.map((feature) => textOf(project, join('database', feature, `${file}.sql`), undefined)),
      )
      return unionText(union, parts.flat())
    }),
  )
}

/** Empty if there is no such file. */
async function textOf(project: string, path: string, owner: string | undefined): Promise<DefinitionText[]> {
  try {
    return [{ path, text: await readFile(join(project, path), 'utf8'), owner }]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function tableFilesIn(folders: readonly string[]): Promise<TableFile[]> {
  const listed = await Promise.all(folders.map(filesIn))
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
    throw new PostgresFault(`A number of tables is given twice: ${twice.map(({ name }) => name).join(', ')}.`)
  }
  return inOrder
}

async function filesIn(folder: string): Promise<{ file: string; path: string }[]> {
  try {
    return (await readdir(folder)).map((file) => ({ file, path: join(folder, file) }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
