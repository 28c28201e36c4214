import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A version of the product, and the previous one, whose processes are compatible with its schema. */
export interface Release {
  /** The version in package.json: three numbers. */
  version: string
  /** The previous version; undefined for the first one. */
  previous: string | undefined
}

/** The release of a project's files. */
export async function readRelease(project = '.'): Promise<Release> {
  const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { version: string }
  const previous = await readPreviousRelease(project)
  return { version, previous: previous?.version }
}

/** The previous release, as recorded by `npm run keep-release`. */
export interface PreviousRelease {
  version: string
  /** Its commit. */
  commit: string
  /** Its migrations, one line each: `<SHA-256 in hexadecimal>  <name>`. */
  tables: string[]
}

/** Undefined until the first release is recorded. */
export async function readPreviousRelease(project = '.'): Promise<PreviousRelease | undefined> {
  try {
    return JSON.parse(await readFile(join(project, 'database/former-release.json'), 'utf8')) as PreviousRelease
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Compares versions of three numbers; negative if `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
