import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { readDatabaseSources } from '#platform/postgres/migrations/database-sources.ts'
import type { PreviousRelease } from '#platform/postgres/migrations/release.ts'
import { tableSums } from '#platform/postgres/migrations/table-sums.ts'

/**
 * npm run keep-release: records the released commit, the one that is checked out, in database/former-release.json. From
 * then on its table files must not change, and the next release is tested against its code. Run once for each release,
 * before the version in package.json is raised.
 */
const { stdout: changes } = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
if (changes.trim() !== '') throw new Error('Commit everything before you record a release.')
const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
const { release, tables } = await readDatabaseSources()
const record: PreviousRelease = { version: release.version, commit: commit.trim(), tables: await tableSums(tables) }
writeFileSync('database/former-release.json', `${JSON.stringify(record, null, 2)}\n`)
console.log(`Recorded ${record.version}. Raise the version in package.json and begin its section of CHANGELOG.md.`)
