import { parentPort } from 'node:worker_threads'
import { joinPieces, type PaperPiece } from './paper-pieces.ts'
import { writePdf } from './write-pdf.ts'

export interface DrawRequest {
  id: number
  piece: PaperPiece
  isLast: boolean
}

export type DrawReply = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; fault: string }

const received = new Map<number, PaperPiece[]>()

/** Runs in a worker thread: rendering a page with a table blocks its thread for some hundred milliseconds. */
parentPort?.on('message', async ({ id, piece, isLast }: DrawRequest) => {
  const pieces = received.get(id) ?? []
  pieces.push(piece)
  received.set(id, pieces)
  if (!isLast) return
  received.delete(id)
  const reply = await draw(id, pieces)
  parentPort?.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : [])
})

async function draw(id: number, pieces: readonly PaperPiece[]): Promise<DrawReply> {
  try {
    return { id, bytes: new Uint8Array(await new Response(await writePdf(joinPieces(pieces))).arrayBuffer()) }
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
