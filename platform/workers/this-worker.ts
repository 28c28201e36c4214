import cluster from 'node:cluster'
import type { ToMain, ToWorker } from './messages.ts'

/**
 * Called when the worker is to exit. `lingerMs` is the time for its open connections while the others stay; undefined
 * if all exit.
 */
type OnEnd = (lingerMs: number | undefined) => void

export interface ThisWorker<Handed> {
  /** Unique among all workers of a main process, including those that have exited. */
  number: number
  input: Handed
  /** Whether processes are being replaced, which takes processor time from this one. */
  isRenewing(): boolean
  /** Notifies the main process that this worker serves requests. */
  ready(): void
}

/**
 * This process as a worker of a main process; undefined if there is only one process. Only the main process stops it.
 */
export async function thisWorker<Handed>(onEnd: OnEnd): Promise<ThisWorker<Handed> | undefined> {
  const { worker } = cluster
  if (!worker) return undefined
  // Ctrl-C in a terminal and a supervisor's SIGTERM reach all processes. The main process decides the order of
  // shutdown.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined)
  // Node ends a worker as soon as its main process is gone, because no connections would be passed to it.
  let isRenewing = false
  const handed = new Promise<Handed>((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message === 'close') onEnd(undefined)
      else if ('retire' in message) onEnd(message.retire)
      else if ('renewing' in message) isRenewing = message.renewing
      else resolve(message.handed as Handed)
    })
  })
  const send = (message: ToMain) => void (worker.isConnected() && worker.send(message))
  // Earlier messages would be lost.
  send('listening')
  return { number: worker.id, input: await handed, isRenewing: () => isRenewing, ready: () => send('ready') }
}
