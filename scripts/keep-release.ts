import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { databaseSources } from '#platform/postgres/database-sources.ts'
import type { FormerRelease } from '#platform/postgres/release.ts'
import { tableSums } from '#platform/postgres/table-sums.ts'

/**
 * npm run keep-release: writes down what was released, the commit that is checked out, in database/former-release.json. From
 * then on its files of tables stay as they are, and the next release is tested against its code. Run once for each release,
 * before package.json gets the next version.
 */
const { stdout: changes } = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
if (changes.trim() !== '') throw new Error('Commit everything before you keep a release.')
const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
const { release, tables } = await databaseSources()
const kept: FormerRelease = { version: release.version, commit: commit.trim(), tables: await tableSums(tables) }
writeFileSync('database/former-release.json', `${JSON.stringify(kept, null, 2)}\n`)
console.log(`Kept ${kept.version}. Raise the version in package.json and begin its part of CHANGELOG.md.`)
