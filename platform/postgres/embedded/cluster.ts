import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorText, PostgresFault } from '../fault.ts'
import { type Account, canEnter } from './account.ts'
import { CLUSTER_FOLDER, claimFolder, clusterFolder, versionIn } from './cluster-folder.ts'
import { REACHABLE_FOLDER } from './program.ts'

/** A cluster folder that is ready to start. */
export interface Cluster {
  folder: string
  /** Owner of the folder; undefined if PostgreSQL runs as the user of this process. */
  account: Account | undefined
  password: string
  /** The port that it last listened on. */
  port: number | undefined
  stateFile: string
}

/** The state file in the data folder, readable only by its owner. */
interface ClusterState {
  /** Relative to the data folder, so that it can be moved; absolute if the cluster is elsewhere. */
  folder: string
  password: string
  port?: number
}

interface ClusterOptions {
  dataDir: string
  program: string
  account: Account | undefined
  throwaway: boolean
}

/**
 * Opens the cluster of the data folder, and creates it if there has never been one. Never opens the cluster of another
 * data folder.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const path = join(options.dataDir, 'postgres.json')
  const state = (await readState(path)) ?? (await createState(path, options))
  const folder = await clusterFolder(state, options.dataDir)
  const version = await versionIn(folder)
  if (version !== undefined) await rejectOtherVersion(version, options, folder)
  else if (state.port === undefined) await createCluster({ folder, password: state.password }, options)
  else throw new PostgresFault(missingDatabaseMessage(folder, path))
  await claimFolder(folder, options.dataDir)
  return { ...state, folder, port: state.port, account: await ownerOf(folder, options.account), stateFile: path }
}

export async function savePort(cluster: Cluster, port: number): Promise<void> {
  if (cluster.port === port) return
  const home = dirname(cluster.stateFile)
  const folder = dirname(cluster.folder) === home ? basename(cluster.folder) : cluster.folder
  await writeState(cluster.stateFile, { folder, password: cluster.password, port })
}

/** A port in the state file means that the database ran before: creating an empty one would hide the loss. */
const missingDatabaseMessage = (folder: string, stateFile: string) =>
  `The database ${folder} is missing, though it ran before. Restore it from a backup, or delete ${stateFile} to begin an empty one.`

/**
 * The account that runs PostgreSQL when this process is root: the owner of the data, possibly an ordinary user who
 * started it before.
 */
async function ownerOf(folder: string, account: Account | undefined): Promise<Account | undefined> {
  if (!account) return undefined
  const { uid, gid } = await stat(folder)
  const owner = uid === account.uid || uid === 0 ? account : { name: `number ${uid}`, uid, gid }
  if (canEnter(owner, folder)) return owner
  throw new PostgresFault(
    `The account ${owner.name}, which runs PostgreSQL, cannot enter ${folder}. Let it through (chmod o+x on the folders above).`,
  )
}

async function readState(path: string): Promise<ClusterState | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new PostgresFault(`${path} cannot be read: ${errorText(error)}.`, { cause: error })
  }
  try {
    return JSON.parse(text) as ClusterState
  } catch (error) {
    throw new PostgresFault(`${path} is damaged. It holds the password of the database in ${path.slice(0, -5)}.`, {
      cause: error,
    })
  }
}

/** Written under another name first, so that a full disk does not lose the password. */
async function writeState(path: string, state: ClusterState): Promise<void> {
  const incomplete = `${path}.new`
  try {
    await writeFile(incomplete, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
    await rename(incomplete, path)
  } catch (error) {
    throw new PostgresFault(`${path} cannot be written: ${errorText(error)}.`, { cause: error })
  }
}

async function createState(path: string, { dataDir, account }: ClusterOptions): Promise<ClusterState> {
  const local = join(dataDir, CLUSTER_FOLDER)
  if ((await versionIn(local)) !== undefined) {
    throw new PostgresFault(`${path} is missing. It holds the password of the database in ${local}: restore it too.`)
  }
  const elsewhere = join(REACHABLE_FOLDER, `data-${randomBytes(8).toString('hex')}`, 'postgres')
  const folder = canEnter(account, dataDir) ? CLUSTER_FOLDER : elsewhere
  const state: ClusterState = { folder, password: randomBytes(24).toString('base64url') }
  await writeState(path, state)
  return state
}

async function createCluster(state: Pick<Cluster, 'folder' | 'password'>, options: ClusterOptions): Promise<void> {
  const { program, account } = options
  // Only a complete folder gets its final name. A start that was killed leaves an incomplete one, perhaps with initdb
  // still running.
  const incomplete = `${state.folder}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = `${state.folder}.password`
  try {
    await rejectFolderWithoutVersion(state.folder)
    await mkdir(dirname(incomplete), { recursive: true, mode: 0o711 })
    await removeIncomplete(state.folder)
    await mkdir(incomplete, { mode: 0o700 })
    await writeFile(passwordFile, state.password, { mode: 0o600 })
    if (account) {
      await chown(incomplete, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    await initdb(
      [
        join(program, 'bin', 'initdb'),
        `--pgdata=${incomplete}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The same sort order on every machine, whatever its locale.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
        ...(options.throwaway ? ['--no-sync'] : []),
      ],
      account,
    )
    await rename(incomplete, state.folder)
  } catch (error) {
    if (error instanceof PostgresFault) throw error
    throw new PostgresFault(`The database cannot be made in ${state.folder}: ${errorText(error)}.`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function removeIncomplete(folder: string): Promise<void> {
  const home = dirname(folder)
  for (const name of await readdir(home)) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function rejectFolderWithoutVersion(folder: string): Promise<void> {
  const exists = await access(folder).then(
    () => true,
    () => false,
  )
  if (exists) {
    throw new PostgresFault(`${folder} holds no complete database. Restore it from a backup, or move it away.`)
  }
}

function initdb([program = '', ...parameters]: string[], account: Account | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(account && { uid: account.uid, gid: account.gid }),
    })
    let errorOutput = ''
    child.stderr.on('data', (bytes) => {
      errorOutput += bytes
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(failureReason(errorOutput) || `initdb ended with code ${code}`))
    })
  })
}

function failureReason(errorOutput: string): string {
  const reason =
    errorOutput.split('\n').find((line) => /No space left|FATAL|PANIC|error:|error while|could not/.test(line)) ?? ''
  return reason.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim()
}

async function rejectOtherVersion(found: string, { program }: ClusterOptions, folder: string): Promise<void> {
  const script = await readFile(join(program, 'share', 'postgresql', 'postgres.bki'), 'utf8')
  const own = /^# PostgreSQL (\d+)/.exec(script)?.[1]
  if (own === undefined || own === found) return
  throw new PostgresFault(
    `${folder} was written by PostgreSQL ${found}, but this version comes with PostgreSQL ${own}. ` +
      'Run `npm run backup` with the earlier version and `npm run restore` with this one, as docs/operating/data-folder.md says.',
  )
}
