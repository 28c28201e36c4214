import { connect, type Socket } from 'node:net'

export interface HttpCall {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface HttpResponse {
  status: number
  /** Without chunk lengths if there are any; never decompressed. */
  body: Buffer
  type: string
}

/**
 * One keep-alive connection that sends one request after the other. It costs the machine a fraction of what `node:http`
 * does, because on few cores the clients' own cost lowers the results of both sides.
 */
export function openHttpClient(origin: string): { send(call: HttpCall): Promise<HttpResponse>; close(): void } {
  const { hostname, port } = new URL(origin)
  let socket: Socket | undefined
  let received: Buffer[] = []
  let pending: { resolve(answer: HttpResponse): void; reject(error: Error): void } | undefined

  function open(): Socket {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true })
    opened.on('data', (bytes) => {
      received.push(bytes)
      const answer = parse(received)
      if (!answer) return
      received = []
      if (answer.closes) drop(opened)
      pending?.resolve(answer)
    })
    opened.on('error', (error) => fail(opened, error))
    opened.on('close', () => fail(opened, new Error('The connection was closed before its answer.')))
    return opened
  }
  function drop(opened: Socket): void {
    if (socket === opened) socket = undefined
    opened.destroy()
  }
  function fail(opened: Socket, error: Error): void {
    if (socket !== opened) return
    drop(opened)
    pending?.reject(error)
  }

  return {
    send: (call) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket ??= open()
        socket.write(textOf(call, `${hostname}:${port}`))
      }),
    close: () => socket?.destroy(),
  }
}

function textOf({ path, method = 'GET', headers = {}, body }: HttpCall, host: string): string {
  const all = { host, ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** Null until the whole answer is there. */
function parse(received: Buffer[]): (HttpResponse & { closes: boolean }) | null {
  const [first] = received
  if (!first) return null
  const bytes = received.length === 1 ? first : Buffer.concat(received)
  if (received.length > 1) received.splice(0, received.length, bytes)
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const header = (name: string) => new RegExp(`\r\n${name}: *([^\r]*)`, 'i').exec(head)?.[1]
  const status = Number(head.slice(9, 12))
  const answer = { status, type: header('content-type') ?? '', closes: header('connection') === 'close' }
  const rest = bytes.subarray(end + 4)
  if (status === 304 || status === 204) return { ...answer, body: Buffer.alloc(0) }
  if (header('transfer-encoding') === 'chunked') {
    const body = fromChunks(rest)
    return body && { ...answer, body }
  }
  const length = Number(header('content-length') ?? 0)
  return rest.length < length ? null : { ...answer, body: rest.subarray(0, length) }
}

function fromChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    at = line + 2
    if (bytes.length < at + size + 2) return null
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(at, at + size))
    at += size + 2
  }
}
