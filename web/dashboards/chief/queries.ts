import type { Api } from '#api/api.ts'
import { likeText, listPage, rowsOf } from '../../list-page.ts'

/** All values of all settings, the newest first within a key; "-infinity" is the beginning of time. */
export async function readSettings(api: Api) {
  const { data, error } = await api.tables
    .from('settings')
    .select('key, value, effective_from, note, created_at')
    .order('key')
    .order('effective_from', { ascending: false })
    .limit(1000)
  return { rows: data ?? [], failure: error?.message ?? null }
}

export interface SettingChange {
  key: string
  value: number | string | null
  effective_from: string
  note: string
}

export function addSetting(api: Api, change: SettingChange) {
  return api.tables.from('settings').insert(change).select('key')
}

export async function listTemplates(api: Api) {
  const { data, error } = await api.tables.from('email_templates').select('id, type, subject, updated_at').order('type')
  return { rows: data ?? [], failure: error?.message ?? null }
}

export async function readTemplate(api: Api, id: string) {
  const query = api.tables.from('email_templates').select('id, type, subject, content, updated_at')
  return (await query.eq('id', id).maybeSingle()).data
}

export function changeTemplate(api: Api, id: string, words: { subject: string; content: string }) {
  return api.tables.from('email_templates').update(words).eq('id', id).select('id')
}

export interface Person {
  id: string
  email: string | null
  phone: string | null
  full_name: string
  role: string
  created_at: string
  last_sign_in_at: string | null
  confirmed: boolean | null
}

export async function listPeople(api: Api, given: { search: string; role: string; page: number }) {
  let query = api.tables.from('user_directory').select('*', { count: 'exact' })
  if (given.role) query = query.eq('role', given.role)
  const like = likeText(given.search)
  if (given.search) query = query.or(`full_name.ilike."${like}",email.ilike."${like}"`)
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(given.page))
      .overrideTypes<Person[], { merge: false }>(),
  )
}

export const MAIL_STATES = ['pending', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** One page of the mails written from templates, the newest first. */
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
