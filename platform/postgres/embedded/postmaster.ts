import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresFault } from '../fault.ts'
import type { Cluster } from './cluster.ts'

export interface Postmaster {
  port: number
  stop(): Promise<void>
}

interface PostmasterOptions {
  cluster: Cluster
  program: string
  port: number
  throwaway?: boolean
  connections?: number
  /** Called while the server is starting. */
  onStarting?: () => void
  onUnexpectedExit?: (fault: PostgresFault) => void
}

/** Another process listens on the port. */
export class AddressInUse extends PostgresFault {}

const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 30_000
const POLL_MS = 15
/** For startup checks, operators' commands and pg_dump. */
const SPARE_CONNECTIONS = 20

/** Starts the server and waits until it accepts connections, including crash recovery. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const log = await openLog(options.cluster)
    const child = spawnPostgres(options, log.handle.fd)
    await log.handle.close()
    const exit = exitOf(child)
    options.onStarting?.()
    if (await becomesReady(options.cluster.folder, { child, exit, deadline })) {
      return supervise(child, exit, options)
    }
    const errorOutput = (await readFile(log.path, 'utf8')).slice(log.start)
    // The child processes of a killed server exit a moment later; until then its shared memory is in use.
    const isExiting = errorOutput.includes('pre-existing shared memory block')
    if (!isExiting || Date.now() > deadline) throw startFault(errorOutput, options)
    await pause(100)
  }
}

/**
 * Stops a server that a killed process left running on the folder, or removes the stale pid file of one that is gone.
 */
export async function stopOrphanedServer(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return
  if (!(await runsOn(pid, folder))) {
    // The process id may have been reused, and PostgreSQL would take that process for a server.
    await rm(path, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (await runsOn(pid, folder)) {
    if (Date.now() > deadline)
      throw new PostgresFault(`A PostgreSQL left over from an earlier start (process ${pid}) does not stop.`)
    await pause(POLL_MS)
  }
}

async function runsOn(pid: number, folder: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    // Without /proc the pid file is trusted. A process of another user isn't ours.
    return process.platform !== 'linux'
  }
}

async function openLog(cluster: Cluster) {
  const path = cluster.stateFile.replace(/json$/, 'log')
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  const handle = await open(path, size > 10_000_000 ? 'w' : 'a', 0o600)
  return { path, handle, start: (await handle.stat()).size }
}

/** Settings of a test server, whose databases live for seconds and are never replicated. */
const TEST_SETTINGS = { autovacuum: 'off', scram_iterations: 1, wal_level: 'minimal', max_wal_senders: 0 } as const

function spawnPostgres(options: PostmasterOptions, log: number): ChildProcess {
  const { account } = options.cluster
  const durability = options.throwaway ? 'off' : 'on'
  const settings = {
    port: options.port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: durability,
    full_page_writes: durability,
    synchronous_commit: durability,
    max_connections: Math.max(options.throwaway ? 300 : 100, (options.connections ?? 0) + SPARE_CONNECTIONS),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statement errors are logged by the caller; here they would include the values of rows.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    jit: 'off',
    ...(options.throwaway && TEST_SETTINGS),
  }
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(join(options.program, 'bin', 'postgres'), ['-D', options.cluster.folder, ...parameters], {
    cwd: '/',
    // A test run opens thousands of connections, and page faults are slow on many virtual machines: huge pages cause
    // fewer of them.
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin', ...(options.throwaway && { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }) },
    stdio: ['ignore', log, log],
    // Its own session, so that Ctrl-C in a terminal reaches only this process, which stops PostgreSQL last.
    detached: true,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
}

type Exit = Promise<void> & { happened?: boolean }

function exitOf(child: ChildProcess): Exit {
  const exit: Exit = new Promise<void>((resolve) => {
    const end = () => {
      exit.happened = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  return exit
}

async function becomesReady(
  folder: string,
  { child, exit, deadline }: { child: ChildProcess; exit: Exit; deadline: number },
): Promise<boolean> {
  while (!exit.happened && Date.now() < deadline) {
    // Line 1 is the process id, line 8 the status.
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    await Promise.race([exit, pause(POLL_MS)])
  }
  if (!exit.happened) child.kill('SIGQUIT')
  return false
}

function supervise(child: ChildProcess, exit: Exit, options: PostmasterOptions): Postmaster {
  let stopping = false
  const stopOnExit = () => void child.kill('SIGINT')
  process.once('exit', stopOnExit)
  // A server that wasn't stopped must not keep a finished process alive.
  child.unref()
  exit.then(() => {
    process.off('exit', stopOnExit)
    if (!stopping) options.onUnexpectedExit?.(new PostgresFault('PostgreSQL stopped unexpectedly.'))
  })
  return {
    port: options.port,
    async stop() {
      stopping = true
      if (exit.happened) return
      child.ref()
      // Fast shutdown: open transactions are rolled back, committed data is flushed.
      child.kill('SIGINT')
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
      await exit
      clearTimeout(killTimer)
    },
  }
}

function startFault(errorOutput: string, { cluster, port }: PostmasterOptions): PostgresFault {
  if (/could not bind|Address already in use/.test(errorOutput)) {
    return new AddressInUse(`Port ${port} on 127.0.0.1, wanted for PostgreSQL, is in use.`)
  }
  const isDiskFull = errorOutput.includes('No space left on device')
  // PostgreSQL's hints are about corruption; a full disk is simpler.
  const relevant = isDiskFull ? /No space left/ : /FATAL|PANIC|HINT|could not/
  const reason = errorOutput
    .split('\n')
    .filter((line) => relevant.test(line))
    .map((line) => line.replace(/^.*?(FATAL|PANIC|HINT|LOG):\s*/, ''))
    .slice(isDiskFull ? -1 : -3)
    .join(' ')
  return new PostgresFault(
    `PostgreSQL does not start on ${cluster.folder}.${isDiskFull ? ' The disk is full:' : ''} ${reason}`.trim(),
  )
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
