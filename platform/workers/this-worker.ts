import cluster from 'node:cluster'
import type { ToMain, ToWorker } from './talk.ts'

/** How a worker is told to end: `lingerMs` is how long connections that are open go on when the others stay; undefined if all end. */
type OnEnd = (lingerMs: number | undefined) => void

export interface ThisWorker<Handed> {
  /** Different for each worker of a main process, also for those that came and went. */
  number: number
  handed: Handed
  /** Tells the main process that this one answers. */
  ready(): void
}

/** This process as one of the workers of a main process; undefined if it is on its own. Only the main process ends it. */
export async function thisWorker<Handed>(onEnd: OnEnd): Promise<ThisWorker<Handed> | undefined> {
  const { worker } = cluster
  if (!worker) return undefined
  // A terminal's Ctrl-C and a supervisor's SIGTERM reach all processes. The main one decides who ends when.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined)
  // Node ends a worker at once whose main process is gone: nobody would hand connections over to it.
  const handed = new Promise<Handed>((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message === 'close') onEnd(undefined)
      else if ('retire' in message) onEnd(message.retire)
      else resolve(message.handed as Handed)
    })
  })
  const tell = (message: ToMain) => void (worker.isConnected() && worker.send(message))
  // What was sent before would be lost.
  tell('listening')
  return { number: worker.id, handed: await handed, ready: () => tell('ready') }
}
