import { refuse } from '#domain/refusal.ts'
import { checkFields, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'
import { lockUncollected } from './read-uncollected.ts'

/** How the buyer of goods that were not collected is reached, for whoever decides with them. Each look is in the audit log. */
export const lookUpBuyer: Command<'look-up-buyer'> = {
  name: 'look-up-buyer',
  who: 'signed-in',
  tellsSecrets: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id'],
  check: (raw) => checkFields(raw, { order_id: uuid('Order') }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    const found = await lockUncollected(tx, { orderId: input.order_id, personId })
    if (!found?.may_decide) return refuse('not_found')
    if (found.closed_at) return refuse('decided_already')
    // Their own number before the one that they gave for a door.
    const { rows } = await tx.query<{ phone: string | null }>(
      `select coalesce(rights.phone_of($2),
         (select a.phone from public.order_addresses a where a.order_id = $1),
         (select a.phone from public.order_addresses a join public.orders o on o.id = a.order_id where o.user_id = $2 order by o.created_at desc limit 1)) as phone`,
      [input.order_id, found.user_id],
    )
    await recordAct(tx, {
      ...{ actorId: personId, action: 'uncollected.look', subject: { type: 'order', id: input.order_id } },
      after: { order_no: found.order_no },
    })
    return { phone: rows[0]?.phone ?? null, email: found.email }
  },
}
