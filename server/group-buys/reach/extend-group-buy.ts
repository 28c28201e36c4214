import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { assert } from '#domain/assert.ts'
import { moment } from '#domain/forms/times.ts'
import { checkFields, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { extensionFault, MAX_EXTENSION_DAYS } from '#domain/group-buys/selling/extending.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyVendors } from '#server/notices/notify-vendors.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A shop, or staff who oversee it, keep an open group buy open longer. Payment and sharing day move as far as they must, everybody in it is told,
 * and may leave free for 48 hours.
 */
export const extendGroupBuy: Command<'extend-group-buy'> = {
  name: 'extend-group-buy',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id', 'days', 'end_date'],
  check: (raw) =>
    checkFields(raw, {
      group_buy_id: uuid('Group buy'),
      days: wholeNumber({ label: 'Days', min: 1, max: MAX_EXTENSION_DAYS }),
      end_date: moment({ label: 'End date' }),
    }),
  async run({ input, caller, tx, context }) {
    // Locked before it is read: the clock closes the buy before or after, but not meanwhile.
    await tx.query('select from public.group_buys where id = $1 for no key update', [input.group_buy_id])
    const { rows } = await tx.query<ExtensibleBuyRow>(
      `select g.status, g.starts_at, g.end_date, to_char(g.share_date, 'YYYY-MM-DD') as share_date, g.extended_at, g.top_up_at is not null as is_topped_up, v.status = 'active' as is_shop_active, v.owner_id <> $2 as is_by_staff, clock_timestamp() as now,
         (select count(*)::integer from public.buy_broadcasts b where b.group_buy_id = g.id and b.kind = 'extension') as extensions,
         public.has_late_promise(g) as has_late_promise
       from public.group_buys g join public.vendors v on v.id = g.vendor_id join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
       where g.id = $1 and (v.owner_id = $2 or rights.person_oversees($2, v.state)) and g.share_date is not null`,
      [input.group_buy_id, caller.userId],
    )
    const buy = rows[0]
    if (!buy) return refuse('buy_not_found')
    if (!buy.is_shop_active) return refuse('shop_is_suspended')
    const fault = extensionFault(
      {
        status: buy.status,
        startsAt: buy.starts_at,
        endDate: buy.end_date,
        shareDate: buy.share_date,
        extendedAt: buy.extended_at,
        isToppedUp: buy.is_topped_up,
        extensions: buy.extensions,
        hasLatePromise: buy.has_late_promise,
      },
      { days: input.days, now: buy.now },
    )
    if (fault) return fault
    // Screens show minutes or microseconds; a repeated press shows a former end.
    if (Math.abs(Date.parse(input.end_date) - buy.end_date.getTime()) >= 60_000) return refuse('dates_changed')
    const id = randomUUID()
    await tx.query(
      `insert into public.buy_broadcasts (id, group_buy_id, author_id, kind, days) values ($1, $2, $3, 'extension', $4)`,
      [id, input.group_buy_id, caller.userId, input.days],
    )
    const extension = await readExtension(tx, id)
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.extend',
      subject: { type: 'group_buy', id: input.group_buy_id },
      before: { end_date: buy.end_date, share_date: buy.share_date },
      after: { days: input.days, end_date: extension.end_date, share_date: extension.share_date },
    })
    if (buy.is_by_staff)
      await notifyVendors(tx, { mail: 'shop-buy-moved', buyIds: [input.group_buy_id], siteUrl: context.siteUrl })
    return {
      broadcast_id: id,
      recipients: extension.recipients,
      end_date: extension.end_date.toISOString(),
      payment_due_at: extension.payment_due_at.toISOString(),
      share_date: extension.share_date,
    }
  },
}

/** The dates and the number of recipients, which the triggers write. */
async function readExtension(tx: pg.PoolClient, id: string) {
  const { rows } = await tx.query<ExtensionRow>(
    `select recipients, end_date, public.payment_due_at(share_date) as payment_due_at, to_char(share_date, 'YYYY-MM-DD') as share_date
     from public.buy_broadcasts where id = $1`,
    [id],
  )
  const { recipients = 0, end_date, payment_due_at, share_date } = rows[0] ?? {}
  assert(end_date && payment_due_at && share_date, 'An extension has dates (an_extension_has_dates)')
  return { recipients, end_date, payment_due_at, share_date }
}

interface ExtensibleBuyRow {
  status: string
  starts_at: Date
  end_date: Date
  /** 'YYYY-MM-DD' */
  share_date: string
  extended_at: Date | null
  is_topped_up: boolean
  is_shop_active: boolean
  is_by_staff: boolean
  now: Date
  extensions: number
  has_late_promise: boolean
}

interface ExtensionRow {
  recipients: number
  end_date: Date | null
  payment_due_at: Date | null
  /** 'YYYY-MM-DD' */
  share_date: string | null
}
