import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DrawReply, DrawRequest } from './draw-worker.ts'
import type { Paper } from './paper.ts'
import { nextTurn, paperPieces } from './paper-pieces.ts'

export interface DrawThread {
  draw(paper: Paper): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

interface DrawThreadOptions {
  /** Timeout per paper. When it expires, the worker is terminated and all queued papers fail. */
  limitMs?: number
  /** The worker and its font engine take about 40 MB; it is terminated after this long without a paper. */
  idleMs?: number
}

interface PendingDraw {
  resolve(bytes: Uint8Array<ArrayBuffer>): void
  reject(fault: unknown): void
  timer: NodeJS.Timeout
}

/** Renders papers in a worker thread, which is started on first use. */
export function openDrawThread({ limitMs = 60_000, idleMs = 60_000 }: DrawThreadOptions = {}): DrawThread {
  const pending = new Map<number, PendingDraw>()
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(...workerScript())
    started.unref()
    started.on('message', (reply: DrawReply) => settle(reply))
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The PDF worker has exited')))
    return started
  }

  function settle(reply: DrawReply): void {
    const request = pending.get(reply.id)
    pending.delete(reply.id)
    clearTimeout(request?.timer)
    if ('bytes' in reply) request?.resolve(reply.bytes)
    else request?.reject(new Error('A paper could not be rendered', { cause: reply.fault }))
    if (pending.size === 0) idleTimer = setTimeout(() => void end(), idleMs).unref()
  }

  function fail(exited: Worker, fault: Error): void {
    if (worker !== exited) return
    worker = undefined
    void exited.terminate()
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer)
      reject(fault)
    }
    pending.clear()
  }

  async function end(): Promise<void> {
    clearTimeout(idleTimer)
    const ending = worker
    if (ending) fail(ending, new Error('The PDF worker was closed'))
    await ending?.terminate()
  }

  return {
    draw(paper) {
      clearTimeout(idleTimer)
      worker ??= start()
      const current = worker
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => fail(current, new Error(`A paper took longer than ${limitMs} ms`)), limitMs)
        pending.set(id, { resolve, reject, timer })
        void send(current, id, paper)
      })
    },
    close: end,
  }
}

/** Piece by piece, because a message is copied while this thread waits. */
async function send(worker: Worker, id: number, paper: Paper): Promise<void> {
  const pieces = paperPieces(paper)
  for (let next = pieces.next(); !next.done; ) {
    const piece = next.value
    next = pieces.next()
    const request: DrawRequest = { id, piece, isLast: next.done === true }
    worker.postMessage(request)
    if (!next.done) await nextTurn()
  }
}

/**
 * In development the source file runs as it is; the build puts the worker's script beside the server (vite.config.ts).
 */
function workerScript(): ConstructorParameters<typeof Worker> {
  if (import.meta.url.endsWith('.ts')) {
    const source = JSON.stringify(new URL('./draw-worker.ts', import.meta.url).href)
    // Node 20 accepts no loader for a worker's entry script.
    const script = `import('tsx/esm/api').then((tsx) => tsx.tsImport(${source}, ${source}))`
    return [script, { eval: true, execArgv: [] }]
  }
  return [pathToFileURL(resolve('build/server/draw-worker.js')), { execArgv: [] }]
}
