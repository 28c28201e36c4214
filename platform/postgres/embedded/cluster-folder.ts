import { readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { errorCode, PostgresFault } from '../fault.ts'

/**
 * Name of the cluster's folder inside the data folder. The cluster is elsewhere only if PostgreSQL's account cannot
 * enter the data folder.
 */
export const CLUSTER_FOLDER = 'postgres'

/**
 * The cluster folder of a data folder. A cluster beside its state file is found from there, whatever path the file
 * contains, so that a data folder can be moved and copied. A cluster elsewhere records which data folder it belongs to.
 * Throws a `PostgresFault` if the state file points to the cluster of another data folder.
 */
export async function clusterFolder(state: { folder: string }, dataDir: string): Promise<string> {
  const local = join(dataDir, CLUSTER_FOLDER)
  if (!isAbsolute(state.folder)) return resolve(dataDir, state.folder)
  if ((await versionIn(local)) !== undefined) return local
  // The data folder has been moved since the path was written.
  if (dirname(state.folder) === resolve(dataDir)) return state.folder
  if ((await versionIn(state.folder)) !== undefined) await rejectForeignCluster(state.folder, dataDir)
  return state.folder
}

/** The major version of the cluster; undefined if the folder holds no complete one. */
export async function versionIn(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** Records beside a cluster outside its data folder which data folder it belongs to. */
export async function claimFolder(folder: string, dataDir: string): Promise<void> {
  const parent = dirname(folder)
  const own = await realpath(dataDir)
  if (parent === resolve(dataDir) || (await ownerIn(parent)) === own) return
  await writeFile(join(parent, OWNER), `${own}\n`, { mode: 0o600 })
}

const OWNER = 'data-folder'

async function rejectForeignCluster(folder: string, dataDir: string): Promise<void> {
  const parent = dirname(folder)
  const own = await realpath(dataDir)
  const owner = await ownerIn(parent)
  if (owner === own) return
  // The recorded data folder has no such state file, so it was moved here.
  if (owner !== undefined && !(await pointsTo(owner, folder))) return
  if (owner === undefined && !(await isCopied(join(own, 'postgres.json'), folder))) return
  const why = owner === undefined ? 'it may be a copy' : `it is a copy of ${owner}`
  throw new PostgresFault(
    `${own} holds no database of its own: ${why}, whose database is ${folder}. Copy that one to ${join(own, CLUSTER_FOLDER)} ` +
      `while it is stopped, or, if it belongs here, write ${own} into ${join(parent, OWNER)}.`,
  )
}

async function ownerIn(parent: string): Promise<string | undefined> {
  const text = await readFile(join(parent, OWNER), 'utf8').catch(() => undefined)
  return text?.trim() || undefined
}

async function pointsTo(dataDir: string, folder: string): Promise<boolean> {
  try {
    return (JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as { folder: string }).folder === folder
  } catch (error) {
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR'
  }
}

/**
 * Clusters of earlier versions have no owner file. The state file is written while the cluster runs, and no way of
 * copying preserves its ctime; a state file newer than the last shutdown is therefore a copy.
 */
async function isCopied(state: string, folder: string): Promise<boolean> {
  const [noted, used] = await Promise.all([stat(state), stat(join(folder, 'global/pg_control'))])
  return noted.ctimeMs > used.mtimeMs
}
