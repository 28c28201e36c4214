import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from '../../../scripts/build.mjs'
import { isBuilt } from '../../../scripts/sources.mjs'
import type { Room } from './room.ts'

/** Versions of the market as an operator puts them on a server: each in a folder of its own, with a link to the one that is meant to run. */
export interface Versions {
  /** What a supervisor starts, through the link. */
  script: string
  /** Adds a version with one migration more, and points the link at it. */
  update(name: string, migration: { name: string; sql: string }): void
}

export async function openVersions(room: Room): Promise<Versions> {
  if (!isBuilt()) await build({ quiet: true })
  const current = join(room.folder, 'current')
  copyVersion(join(room.folder, 'version-one'))
  symlinkSync(join(room.folder, 'version-one'), current)
  return {
    script: join(current, 'scripts/run-built.mjs'),
    update(name, { name: migration, sql }) {
      const folder = join(room.folder, name)
      copyVersion(folder)
      writeFileSync(join(folder, 'database/migrations', `${migration}.sql`), sql)
      // In one step, so that nobody finds no link.
      symlinkSync(folder, `${current}.next`)
      renameSync(`${current}.next`, current)
    },
  }
}

/** What `npm run dist` brings, without the operator's commands. */
function copyVersion(folder: string): void {
  const rooms = ['database', ...readdirSync('platform').map((room) => `platform/${room}`)]
  const migrations = rooms.map((room) => `${room}/migrations`).filter((path) => existsSync(path))
  mkdirSync(folder)
  for (const path of [
    'build',
    'scripts/run-built.mjs',
    'package.json',
    'web/public',
    'database/former-release.json',
    ...migrations,
  ])
    cpSync(path, join(folder, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}
