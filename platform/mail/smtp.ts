import { LANE_PLACES } from './lanes.ts'

export interface OutgoingMail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
}

export interface MailTransport {
  /** Resolves with the server's name once the server has accepted the mail; rejects otherwise. */
  deliver(mail: OutgoingMail): Promise<string>
  /** Connects and signs in as for a mail, and sends none; rejects with what is in the way. */
  verify(): Promise<void>
  close(): void
}

interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string
  /** The sender's address, or `Name <address>`. */
  from: string
}

/** After so long a server that takes no connection counts as away. */
export const MAIL_CONNECT_MS = 10_000

export function smtpTransport({ url, from }: SmtpOptions): MailTransport {
  const server = new URL(url)
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host: server.hostname,
      port: Number(server.port) || (server.protocol === 'smtps:' ? 465 : 587),
      secure: server.protocol === 'smtps:',
      ...(server.username
        ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }
        : {}),
      pool: true,
      // One for each place of the lanes: a mail server that takes its time with one lane keeps no other waiting.
      maxConnections: Object.values(LANE_PLACES).reduce((sum, places) => sum + places, 0),
      connectionTimeout: MAIL_CONNECT_MS,
      greetingTimeout: MAIL_CONNECT_MS,
      socketTimeout: 20_000,
      // A template must never make the server read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  // Loaded by the first mail, for the sake of a process that sends none.
  let connected: ReturnType<typeof connect> | undefined
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? server.hostname

  return {
    async deliver(mail) {
      connected ??= connect()
      const transporter = await connected
      await transporter.sendMail({
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === null ? {} : { html: mail.html }),
        headers: mail.headers,
        // The same id on every attempt lets receivers drop a duplicate after a lost answer.
        messageId: `<${mail.id}@${domain}>`,
      })
      return server.hostname
    },
    async verify() {
      connected ??= connect()
      await (await connected).verify()
    },
    close: () => void connected?.then((transporter) => transporter.close()),
  }
}
