import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILES = 20

const ROOTS = [
  'api',
  'bench',
  'database',
  'deploy',
  'docs',
  'domain',
  'platform',
  'process',
  'scripts',
  'server',
  'tests',
  'web',
]

/** Lists, whose files have one shape and are found by their name: decisions, migrations, guides, pictures. */
const LISTS = ['database/tables', 'docs/decisions', 'docs/operating', 'web/public/basins']

/** Number of files by folder, e.g. `web/cart`, without those of its folders. */
export function folderSizes(project = process.cwd()): Map<string, number> {
  const sizes = new Map<string, number>()
  const read = (folder: string) => {
    const entries = readdirSync(join(project, folder), { withFileTypes: true })
    sizes.set(folder, entries.filter((entry) => entry.isFile()).length)
    for (const entry of entries) if (entry.isDirectory()) read(`${folder}/${entry.name}`)
  }
  for (const root of ROOTS) if (existsSync(join(project, root))) read(root)
  return sizes
}

/** A reader takes in a folder at a glance: beyond 20 files it is split by meaning. */
export function foldersStaySmall(sizes: ReadonlyMap<string, number>, exceptions = LISTS): string[] {
  const large = [...sizes].filter(([, size]) => size > MAX_FILES)
  const names = new Set(large.map(([folder]) => folder))
  return [
    ...large
      .filter(([folder]) => !exceptions.includes(folder))
      .map(([folder, size]) => `${folder} has ${size} files: split it by meaning, ${MAX_FILES} are the most.`),
    ...exceptions.filter((folder) => !names.has(folder)).map((folder) => `${folder} is no exception any more.`),
  ]
}
