import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** One mail as a mail server receives it. */
export interface ReceivedMail {
  /** Recipients of the envelope, who receive the mail. */
  recipients: string[]
  /** Unfolded header lines. */
  headers: string[]
  /** The text, decoded. */
  text: string
  html: string
}

export interface TestMailServer {
  url: string
  /** The accepted mails, oldest first. */
  letters: ReceivedMail[]
  /** Sets the response to later mails; undefined accepts them. */
  refuseWith(refusal: { code: number; text: string } | undefined): void
  stop(): Promise<void>
}

/** A real SMTP server on loopback; `port` lets a new one replace an old one. */
export async function startMailServer({ port = 0 } = {}): Promise<TestMailServer> {
  const letters: ReceivedMail[] = []
  let refusal: { code: number; text: string } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    // Milliseconds that an open connection may delay shutdown.
    closeTimeout: 50,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        letters.push({ recipients, ...read(Buffer.concat(chunks).toString('utf8')) })
        done()
      })
    },
  })
  // A client that disconnects midway is not the test's fault.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const taken = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${taken}`,
    letters,
    refuseWith: (next) => {
      refusal = next
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function read(source: string): Omit<ReceivedMail, 'recipients'> {
  const { headers, body } = split(source)
  const boundary = /boundary="([^"]+)"/.exec(headers.join('\n'))?.[1]
  const parts = boundary
    ? body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')))
    : [{ headers, body }]
  const words = (type: string) => {
    const part = parts.find((one) =>
      one.headers.some((header) => header.toLowerCase().startsWith(`content-type: ${type}`)),
    )
    return part ? decode(part) : ''
  }
  return { headers, text: words('text/plain'), html: words('text/html') }
}

function split(source: string): { headers: string[]; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const head = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  return { headers: head.split('\r\n'), body: source.slice(end + 4) }
}

function decode({ headers, body }: { headers: string[]; body: string }): string {
  const encoding = headers
    .find((header) => /^content-transfer-encoding:/i.test(header))
    ?.split(':')[1]
    ?.trim()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
