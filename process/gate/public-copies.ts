import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ResponseCache } from '#platform/response-cache/response-cache.ts'

interface PublicCopiesOptions {
  cache: Pick<ResponseCache, 'sendStaleCopy' | 'plainPageOf'>
  /** True for the paths of pages without parameters, of which there are few. */
  isFixed(path: string): boolean
}

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

interface Otherwise {
  next(): void
  reject(): void
}

/** Pause between two pages with parameters, whose paths a flood can make up. */
const PAUSE_MS = 100

/**
 * Copies of public pages for visitors whom admission control rejects. A page that has no copy is rendered for the first
 * of them, and all others get that copy, so that each page costs one rendering. Pages with parameters are rendered one
 * after the other.
 */
export function openPublicCopies({ cache, isFixed }: PublicCopiesOptions) {
  const pendingByPath = new Map<string, Promise<void>>()
  let isPausing = false

  function render(path: string, outgoing: ServerResponse, next: () => void): void {
    const rendered = new Promise<void>((resolve) => outgoing.once('close', resolve))
    const pending = rendered.then(() => void pendingByPath.delete(path))
    pendingByPath.set(path, pending)
    if (!isFixed(path)) {
      isPausing = true
      const endPause = () => {
        isPausing = false
      }
      void pending.then(() => setTimeout(endPause, PAUSE_MS).unref())
    }
    next()
  }

  /** Responds with a copy, or renders the page through `next`; calls `reject` if it can do neither. */
  return function sendPublicCopy({ incoming, outgoing }: Exchange, { next, reject }: Otherwise): void {
    const sendCopyOrReject = () => {
      if (!outgoing.destroyed && !cache.sendStaleCopy(incoming, outgoing)) reject()
    }
    if (cache.sendStaleCopy(incoming, outgoing)) return
    const path = cache.plainPageOf(incoming)
    const pending = path === null ? undefined : pendingByPath.get(path)
    if (path === null) reject()
    else if (pending) void pending.then(sendCopyOrReject)
    else if (isFixed(path) || !isPausing) render(path, outgoing, next)
    else reject()
  }
}
