import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * npm run former-release: the wire tests of the former release (database/former-release.json) with its own code, on the tables of this one.
 * While processes are renewed, those of the former release answer people on them.
 */
const { commit } = JSON.parse(readFileSync('database/former-release.json', 'utf8')) as { commit: string }
const folder = mkdtempSync(join(tmpdir(), 'former-release-'))
// PostgreSQL may have to run as another account, which must get through.
chmodSync(folder, 0o711)
try {
  unpack()
  bringMigrations()
  bringPackages()
  // Nothing of a run of tests that calls this, which tells its own workers what they are.
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, TMPDIR: tmpdir() }
  const command = ['node_modules/vitest/vitest.mjs', 'run', 'tests/wire']
  const { status } = spawnSync(process.execPath, command, { cwd: folder, env, stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function unpack(): void {
  const { stdout } = spawnSync('git', ['archive', commit], { maxBuffer: 2 ** 28 })
  const unpacked = spawnSync('tar', ['x', '-C', folder], { input: stdout })
  if (unpacked.status !== 0) throw new Error(`tar failed: ${unpacked.stderr}`)
}

/** The tables of this release, made by its own files. */
function bringMigrations(): void {
  const rooms = ['database', ...readdirSync('platform').map((room) => `platform/${room}`)]
  for (const path of rooms.map((room) => `${room}/migrations`).filter((path) => existsSync(path))) {
    rmSync(join(folder, path), { recursive: true, force: true })
    cpSync(path, join(folder, path), { recursive: true })
  }
}

/** Those that are installed here, if they are what it asks for. */
function bringPackages(): void {
  if (wantedBy('.', folder)) {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    return
  }
  const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder })
  if (installed.status !== 0) throw new Error(`npm ci of the former release failed: ${installed.stderr}`)
}

function wantedBy(here: string, there: string): boolean {
  const [own, wanted] = [here, there].map(
    (place) => JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')).packages,
  )
  return Object.keys(wanted).every((path) => path === '' || own[path]?.version === wanted[path].version)
}
