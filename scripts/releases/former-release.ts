import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readPreviousRelease } from '#platform/postgres/migrations/release.ts'
import { sqlSources } from '../building/sql-sources.mjs'
import { unpackRelease } from './unpack-release.ts'

/**
 * npm run former-release: runs the wire tests of the former release (database/former-release.json) with its own code on
 * this release's database. During a rolling restart, processes of the former release serve requests on it.
 */
/** Tests that write what is refused since: a post is published with a text only. */
const REFUSED_NOW = ['tests/wire/what-profiles-show.test.ts']

const former = await readPreviousRelease()
if (!former) {
  console.log('No release has been recorded yet (npm run keep-release).')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'former-release-'))
  // PostgreSQL may have to run as another account, which needs access.
  chmodSync(folder, 0o711)
  try {
    unpackRelease(former.commit, folder)
    copyDatabaseSources(folder)
    // A clean environment: a vitest process that calls this sets variables for its own workers.
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, TMPDIR: tmpdir() }
    const command = [
      'node_modules/vitest/vitest.mjs',
      'run',
      'tests/wire',
      ...REFUSED_NOW.flatMap((file) => ['--exclude', file]),
    ]
    const { status } = spawnSync(process.execPath, command, { cwd: folder, env, stdio: 'inherit' })
    process.exitCode = status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Test databases of the former release are created with its sources and then upgraded with this release's. */
function copyDatabaseSources(folder: string): void {
  for (const path of [...sqlSources(), 'package.json']) {
    const target = join(folder, 'next-release', path)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(path, target, { recursive: true })
  }
}
