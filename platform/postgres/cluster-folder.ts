import { readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { errorCode, PostgresFault } from './fault.ts'

/** The cluster's folder inside the data folder, where it is unless PostgreSQL's account cannot get there. */
export const LOCAL = 'postgres'

/**
 * The folder of the database that belongs to a data folder. A database beside its note is found from there, whatever the note
 * says, so that a data folder may be moved and copied. One that is kept elsewhere says to which data folder it belongs.
 * Throws a `PostgresFault` if the note leads to the database of another data folder.
 */
export async function folderOf(note: { folder: string }, dataDir: string): Promise<string> {
  const local = join(dataDir, LOCAL)
  if (!isAbsolute(note.folder)) return resolve(dataDir, note.folder)
  if ((await versionIn(local)) !== undefined) return local
  // In a path of before the data folder moved.
  if (dirname(note.folder) === resolve(dataDir)) return note.folder
  if ((await versionIn(note.folder)) !== undefined) await refuseOfAnother(note.folder, dataDir)
  return note.folder
}

/** Undefined if there is no complete database. */
export async function versionIn(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** Writes beside a database that is kept elsewhere which data folder it belongs to. */
export async function claimFolder(folder: string, dataDir: string): Promise<void> {
  const home = dirname(folder)
  const own = await realpath(dataDir)
  if (home === resolve(dataDir) || (await ownerIn(home)) === own) return
  await writeFile(join(home, OWNER), `${own}\n`, { mode: 0o600 })
}

const OWNER = 'data-folder'

async function refuseOfAnother(folder: string, dataDir: string): Promise<void> {
  const home = dirname(folder)
  const own = await realpath(dataDir)
  const owner = await ownerIn(home)
  if (owner === own) return
  // Without its note there, the data folder has moved here.
  if (owner !== undefined && !(await namesFolder(owner, folder))) return
  if (owner === undefined && !(await cameLater(join(own, 'postgres.json'), folder))) return
  const why = owner === undefined ? 'it may be a copy' : `it is a copy of ${owner}`
  throw new PostgresFault(
    `${own} holds no database of its own: ${why}, whose database is ${folder}. Copy that one to ${join(own, LOCAL)} ` +
      `while it is stopped, or, if it belongs here, write ${own} into ${join(home, OWNER)}.`,
  )
}

async function ownerIn(home: string): Promise<string | undefined> {
  const text = await readFile(join(home, OWNER), 'utf8').catch(() => undefined)
  return text?.trim() || undefined
}

async function namesFolder(dataDir: string, folder: string): Promise<boolean> {
  try {
    return (JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { folder: string }).folder === folder
  } catch (error) {
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR'
  }
}

/**
 * Databases of earlier versions do not say where they belong. A note is written while its database runs, and no copy keeps
 * the time at which a file appeared in its place; so one that appeared after the last shutdown came by a copy.
 */
async function cameLater(note: string, folder: string): Promise<boolean> {
  const [noted, used] = await Promise.all([stat(note), stat(join(folder, 'global/pg_control'))])
  return noted.ctimeMs > used.mtimeMs
}
