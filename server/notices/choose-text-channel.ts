import { checkFields, oneOf } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { consentWording } from '#domain/text-messages/text-channels.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Consents to notices by SMS or WhatsApp, or ends the consent. Idempotent. */
export const chooseTextChannel: Command<'choose-text-channel'> = {
  name: 'choose-text-channel',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['channel'],
  check: (raw) => checkFields(raw, { channel: oneOf({ label: 'Channel', among: ['sms', 'whatsapp', 'none'] }) }),
  async run({ input: { channel }, caller, tx, context }) {
    // Serialises the choices of one person.
    const { rows: people } = await tx.query(
      'select from public.profiles p where p.id = $1 and not rights.is_disabled(p.id) for no key update',
      [caller.userId],
    )
    if (!people[0]) return refuse('sign_in_required')
    const { rows: addresses } = await tx.query<{ phone: string | null }>(
      'select phone from rights.confirmed_addresses($1)',
      [caller.userId],
    )
    const phone = addresses[0]?.phone
    if (channel !== 'none' && !context.textChannels.includes(channel)) return refuse('text_channel_off')
    if (channel !== 'none' && !phone) return refuse('phone_not_confirmed')
    await tx.query(
      `update public.text_consents set ended_at = clock_timestamp(), end_reason = case when channel = $2 then 'phone_changed' else 'person' end
       where person_id = $1 and ended_at is null and (channel, phone) is distinct from ($2, $3)`,
      [caller.userId, channel, phone ?? null],
    )
    if (channel === 'none' || !phone) return { channel }
    await tx.query(
      `insert into public.text_consents (person_id, channel, phone, wording) values ($1, $2, $3, $4)
       on conflict (person_id) where ended_at is null do nothing`,
      [caller.userId, channel, phone, consentWording(channel, phone)],
    )
    return { channel }
  },
}
