import { existsSync, readFileSync } from 'node:fs'

/** Paths of all that makes a database, in a project's folder: what it takes to run the market without its other sources. */
export function sqlSources() {
  const { platform, features } = JSON.parse(readFileSync('database/definitions.json', 'utf8'))
  const others = ['database/tables', 'database/definitions.json', 'database/former-release.json']
  const folders = [...platform.map((room) => `platform/${room}/sql`), ...features.map((name) => `database/${name}`)]
  return [...folders, ...others].filter((path) => existsSync(path))
}
