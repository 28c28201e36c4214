import { LANE_CONCURRENCY } from './lanes.ts'

export interface OutgoingMail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
}

export interface MailTransport {
  /** Resolves with the server's host name once it has accepted the mail; rejects otherwise. */
  deliver(mail: OutgoingMail): Promise<string>
  /** Connects and logs in without sending a mail; rejects with the error. */
  verify(): Promise<void>
  close(): void
}

interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string
  /** The sender's address, or `Name <address>`. */
  from: string
}

/** Timeout for connecting and for the greeting. */
export const MAIL_CONNECT_TIMEOUT_MS = 10_000

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
      // One connection per concurrent sender, so that a slow lane does not block the others.
      maxConnections: Object.values(LANE_CONCURRENCY).reduce((sum, places) => sum + places, 0),
      connectionTimeout: MAIL_CONNECT_TIMEOUT_MS,
      greetingTimeout: MAIL_CONNECT_TIMEOUT_MS,
      socketTimeout: 20_000,
      // Content of a mail must never make the server read a file or fetch a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  // Imported on first use, to save memory in processes that send no mail.
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
        // The same Message-ID on every attempt lets receivers drop a duplicate after a lost response.
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
