import type { Api } from '#api/api.ts'
import { alwaysByMail, type Channel, preferenceColumn, TOPICS, type Topic } from '#domain/notices/topics.ts'

/** The viewer's preferences, or the defaults. */
export async function readPreferences(api: Api) {
  const { data, error } = await api.tables.from('my_notice_preferences').select('*').maybeSingle()
  return { preferences: data as Preferences | null, failure: error?.message ?? null }
}

type Chosen = Exclude<`${Channel}_${Topic}`, 'mail_orders'>

export type Preferences = Record<Chosen, boolean> & { quiet_from: string | null; quiet_to: string | null }

const CHOSEN = TOPICS.flatMap((topic) =>
  (['mail', 'push'] as const)
    .filter((channel) => channel === 'push' || !alwaysByMail(topic))
    .map((channel) => preferenceColumn(channel, topic) as Chosen),
)

/** Reads the form. Hours must have the form "21:00"; invalid or equal hours disable the quiet hours. */
export function readPreferenceForm(form: FormData): Preferences {
  const [from, to] = [hourOf(form.get('quiet_from')), hourOf(form.get('quiet_to'))]
  const isQuiet = form.has('quiet') && from !== null && to !== null && from !== to
  const enabled = Object.fromEntries(CHOSEN.map((name) => [name, form.has(name)])) as Record<Chosen, boolean>
  return { ...enabled, quiet_from: isQuiet ? from : null, quiet_to: isQuiet ? to : null }
}

const hourOf = (raw: unknown): string | null => (/^([01]\d|2[0-3]):00$/.test(String(raw)) ? String(raw) : null)

export async function savePreferences(api: Api, userId: string, preferences: Preferences): Promise<string | null> {
  const { error } = await api.tables.from('notice_preferences').upsert({ person_id: userId, ...preferences })
  return error?.message ?? null
}

/** The viewer's push subscriptions, newest first. */
export async function listDevices(api: Api) {
  const { data } = await api.tables
    .from('my_push_devices')
    .select('id, user_agent, created_at, is_this')
    .order('created_at', { ascending: false })
    .order('id')
    .throwOnError()
  return data.flatMap(({ id, user_agent, is_this }) => (id ? [{ id, user_agent, is_this: is_this === true }] : []))
}

export type PushDevice = Awaited<ReturnType<typeof listDevices>>[number]
