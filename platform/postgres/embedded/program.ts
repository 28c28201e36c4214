import { access, chmod, constants, cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorText, PostgresFault } from '../fault.ts'
import { type Account, canEnter } from './account.ts'
import { linkLibraries } from './program-links.ts'

/** Folder for programs and data that PostgreSQL's account can't reach in place. Root only. */
export const REACHABLE_FOLDER = '/var/lib/embedded-postgres'

/** The folder that contains `bin/postgres`, copied to where the account can enter if necessary. */
export async function programFor(account: Account | undefined): Promise<string> {
  const packaged = await packagedProgram()
  if (canEnter(account, packaged)) return packaged
  return reachableCopy(packaged)
}

async function packagedProgram(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The binaries are the package's dependency, not this project's.
    const own = createRequire(import.meta.url)
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name)
    const { postgres } = (await import(pathToFileURL(entry).href)) as { postgres: string }
    await access(postgres, constants.X_OK).catch(() => chmod(postgres, 0o755))
    const program = dirname(dirname(postgres))
    await linkLibraries(program)
    return program
  } catch (error) {
    throw new PostgresFault(
      `The PostgreSQL of the package ${name} is missing: ${errorText(error)}. Run npm ci, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

async function reachableCopy(packaged: string): Promise<string> {
  const copy = join(REACHABLE_FOLDER, `program-${await packageVersion(packaged)}`)
  const isThere = await access(join(copy, 'bin', 'postgres')).then(
    () => true,
    () => false,
  )
  if (isThere) return copy
  const incomplete = `${copy}.${process.pid}`
  try {
    await mkdir(REACHABLE_FOLDER, { recursive: true, mode: 0o755 })
    // Only compilers need static libraries.
    const filter = (file: string) => extname(file) !== '.a' && basename(file) !== 'pkgconfig'
    await cp(packaged, incomplete, { recursive: true, verbatimSymlinks: true, filter })
    await rename(incomplete, copy).catch(async (error) => {
      // Another process may have finished first.
      await access(join(copy, 'bin', 'postgres')).catch(() => Promise.reject(error))
    })
    return copy
  } catch (error) {
    throw new PostgresFault(
      `PostgreSQL cannot run as root, and its account can neither enter ${packaged} nor get a copy at ` +
        `${REACHABLE_FOLDER}: ${errorText(error)}. Move the project to a folder that others may enter, or set DATABASE_URL.`,
      { cause: error },
    )
  } finally {
    await rm(incomplete, { recursive: true, force: true })
  }
}

async function packageVersion(packaged: string): Promise<string> {
  const { version } = createRequire(import.meta.url)(join(dirname(packaged), 'package.json')) as { version: string }
  return version
}
