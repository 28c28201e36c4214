import type { Api } from '#api/api.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { COUNTED, isId, likeText, listPage, rowRange } from '#web/list-page.ts'

export async function listTemplates(api: Api) {
  const { data, error } = await api.tables
    .from('email_templates')
    .select('id, type, subject, updated_at')
    .order('type')
    .limit(200)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export async function readTemplate(api: Api, id: string) {
  const query = api.tables
    .from('email_templates')
    .select('id, type, subject, content, updated_at, default_subject, default_content, required')
  return (await query.eq('id', id).maybeSingle()).data
}

/** Updates a template; no row if its version has changed. */
export function changeTemplate(
  api: Api,
  { id, version }: { id: string; version: string },
  words: { subject: string; content: string },
) {
  return api.tables.from('email_templates').update(words).eq('id', id).eq('updated_at', version).select('id')
}

/** The last changes of a template, newest first, with the words before and after. */
export async function listTemplateChanges({ tables }: Api, id: string) {
  const { data } = await tables
    .from('audit_log')
    .select('id, at, before, after, actor_id')
    .eq('subject_type', 'template')
    .eq('subject_id', id)
    .neq('action', 'template.test')
    .order('at', { ascending: false })
    .limit(20)
    .throwOnError()
  const changes = data
  const ids = changes.flatMap(({ actor_id: actor }) => actor ?? [])
  const people = ids.length > 0 ? await tables.from('profiles').select('id, full_name').in('id', ids) : { data: [] }
  return changes.map(({ actor_id: actor, ...change }) => ({
    ...change,
    who: people.data?.find((person) => person.id === actor)?.full_name ?? 'The operator',
  }))
}

/** Which text of a message it is. */
interface TextKey {
  name: string
  part: string
  variant: string
  language: string
}

/** The newest versions of a text of a message, newest first. */
export async function listOwnVersions({ tables }: Api, { name, part, variant, language }: TextKey) {
  const { data, error } = await tables
    .from('message_texts')
    .select('version, subject, body, standard_subject, standard_body, author_name, created_at')
    .eq('kind', name)
    .eq('part', part)
    .eq('variant', variant)
    .eq('language', language)
    .order('version', { ascending: false })
    .limit(50)
  if (error) throw error
  return data
}

/** The texts that chiefs have written, without those that were taken back. At most one for each message, part, case and language. */
export async function listOwnTexts({ tables }: Api) {
  const { data } = await tables
    .from('message_texts_now')
    .select('kind, part, variant, language, standard_subject, standard_body, created_at')
    .not('body', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1000)
    .throwOnError()
  return data
}

/** `repeatable`: failed and can be resent, as counted in the view `waiting`. */
export type MailState = 'pending' | 'sent' | 'failed' | 'repeatable'

interface MailFilters {
  search: string
  status: MailState | ''
  /** Lagos days; empty for open ends. */
  from: string
  until: string
  sort: string
  page: number
}

/** With the index `email_logs_newest`. */
export const MAIL_SORTS = { when: 'created_at' }
export const MAIL_ORDER = '-when'

/** One page of the mails that the market sent, newest first. */
export async function listMails(api: Api, filters: MailFilters) {
  let query = api.tables
    .from('email_logs')
    .select(
      'id, recipient_email, subject, content, status, error, kind, sent_at, created_at, template:email_templates(type)',
      COUNTED,
    )
  if (filters.status === 'repeatable') {
    query = query.eq('status', 'failed').not('kind', 'like', 'auth-%').gt('created_at', retentionStart())
  } else if (filters.status) query = query.eq('status', filters.status)
  const like = likeText(filters.search)
  if (filters.search) query = query.or(`recipient_email.ilike."${like}",subject.ilike."${like}"`)
  return listPage(
    await sortedBy(withinDays(query, 'created_at', filters), MAIL_SORTS, { sort: filters.sort, fallback: MAIL_ORDER })
      .order('id')
      .range(...rowRange(filters.page)),
  )
}

export type ListedMail = Awaited<ReturnType<typeof listMails>>['rows'][number]

/** The content of a mail is retained for 30 days. */
const retentionStart = () => new Date(Date.now() - 30 * 86_400_000).toISOString()

/** Whether a mail can be resent. */
export function isRepeatable({
  status,
  kind,
  created_at: at,
}: Pick<ListedMail, 'status' | 'kind' | 'created_at'>): boolean {
  return status === 'failed' && kind !== null && !kind.startsWith('auth-') && at > retentionStart()
}

/** A mail with its tries, its person and the order that it names, for chiefs; null if there is none. */
export async function readMail(api: Api, id: string) {
  if (!isId(id)) return null
  const { data: mail } = await api.tables.from('mail_records').select('*').eq('id', id).maybeSingle()
  if (!mail?.id) return null
  const orderNo = /\border (\d{1,9})\b/i.exec(mail.subject ?? '')?.[1]
  const [person, order] = await Promise.all([
    mail.user_id ? api.tables.from('profiles').select('id, full_name').eq('id', mail.user_id).maybeSingle() : null,
    orderNo ? api.tables.from('orders').select('id, order_no').eq('order_no', Number(orderNo)).maybeSingle() : null,
  ])
  return { ...mail, person: person?.data ?? null, order: order?.data ?? null }
}

/** The latest failed mails that can be resent. */
export async function listFailedMails(api: Api) {
  const { data, error } = await api.tables
    .from('email_logs')
    .select('id, recipient_email, subject, error, created_at')
    .eq('status', 'failed')
    .not('kind', 'like', 'auth-%')
    .gt('created_at', retentionStart())
    .order('created_at', { ascending: false })
    .limit(12)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type FailedMail = Awaited<ReturnType<typeof listFailedMails>>['rows'][number]
