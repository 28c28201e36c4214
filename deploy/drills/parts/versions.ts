import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from '../../../scripts/building/build.mjs'
import { isBuilt } from '../../../scripts/building/sources.mjs'
import { sqlSources } from '../../../scripts/building/sql-sources.mjs'
import type { Sandbox } from './sandbox.ts'

/** Versions of the market as installed by an operator: each in its own folder, with a link to the current one. */
interface Versions {
  /** The command that a supervisor starts, through the link. */
  script: string
  /** Adds a release with one more migration, which the previous version tolerates, and points the link at it. */
  update(name: string, migration: { name: string; sql: string }): void
}

export async function openVersions(sandbox: Sandbox): Promise<Versions> {
  if (!isBuilt()) await build({ quiet: true })
  const current = join(sandbox.folder, 'current')
  copyVersion(join(sandbox.folder, 'version-one'))
  symlinkSync(join(sandbox.folder, 'version-one'), current)
  return {
    script: join(current, 'scripts/run-built.mjs'),
    update(name, { name: migration, sql }) {
      const folder = join(sandbox.folder, name)
      copyVersion(folder)
      writeFileSync(join(folder, 'database/tables', `${migration}.sql`), sql)
      raiseVersion(folder)
      // Atomic, so that the link always exists.
      symlinkSync(folder, `${current}.next`)
      renameSync(`${current}.next`, current)
    },
  }
}

/** The files of `npm run dist`, without the operator's commands. */
function copyVersion(folder: string): void {
  mkdirSync(folder)
  for (const path of ['build', 'scripts/run-built.mjs', 'package.json', 'web/public', ...sqlSources()])
    cpSync(path, join(folder, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}

function raiseVersion(folder: string): void {
  const path = join(folder, 'package.json')
  const described = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  const [major = 0, minor = 0] = described.version.split('.').map(Number)
  writeFileSync(path, JSON.stringify({ ...described, version: `${major}.${minor + 1}.0` }))
  const former = { version: described.version, commit: 'drill', tables: [] }
  writeFileSync(join(folder, 'database/former-release.json'), JSON.stringify(former))
}
