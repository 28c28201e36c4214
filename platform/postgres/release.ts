import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A version of the product, and the one before it, whose processes can work with its tables and definitions. */
export interface Release {
  /** As package.json has it: three numbers. */
  version: string
  /** Undefined for the first one. */
  former: string | undefined
}

/** The release that a project's files are. */
export async function releaseOf(project = '.'): Promise<Release> {
  const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { version: string }
  const former = await formerRelease(project)
  return { version, former: former?.version }
}

/** What `npm run keep-release` has written down of the release before this one. */
export interface FormerRelease {
  version: string
  /** Its commit. */
  commit: string
  /** One line each, `<SHA-256 in hexadecimal>  <name>`: its files of tables. */
  tables: string[]
}

/** Undefined until a first release is kept. */
export async function formerRelease(project = '.'): Promise<FormerRelease | undefined> {
  try {
    return JSON.parse(await readFile(join(project, 'database/former-release.json'), 'utf8')) as FormerRelease
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Below zero if `a` is the older one. Compares three numbers each. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
