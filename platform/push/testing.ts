import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Agent } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { createPushSender, newPushKey, type PushSender } from './push-sender.ts'

/** A browser with a push subscription: its keys, and a function that decrypts messages sent to it. For tests. */
export function openTestBrowser() {
  const pair: ECDH = createECDH('prime256v1')
  pair.generateKeys()
  const secret = randomBytes(16)
  return {
    keys: { p256dh: pair.getPublicKey().toString('base64url'), auth: secret.toString('base64url') },
    read: (sealed: Buffer): string => decrypt(sealed, pair, secret),
  }
}

/** Decrypts as the browser does in RFC 8291. */
function decrypt(sealed: Buffer, pair: ECDH, secret: Buffer): string {
  const [salt, size] = [sealed.subarray(0, 16), sealed.readUInt8(20)]
  const [theirs, record] = [sealed.subarray(21, 21 + size), sealed.subarray(21 + size)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
  const ikm = new Uint8Array(hkdfSync('sha256', pair.computeSecret(theirs), secret, info, 32))
  const derive = (name: string, length: number) =>
    new Uint8Array(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${name}\0`, length))
  const opened = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  opened.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface TestPushService {
  /** Sends to this service, whatever the host of the endpoint. */
  sender: PushSender
  received: ReceivedPush[]
  /** Sets the status of the next responses; 201 by default. 0 never responds. */
  answerWith(status: number, headers?: Record<string, string>): void
  stop(): Promise<void>
}

/**
 * A push service on loopback without TLS, to which the sender connects for every host name. The timeout is long, so
 * that a busy machine cannot fail a test that is about something else.
 */
export async function startPushService({ timeoutMs = 60_000 } = {}): Promise<TestPushService> {
  const received: ReceivedPush[] = []
  let nextResponse: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      if (nextResponse.status !== 0) response.writeHead(nextResponse.status, nextResponse.headers).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const agent = new Agent()
  agent.createConnection = () => connect(port, '127.0.0.1')
  const network = { isEndpoint: () => true, agent }
  return {
    sender: createPushSender({
      privateKey: newPushKey(),
      contact: 'mailto:push@example.test',
      network,
      timeoutMs,
    }),
    received,
    answerWith(status, headers = {}) {
      nextResponse = { status, headers }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
