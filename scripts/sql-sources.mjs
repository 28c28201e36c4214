import { existsSync, readdirSync } from 'node:fs'

/** Paths of all that makes a database, in a project's folder: what whoever runs the market without its sources needs. */
export function sqlSources() {
  const rooms = readdirSync('platform').map((room) => `platform/${room}/sql`)
  const features = readdirSync('database').flatMap((feature) =>
    ['rules', 'sums', 'views', 'guards', 'rights', 'waiting'].map((name) => `database/${feature}/${name}.sql`),
  )
  const others = ['database/tables', 'database/definitions.json', 'database/former-release.json']
  return [...rooms, ...features, ...others].filter((path) => existsSync(path))
}
