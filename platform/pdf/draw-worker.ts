import { parentPort } from 'node:worker_threads'
import type { Paper } from './paper.ts'
import { writePdf } from './write-pdf.ts'

export interface DrawRequest {
  id: number
  paper: Paper
}

export type DrawReply = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; fault: string }

/** Runs in a worker thread: rendering a page with a table blocks its thread for some hundred milliseconds. */
parentPort?.on('message', async ({ id, paper }: DrawRequest) => {
  const reply = await draw(id, paper)
  parentPort?.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : [])
})

async function draw(id: number, paper: Paper): Promise<DrawReply> {
  try {
    return { id, bytes: new Uint8Array(await new Response(await writePdf(paper)).arrayBuffer()) }
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
