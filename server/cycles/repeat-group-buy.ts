import { CYCLE_PERIODS, firstRound, shareDayOf } from '#domain/cycles/rounds.ts'
import { checkFields, oneOf, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** From this buy on, the market opens the next one each week or month, with the terms of the one before. */
export const repeatGroupBuy: Command<'repeat-group-buy'> = {
  name: 'repeat-group-buy',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['group_buy_id', 'period'],
  check: (raw) =>
    checkFields(raw, { group_buy_id: uuid('Group buy'), period: oneOf({ label: 'period', among: CYCLE_PERIODS }) }),
  async run({ input, caller, tx }) {
    await tx.query(`select public.caused_by('vendor')`)
    // The product's lock serialises two presses, and archiving it.
    const { rows } = await tx.query<RepeatedBuyRow>(
      `select g.id, g.vendor_id, g.product_id, g.status, g.starts_at, coalesce(f.former_end_date, g.end_date) as end_date,
         to_char(coalesce(f.former_share_date, g.share_date), 'YYYY-MM-DD') as share_date, to_char(g.share_date, 'YYYY-MM-DD') as last_share_date,
         p.archived_at is not null as is_archived, v.status = 'active' as is_shop_active, clock_timestamp() as now
       from public.group_buys g join public.products p on p.id = g.product_id join public.vendors v on v.id = g.vendor_id
       join public.profiles o on o.id = v.owner_id and o.role = 'vendor' left join lateral (select b.former_end_date, b.former_share_date from public.buy_broadcasts b
         where b.group_buy_id = g.id and b.kind = 'extension' order by b.created_at limit 1) f on true
       where g.id = $1 and v.owner_id = $2 for no key update of p`,
      [input.group_buy_id, caller.userId],
    )
    const [buy] = rows
    if (!buy) return refuse('buy_not_found')
    if (!buy.is_shop_active) return refuse('shop_is_suspended')
    if (buy.is_archived) return refuse('product_archived')
    if (buy.status === 'draft' || !buy.starts_at || !buy.share_date) return refuse('never_published')
    const { rowCount: repeated } = await tx.query(
      `select from public.buy_cycles where product_id = $1 and status <> 'ended'`,
      [buy.product_id],
    )
    if (repeated) return refuse('cycle_exists')
    const rule = { period: input.period, shareDay: shareDayOf(buy.share_date) }
    const first = { opensAt: buy.starts_at, endDate: buy.end_date, shareDate: buy.share_date }
    const next = firstRound(first, rule, { now: buy.now, after: buy.last_share_date })
    const { rows: created } = await tx.query<{ id: string }>(
      `insert into public.buy_cycles (vendor_id, product_id, period, share_day, next_opens_at, next_end_date, next_share_date)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [buy.vendor_id, buy.product_id, rule.period, rule.shareDay, next.opensAt, next.endDate, next.shareDate],
    )
    const [cycle] = created
    if (!cycle) throw new Error('An insert returns its row')
    await tx.query('update public.group_buys set cycle_id = $2 where id = $1', [buy.id, cycle.id])
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'group-buy.repeat',
      subject: { type: 'group_buy', id: buy.id },
      after: { cycle_id: cycle.id, period: rule.period, next_share_date: next.shareDate },
    })
    return { cycle_id: cycle.id, next_share_date: next.shareDate }
  },
}

interface RepeatedBuyRow {
  id: string
  vendor_id: string
  product_id: string
  status: string
  starts_at: Date | null
  /** As published, before the shop extended it. */
  end_date: Date
  share_date: string | null
  last_share_date: string | null
  is_archived: boolean
  is_shop_active: boolean
  now: Date
}
