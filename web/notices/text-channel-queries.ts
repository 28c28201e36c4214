import type { Api } from '#api/api.ts'
import type { TextChannel } from '#domain/text-messages/text-channels.ts'

/** The viewer's confirmed number and their choice of SMS or WhatsApp. */
export async function readTextChoice(api: Api) {
  const { data } = await api.tables
    .from('my_text_channel')
    .select('confirmed_phone, channel, phone, ended_at, end_reason')
    .maybeSingle()
  const { confirmed_phone = null, channel = null, phone = null, ended_at = null, end_reason = null } = data ?? {}
  const last = channel && phone ? { channel: channel as TextChannel, phone } : null
  // Another number needs another consent.
  const isCurrent = ended_at === null && phone === confirmed_phone
  return {
    confirmedPhone: confirmed_phone,
    current: last && isCurrent ? last : null,
    ended: last && !isCurrent ? { ...last, reason: end_reason } : null,
  }
}

export type TextChoice = Awaited<ReturnType<typeof readTextChoice>>
