import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DatabaseSources, readDatabaseSources } from '../migrations/database-sources.ts'

/** A project of a few files, for tests of its sources. */
export interface SmallProject {
  folder: string
  /** Writes files by path; null deletes one. */
  write(files: Record<string, string | null>): Promise<void>
  sources(): Promise<DatabaseSources>
  remove(): Promise<void>
}

/** Version 1.0.0 with the features `goods` and `orders`, in that order, and without folders of the platform. */
export async function smallProject(files: Record<string, string> = {}): Promise<SmallProject> {
  const folder = await mkdtemp(join(tmpdir(), 'small-project-'))
  async function write(changed: Record<string, string | null>): Promise<void> {
    for (const [path, text] of Object.entries(changed)) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      if (text === null) await rm(file)
      else await writeFile(file, text)
    }
  }
  await write({ 'package.json': '{ "version": "1.0.0" }', 'database/definitions.json': DEFINITIONS, ...files })
  return {
    folder,
    write,
    sources: () => readDatabaseSources(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const DEFINITIONS = JSON.stringify({ platform: [], features: ['goods', 'orders'], owners: {}, unions: {} })

/** Files that make a project the next release, compatible with the one before it. */
export function released(version: string, former?: string): Record<string, string> {
  return {
    'package.json': JSON.stringify({ version }),
    ...(former !== undefined && {
      'database/former-release.json': JSON.stringify({ version: former, commit: '', tables: [] }),
    }),
  }
}
