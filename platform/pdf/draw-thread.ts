import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DrawReply, DrawRequest } from './draw-worker.ts'
import type { Paper } from './paper.ts'

export interface DrawThread {
  draw(paper: Paper): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

interface DrawThreadOptions {
  /** A paper that takes longer fails, and so does everything that waits behind it. */
  limitMs?: number
  /** The thread and its font engine take some 40 MB, which are given back after so long without a paper. */
  idleMs?: number
}

interface Waiting {
  resolve(bytes: Uint8Array<ArrayBuffer>): void
  reject(fault: unknown): void
  timer: NodeJS.Timeout
}

/** Draws papers in a worker thread, which is started by the first one. */
export function openDrawThread({ limitMs = 60_000, idleMs = 60_000 }: DrawThreadOptions = {}): DrawThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(...workerScript())
    started.unref()
    started.on('message', (reply: DrawReply) => settle(reply))
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The thread that draws has ended')))
    return started
  }

  function settle(reply: DrawReply): void {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    clearTimeout(asked?.timer)
    if ('bytes' in reply) asked?.resolve(reply.bytes)
    else asked?.reject(new Error('A paper could not be drawn', { cause: reply.fault }))
    if (waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref()
  }

  function fail(ended: Worker, fault: Error): void {
    if (worker !== ended) return
    worker = undefined
    void ended.terminate()
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(fault)
    }
    waiting.clear()
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    if (ending) fail(ending, new Error('The thread that draws is closed'))
    await ending?.terminate()
  }

  return {
    draw(paper) {
      clearTimeout(idle)
      worker ??= start()
      const mine = worker
      lastId += 1
      const request: DrawRequest = { id: lastId, paper }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail(mine, new Error(`A paper took longer than ${limitMs} ms`)), limitMs)
        waiting.set(request.id, { resolve, reject, timer })
        mine.postMessage(request)
      })
    },
    close: end,
  }
}

/** Sources run as they are; of the built server, the thread's script lies beside it (vite.config.ts). */
function workerScript(): ConstructorParameters<typeof Worker> {
  if (import.meta.url.endsWith('.ts')) {
    const source = JSON.stringify(new URL('./draw-worker.ts', import.meta.url).href)
    // Node 20 takes no loader for a thread's own script.
    const script = `import('tsx/esm/api').then((tsx) => tsx.tsImport(${source}, ${source}))`
    return [script, { eval: true, execArgv: [] }]
  }
  return [pathToFileURL(resolve('build/server/draw-worker.js')), { execArgv: [] }]
}
