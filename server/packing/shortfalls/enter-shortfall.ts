import type pg from 'pg'
import { shortfallText } from '#domain/packing/shortfall.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { checkShortfall, planShortfall, SHORTFALL_FIELDS, type ShortfallEntry } from './plan-shortfall.ts'

/**
 * Records short or damaged goods, once for all orders that expect them; entered by the staff of the place or by the
 * shop. The shortfall is divided in whole units and refunded without a claim (semantics.md 2, Bags; design.md 9). For
 * goods that a hub has weighed in, only its staff may enter one.
 */
export const enterShortfall: Command<'enter-shortfall'> = {
  name: 'enter-shortfall',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: SHORTFALL_FIELDS,
  check: checkShortfall,
  async run({ input, caller, tx, context }) {
    const entry = await planShortfall(tx, input, caller.userId)
    if (isRefusal(entry)) return entry
    await tx.query('select public.caused_by($1)', [entry.isHub ? 'hub' : 'vendor'])
    await saveEntry(tx, entry)
    await notifyShop(tx, entry, context.siteUrl)
    return {
      shortfall_id: entry.shortfallId,
      orders: entry.orders,
      waits: entry.waits,
      minutes: entry.waits ? 0 : entry.subject.correct_minutes,
    }
  },
}

const amountText = ({ input, subject, missing, of }: ShortfallEntry): string =>
  shortfallText({ kind: input.kind, missing, of: Number(of), unit: subject.unit })

/** Reduces the orders by their shares at once; the refunds follow (carry-out-shortfalls.ts). */
async function saveEntry(tx: pg.PoolClient, entry: ShortfallEntry): Promise<void> {
  const { input, subject, shares, shortfallId, by, waits } = entry
  await tx.query(
    `insert into public.shortfalls (id, vendor_id, group_buy_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths,
       by_hub_thousandths, orders, goods_kobo, returned_kobo, reason, photo, entered_by, status, due_at, answer_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, clock_timestamp() + make_interval(mins => $17), clock_timestamp() + make_interval(hours => $18))`,
    [
      shortfallId,
      subject.vendor_id,
      input.group_buy_id,
      input.line_id,
      input.pickup_point_id,
      input.kind,
      entry.missing,
      entry.of,
      entry.vendorThousandths,
      entry.hubThousandths,
      entry.orders,
      entry.goodsKobo,
      input.reason,
      input.photo,
      by,
      waits ? 'waiting' : 'entered',
      waits ? null : subject.correct_minutes,
      waits && !subject.by_shop ? subject.answer_hours : null,
    ],
  )
  await tx.query(
    `insert into public.shortfall_shares (shortfall_id, line_id, missing_thousandths, goods_kobo)
     select $1, s.line_id, s.missing, s.goods from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as s (line_id, missing, goods)`,
    [
      shortfallId,
      shares.map(({ lineId }) => lineId),
      shares.map(({ missingThousandths }) => missingThousandths),
      shares.map(({ goodsKobo }) => goodsKobo),
    ],
  )
  await recordAct(tx, {
    actorId: by,
    action: 'delivery.shortfall',
    subject: { type: 'shortfall', id: shortfallId },
    after: {
      what: subject.what,
      amount: amountText(entry),
      orders: entry.orders,
      reason: input.reason,
      goods_kobo: Number(entry.goodsKobo),
      waits,
      by_hub: entry.hubThousandths > 0n,
    },
  })
}

/** Notifies the shop, which may have to answer. Buyers are notified of their refunds. */
async function notifyShop(tx: pg.PoolClient, entry: ShortfallEntry, siteUrl: string): Promise<void> {
  const { input, subject, waits } = entry
  await queueSystemMail(tx, 'short-delivery-shop', {
    to: subject.shop_email,
    person: subject.owner_id,
    siteUrl,
    facts: {
      what: subject.what,
      amount: amountText(entry),
      reason: input.reason,
      orders: entry.orders,
      goodsKobo: entry.goodsKobo,
      byHub: entry.hubThousandths > 0n,
      waits,
      answerHours: waits && !subject.by_shop ? subject.answer_hours : null,
      minutes: subject.correct_minutes,
    },
  })
}
