import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A shop withdraws its ask before the vote ends: the old price applies to everybody. The clock gives back what was paid
 * above it, and tells those who had agreed (return-differences.ts); the others are told here.
 */
export const withdrawHigherPrice: Command<'withdraw-higher-price'> = {
  name: 'withdraw-higher-price',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['price_rise_id'],
  check: (raw) => checkFields(raw, { price_rise_id: uuid('Higher price') }),
  async run({ input, caller, tx, context }) {
    await tx.query(
      'select from public.group_buys where id = (select group_buy_id from public.price_rises where id = $1) for no key update',
      [input.price_rise_id],
    )
    const { rows } = await tx.query<{ group_buy_id: string; is_open: boolean }>(
      `select r.group_buy_id, r.status = 'open' and r.ends_at > clock_timestamp() as is_open
       from public.price_rises r join public.group_buys g on g.id = r.group_buy_id join public.vendors v on v.id = g.vendor_id
       join public.profiles p on p.id = v.owner_id and p.role = 'vendor' where r.id = $1 and v.owner_id = $2`,
      [input.price_rise_id, caller.userId],
    )
    const [rise] = rows
    if (!rise) return refuse('price_rise_not_found')
    if (!rise.is_open) return refuse('price_vote_over')
    await tx.query(`update public.price_rises set status = 'withdrawn', ended_at = clock_timestamp() where id = $1`, [
      input.price_rise_id,
    ])
    const { rows: others } = await tx.query<UnansweredOrderRow>(
      `select o.id, o.user_id, rights.email_of(o.user_id) as email, o.order_no::integer, g.product_name
       from public.orders o join public.group_buys g on g.id = o.group_buy_id where g.id = $1 and o.is_live
         and not exists (select from public.price_answers a where a.order_id = o.id and a.price_rise_id = $2)`,
      [rise.group_buy_id, input.price_rise_id],
    )
    await notifyEach(
      tx,
      'price-rise-withdrawn',
      others.map(({ id: orderId, user_id: person, email: to, order_no: orderNo, product_name: product }) => {
        const facts = { orderId, orderNo, product, backKobo: 0n, backTo: 'source' as const }
        return { to, person, facts, siteUrl: context.siteUrl }
      }),
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'price-rise.withdraw',
      subject: { type: 'group_buy', id: rise.group_buy_id },
    })
    return { price_rise_id: input.price_rise_id }
  },
}

interface UnansweredOrderRow {
  id: string
  user_id: string
  email: string | null
  order_no: number
  product_name: string
}
