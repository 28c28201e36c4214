import type pg from 'pg'
import { lotNextStepText } from '#domain/claims/lot-texts.ts'
import { notifyEach, queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { lockLot } from './read-lot.ts'

interface LotNotice {
  lotId: string
  event: 'opened' | 'decided' | 'appealed' | 'final'
  siteUrl: string
}

/**
 * Notifies the shop of an event of a lot, and the staff who must act next; when it opens, also all buyers of the lot.
 */
export async function notifyOfLot(tx: pg.PoolClient, { lotId, event, siteUrl }: LotNotice): Promise<void> {
  const lot = await lockLot(tx, { lotId, personId: null })
  if (!lot) return
  const summary = { lotNo: lot.lot_no, what: lot.what }
  const { status, respond_by: respondBy, decide_by: decideBy, appeal_by: appealBy } = lot
  await queueSystemMail(tx, 'lot-of-shop', {
    to: lot.shop_email,
    person: lot.shop_owner,
    siteUrl,
    facts: { ...summary, lotId, event, next: lotNextStepText({ status, respondBy, decideBy, appealBy }) },
  })
  if (event === 'opened') {
    const buyers = (await readBuyers(tx, lotId)).map(({ person, email, claimed, order_id, order_no }) => ({
      to: email,
      person,
      siteUrl,
      facts: { ...summary, orderId: order_id, orderNo: order_no, claimed },
    }))
    await notifyEach(tx, 'lot-of-buyer', buyers)
  }
  if (event !== 'opened' && event !== 'appealed') return
  const area = event === 'opened' ? ('coordinator' as const) : ('chief' as const)
  const facts = { ...summary, lotId, shop: lot.shop, area, by: event === 'opened' ? decideBy : null }
  const deciders = await readDeciders(tx, lotId, area)
  await notifyEach(
    tx,
    'lot-to-judge',
    deciders.map(({ person, email }) => ({ to: email, person, siteUrl, facts })),
  )
}

/** Reads the buyers whose goods are from this lot, each once. */
async function readBuyers(tx: pg.ClientBase, lotId: string) {
  const { rows } = await tx.query<{
    person: string
    email: string | null
    claimed: boolean
    order_id: string
    order_no: number
  }>(
    `select distinct on (o.user_id) o.user_id as person, rights.email_of(o.user_id) as email, o.id as order_id, o.order_no::integer,
       exists (select from public.claims c where c.lot_id = l.id and c.buyer_id = o.user_id) as claimed
     from public.lot_incidents l join public.orders o on o.group_buy_id = l.group_buy_id
     where l.id = $1 and o.is_paid and o.status not in ('refunding', 'refunded') order by o.user_id, o.order_no`,
    [lotId],
  )
  return rows
}

/** Reads the staff who may decide, without those who are a party to the case. */
async function readDeciders(tx: pg.ClientBase, lotId: string, area: 'coordinator' | 'chief') {
  const { rows } = await tx.query<{ person: string; email: string | null }>(
    `select id as person, rights.email_of(id) as email from public.profiles
     where role = $1 and rights.can_sign_in(id) and public.may_judge_lot($2, id, $3) order by id`,
    [area, lotId, area === 'chief' ? 'appeal' : 'decide'],
  )
  return rows
}
