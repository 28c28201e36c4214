import { existsSync, readFileSync } from 'node:fs'

/** Paths of all files that define the database, relative to the project: needed at run time too. */
export function sqlSources() {
  const { platform, features } = JSON.parse(readFileSync('database/definitions.json', 'utf8'))
  const others = ['database/tables', 'database/definitions.json', 'database/former-release.json']
  const folders = [...platform.map((room) => `platform/${room}/sql`), ...features.map((name) => `database/${name}`)]
  return [...folders, ...others].filter((path) => existsSync(path))
}
