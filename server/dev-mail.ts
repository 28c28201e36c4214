import { listStoredMail, type StoredMail } from '#platform/mail/stored-mail.ts'
import type { Database } from '#platform/postgres/database.ts'

/**
 * Lists unsent mails at /dev/mail, as JSON at /dev/mail.json; only mounted in demo mode. `?to=` filters by recipient.
 */
export async function devMail(request: Request, database: Database): Promise<Response> {
  const url = new URL(request.url)
  const to = url.searchParams.get('to')
  const mails = await listStoredMail(database, to ? { to } : {})
  if (url.pathname.endsWith('.json')) return Response.json(mails, { headers: { 'cache-control': 'no-store' } })
  return new Response(page(mails), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

function page(mails: StoredMail[]): string {
  const list =
    mails.length === 0
      ? '<p>No mail yet. Sign up with any address and look here again.</p>'
      : mails.map(article).join('')
  return `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kept mail</title><link rel="stylesheet" href="/dev-mail.css"></head>
<body><main><h1>Kept mail</h1><p>No mail server is configured, so mails stay here.</p>${list}</main></body></html>`
}

function article(mail: StoredMail): string {
  const when = new Intl.DateTimeFormat('en-NG', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Africa/Lagos',
  }).format(new Date(mail.createdAt))
  const text = escapeHtml(mail.text).replace(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)
  return `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${when}</p><pre>${text}</pre></article>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
