import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

/**
 * If the registry lacks a platform's package, `npm install` omits it from the lockfile, and `npm ci` then fails
 * everywhere.
 */
test('package-lock.json names the programs of every platform', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, { path, name })),
  )
  expect(missing).toEqual([])
})

/** Node's lookup: next to the importing package, then in every folder above. */
function isLocked(packages: Lockfile['packages'], { path, name }: { path: string; name: string }): boolean {
  const candidate = `${path ? `${path}/` : ''}node_modules/${name}`
  if (packages[candidate]) return true
  if (path === '') return false
  return isLocked(packages, { path: path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, ''), name })
}
