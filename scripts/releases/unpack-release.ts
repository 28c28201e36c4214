import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Unpacks a commit of this repository into a folder, with its packages. Throws if git, tar or npm fails. */
export function unpackRelease(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { stdout, status, stderr } = spawnSync('git', ['archive', commit], { maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`git archive ${commit} failed: ${stderr}`)
  const unpacked = spawnSync('tar', ['x', '-C', folder], { input: stdout })
  if (unpacked.status !== 0) throw new Error(`tar failed: ${unpacked.stderr}`)
  providePackages(folder)
}

/** Links node_modules of this checkout if the versions match; installs the packages otherwise. */
function providePackages(folder: string): void {
  if (hasSamePackages('.', folder)) {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    return
  }
  const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder })
  if (installed.status !== 0) throw new Error(`npm ci of the former release failed: ${installed.stderr}`)
}

function hasSamePackages(here: string, there: string): boolean {
  const [installed, required] = [here, there].map(
    (place) => JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')).packages,
  )
  return Object.keys(required).every((path) => path === '' || installed[path]?.version === required[path].version)
}
