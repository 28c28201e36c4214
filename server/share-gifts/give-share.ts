import type pg from 'pg'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { readInvitee } from '#domain/hand-overs/invitee.ts'
import { refuse } from '#domain/refusal.ts'
import { giftEndsAt, givingFault } from '#domain/share-gifts/giving.ts'
import type { Command } from '#server/command.ts'

const NO_CONTACT = /*i18n*/ 'Enter an e-mail address or a Nigerian phone number.'

const MAX_GIFTS_A_DAY = 5

/** A buyer offers their share to a named person or the waiting list. They keep it until somebody has paid for it. */
export const giveShare: Command<'give-share'> = {
  name: 'give-share',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, windowSeconds: 3600 },
  fields: ['order_id', 'to', 'note'],
  check: (raw) =>
    checkFields(raw, {
      order_id: uuid('Order'),
      to: text({ label: /*i18n*/ 'E-mail or phone', max: 255 }),
      note: text({ label: /*i18n*/ 'Note', min: 0, max: 200 }),
    }),
  async run({ input, caller, tx }) {
    const toList = input.to === 'waiting-list'
    const receiver = toList ? null : readInvitee(input.to)
    if (!toList && !receiver) return refuse('invalid_input', { message: NO_CONTACT, errors: { to: NO_CONTACT } })
    const share = await lockShare(tx, { orderId: input.order_id, userId: caller.userId ?? '' })
    if (!share) return refuse('order_not_found')
    const fault = givingFault(
      {
        status: share.status,
        waitsToTakeOver: share.waits,
        isBeingPaid: share.is_being_paid,
        buyStatus: share.buy_status,
        paymentDueAt: share.payment_due_at,
      },
      share.now,
    )
    if (fault) return fault
    if (share.has_gift) return refuse('gift_open')
    if (share.gifts >= MAX_GIFTS_A_DAY) return refuse('gifts_used_up')
    const { rows: own } = await tx.query(
      'select from rights.confirmed_addresses($1) u where u.email = $2 or u.phone = $3',
      [caller.userId, receiver?.email ?? null, receiver?.phone ?? null],
    )
    if (own.length > 0) return refuse('own_share')
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.share_gifts (order_id, giver_id, email, phone, to_waiting_list, note, expires_at) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        input.order_id,
        caller.userId,
        receiver?.email ?? null,
        receiver?.phone ?? null,
        toList,
        input.note,
        giftEndsAt({ now: share.now, paymentDueAt: share.payment_due_at }),
      ],
    )
    const id = rows[0]?.id ?? ''
    if (toList && !(await passOn(tx, id))) return refuse('nobody_waits')
    return { gift_id: id }
  },
}

/** Offers the share to the first in line; false if no one who waits can take it. */
async function passOn(tx: pg.PoolClient, giftId: string): Promise<boolean> {
  await tx.query('select public.pass_gift_on($1)', [giftId])
  const { rows } = await tx.query<{ is_open: boolean }>('select is_open from public.share_gifts where id = $1', [
    giftId,
  ])
  return rows[0]?.is_open ?? false
}

interface Share {
  status: string
  waits: boolean
  buy_status: string
  payment_due_at: Date
  is_being_paid: boolean
  has_gift: boolean
  /** Offers of the last 24 hours: each is a mail or text message to somebody who did not ask for it. */
  gifts: number
  now: Date
}

/** Lock order: the person, the buy, then the order. Null for an order that is not theirs or not of a buy. */
async function lockShare(
  tx: pg.PoolClient,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<Share | null> {
  const { rows: buys } = await tx.query<{ id: string }>(
    `select g.id, public.caused_by('buyer') from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = $1 and o.user_id = $2`,
    [orderId, userId],
  )
  const [buy] = buys
  if (!buy) return null
  await tx.query('select public.await_joiners(array[$1]::uuid[], array[$2]::uuid[])', [userId, buy.id])
  const { rows } = await tx.query<Share>(
    `select o.status, o.status = 'pending' and not o.is_live as waits, g.status as buy_status, g.payment_due_at, public.is_being_paid(o.id) as is_being_paid,
       exists (select from public.share_gifts s where s.order_id = o.id and s.is_open) as has_gift,
       (select count(*)::integer from public.share_gifts s where s.order_id = o.id and s.created_at > clock_timestamp() - interval '24 hours') as gifts, clock_timestamp() as now
     from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = $1 and g.payment_due_at is not null for update of o`,
    [orderId],
  )
  return rows[0] ?? null
}
