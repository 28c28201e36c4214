import type { Api } from '#api/api.ts'
import { likeText, listPage, rowsOf } from '../list-page.ts'

export async function listTemplates(api: Api) {
  const { data, error } = await api.tables.from('email_templates').select('id, type, subject, updated_at').order('type')
  return { rows: data ?? [], failure: error?.message ?? null }
}

export async function readTemplate(api: Api, id: string) {
  const query = api.tables.from('email_templates').select('id, type, subject, content, updated_at')
  return (await query.eq('id', id).maybeSingle()).data
}

/** Writes nothing if the template is no longer of this version. */
export function changeTemplate(
  api: Api,
  { id, version }: { id: string; version: string },
  words: { subject: string; content: string },
) {
  return api.tables.from('email_templates').update(words).eq('id', id).eq('updated_at', version).select('id')
}

export const MAIL_STATES = ['pending', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** One page of mails written from templates, newest first. */
export async function listMails(api: Api, given: { search: string; status: MailState | ''; page: number }) {
  let query = api.tables
    .from('email_logs')
    .select(
      'id, recipient_email, subject, content, status, error, sent_at, created_at, template:email_templates(type)',
      {
        count: 'exact',
      },
    )
  if (given.status) query = query.eq('status', given.status)
  const like = likeText(given.search)
  if (given.search) query = query.or(`recipient_email.ilike."${like}",subject.ilike."${like}"`)
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(given.page)),
  )
}

export type ListedMail = Awaited<ReturnType<typeof listMails>>['rows'][number]

/** The latest mails that could not be sent. */
export async function listFailedMails(api: Api) {
  const { data } = await api.tables
    .from('email_logs')
    .select('id, recipient_email, subject, error, created_at')
    .eq('status', 'failed')
    .order('created_at', { ascending: false })
    .limit(12)
  return data ?? []
}

export type FailedMail = Awaited<ReturnType<typeof listFailedMails>>[number]
