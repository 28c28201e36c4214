import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

interface BuyerContactRow {
  order_no: number
  may_reach: boolean
  phone: string | null
  email: string | null
}

/**
 * Returns the buyer's phone number and e-mail to the staff responsible for a problem order. Each lookup is written to
 * the audit log.
 */
export const lookUpBuyer: Command<'look-up-buyer'> = {
  name: 'look-up-buyer',
  who: 'signed-in',
  returnsSecrets: true,
  limit: { tries: 60, windowSeconds: 3600 },
  fields: ['order_id'],
  check: (raw) => checkFields(raw, { order_id: uuid('Order') }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    // The account's number takes precedence over that of a delivery address.
    const { rows } = await tx.query<BuyerContactRow>(
      `select o.order_no::integer, public.may_reach_buyer(o.id, $2) as may_reach, rights.email_of(o.user_id) as email,
         coalesce(rights.phone_of(o.user_id), (select a.phone from public.order_addresses a where a.order_id = o.id),
           (select a.phone from public.order_addresses a join public.orders b on b.id = a.order_id where b.user_id = o.user_id order by b.created_at desc limit 1)) as phone
       from public.orders o where o.id = $1`,
      [input.order_id, personId],
    )
    const [found] = rows
    if (!found?.may_reach) return refuse('not_found')
    await recordAct(tx, {
      actorId: personId,
      action: 'buyer.look-up',
      subject: { type: 'order', id: input.order_id },
      after: { order_no: found.order_no },
    })
    return { phone: found.phone, email: found.email }
  },
}
