import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Account, canEnter } from './account.ts'
import { claimFolder, folderOf, LOCAL, versionIn } from './cluster-folder.ts'
import { errorText, PostgresFault } from './fault.ts'
import { REACHABLE_FOLDER } from './program.ts'

/** A database folder that is ready to start. */
export interface Cluster {
  folder: string
  /** The folder's owner; undefined if this process runs PostgreSQL as itself. */
  account: Account | undefined
  password: string
  /** The port it last listened on. */
  port: number | undefined
  note: string
}

/** A note in the data folder, readable only by its owner. */
interface Note {
  /** Relative to the data folder, so that the data folder can be moved; absolute when it lies elsewhere. */
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

/** The cluster of the data folder; created if there never was one. Never opens that of another data folder. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const path = join(options.dataDir, 'postgres.json')
  const note = (await readNote(path)) ?? (await newNote(path, options))
  const folder = await folderOf(note, options.dataDir)
  const version = await versionIn(folder)
  if (version !== undefined) await refuseOtherVersion(version, options, folder)
  else if (note.port === undefined) await makeCluster({ folder, password: note.password }, options)
  else throw new PostgresFault(lost(folder, path))
  await claimFolder(folder, options.dataDir)
  return { ...note, folder, port: note.port, account: await ownerOf(folder, options.account), note: path }
}

export async function rememberPort(cluster: Cluster, port: number): Promise<void> {
  if (cluster.port === port) return
  const home = dirname(cluster.note)
  const folder = dirname(cluster.folder) === home ? basename(cluster.folder) : cluster.folder
  await writeNote(cluster.note, { folder, password: cluster.password, port })
}

/** A port in the note means that the database ran before: to make an empty one in its place would hide the loss. */
const lost = (folder: string, note: string) =>
  `The database ${folder} is missing, though it ran before. Restore it from a backup, or delete ${note} to begin an empty one.`

/** Root runs PostgreSQL as the owner of the data, who may be an ordinary user who started it before. */
async function ownerOf(folder: string, account: Account | undefined): Promise<Account | undefined> {
  if (!account) return undefined
  const { uid, gid } = await stat(folder)
  const owner = uid === account.uid || uid === 0 ? account : { name: `number ${uid}`, uid, gid }
  if (canEnter(owner, folder)) return owner
  throw new PostgresFault(
    `The account ${owner.name}, which runs PostgreSQL, cannot enter ${folder}. Let it through (chmod o+x on the folders above).`,
  )
}

async function readNote(path: string): Promise<Note | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new PostgresFault(`${path} cannot be read: ${errorText(error)}.`, { cause: error })
  }
  try {
    return JSON.parse(text) as Note
  } catch (error) {
    throw new PostgresFault(`${path} is damaged. It holds the password of the database in ${path.slice(0, -5)}.`, {
      cause: error,
    })
  }
}

/** Written under another name first, because a full disk must not lose the password. */
async function writeNote(path: string, note: Note): Promise<void> {
  const unfinished = `${path}.new`
  try {
    await writeFile(unfinished, `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true })
    await rename(unfinished, path)
  } catch (error) {
    throw new PostgresFault(`${path} cannot be written: ${errorText(error)}.`, { cause: error })
  }
}

async function newNote(path: string, { dataDir, account }: ClusterOptions): Promise<Note> {
  const local = join(dataDir, LOCAL)
  if ((await versionIn(local)) !== undefined) {
    throw new PostgresFault(`${path} is missing. It holds the password of the database in ${local}: restore it too.`)
  }
  const elsewhere = join(REACHABLE_FOLDER, `data-${randomBytes(8).toString('hex')}`, 'postgres')
  const folder = canEnter(account, dataDir) ? LOCAL : elsewhere
  const note: Note = { folder, password: randomBytes(24).toString('base64url') }
  await writeNote(path, note)
  return note
}

async function makeCluster(note: Pick<Cluster, 'folder' | 'password'>, options: ClusterOptions): Promise<void> {
  const { program, account } = options
  // Only a finished folder gets its real name. A killed start leaves an unfinished one, perhaps with initdb still at work.
  const unfinished = `${note.folder}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = `${note.folder}.password`
  try {
    await refuseFolderWithoutVersion(note.folder)
    await mkdir(dirname(unfinished), { recursive: true, mode: 0o711 })
    await dropUnfinished(note.folder)
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, note.password, { mode: 0o600 })
    if (account) {
      await chown(unfinished, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    await initdb(
      [
        join(program, 'bin', 'initdb'),
        `--pgdata=${unfinished}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The same sort order on every machine, whatever its language.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
        ...(options.throwaway ? ['--no-sync'] : []),
      ],
      account,
    )
    await rename(unfinished, note.folder)
  } catch (error) {
    if (error instanceof PostgresFault) throw error
    throw new PostgresFault(`The database cannot be made in ${note.folder}: ${errorText(error)}.`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function dropUnfinished(folder: string): Promise<void> {
  const home = dirname(folder)
  for (const name of await readdir(home)) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function refuseFolderWithoutVersion(folder: string): Promise<void> {
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
    let complaint = ''
    child.stderr.on('data', (bytes) => {
      complaint += bytes
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(reasonIn(complaint) || `initdb ended with code ${code}`))
    })
  })
}

function reasonIn(complaint: string): string {
  const reason =
    complaint.split('\n').find((line) => /No space left|FATAL|PANIC|error:|error while|could not/.test(line)) ?? ''
  return reason.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim()
}

async function refuseOtherVersion(found: string, { program }: ClusterOptions, folder: string): Promise<void> {
  const script = await readFile(join(program, 'share', 'postgresql', 'postgres.bki'), 'utf8')
  const own = /^# PostgreSQL (\d+)/.exec(script)?.[1]
  if (own === undefined || own === found) return
  throw new PostgresFault(
    `${folder} was written by PostgreSQL ${found}, but this version comes with PostgreSQL ${own}. ` +
      'Run `npm run backup` with the earlier version and `npm run restore` with this one, as docs/operating/data-folder.md says.',
  )
}
