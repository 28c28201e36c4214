import { CONTACT_REASON_LENGTH } from '#domain/accounts/suspension.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

interface ContactRow {
  may: boolean
  phone: string | null
  email: string | null
}

/** Returns how to reach a person to staff who may open their record. Each time is in the audit log with its reason. */
export const revealContact: Command<'reveal-contact'> = {
  name: 'reveal-contact',
  who: 'signed-in',
  returnsSecrets: true,
  limit: { tries: 60, windowSeconds: 3600 },
  fields: ['user_id', 'reason'],
  check: (raw) =>
    checkFields(raw, { user_id: uuid('Account'), reason: text({ label: 'Reason', ...CONTACT_REASON_LENGTH }) }),
  async run({ input: { user_id: id, reason }, caller, tx }) {
    const { rows } = await tx.query<ContactRow>(
      `select public.may_see_person($2, p.id) as may, rights.email_of(p.id) as email, rights.phone_of(p.id) as phone
       from public.profiles p where p.id = $1`,
      [id, caller.userId],
    )
    const [found] = rows
    if (!found?.may) return refuse('user_not_found')
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'contact.reveal',
      subject: { type: 'profile', id },
      after: { reason },
    })
    return { phone: found.phone, email: found.email }
  },
}
