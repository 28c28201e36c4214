import type pg from 'pg'
import { uuidText } from '#domain/forms/validation.ts'
import { waitFault } from '#domain/group-buys/participants/waiting-list.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Puts a person on the waiting list of a full buy. Asking again changes the quantity and keeps the place in line. */
export const joinWaitingList: Command<'join-waiting-list'> = {
  name: 'join-waiting-list',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['group_buy_id', 'quantity'],
  check: (raw) => ({
    ok: true,
    value: {
      group_buy_id: uuidText(raw.group_buy_id) || NO_BUY_ID,
      quantity: typeof raw.quantity === 'number' ? raw.quantity : Number.NaN,
    },
  }),
  async run({ input, caller, tx }) {
    const { group_buy_id: buyId, quantity } = input
    const personId = caller.userId ?? ''
    // The locks of a join: what this reads as taken cannot become free unnoticed.
    await tx.query('select public.await_joiners(array[$1]::uuid[], array[$2]::uuid[])', [personId, buyId])
    const row = await readFullBuy(tx, { buyId, personId })
    const fault = waitFault(row && fullBuy(row), {
      quantity,
      waiter: {
        servesShop: row?.serves_shop ?? false,
        confirmed: row?.is_confirmed ?? false,
        liveQuantity: row?.live_quantity ?? 0,
        hasOffer: row?.has_offer ?? false,
      },
      now: row?.now ?? new Date(0),
    })
    if (fault) return fault
    await tx.query(
      `insert into public.buy_waits (group_buy_id, person_id, quantity) values ($1, $2, $3)
       on conflict (group_buy_id, person_id) where is_open do update set quantity = excluded.quantity`,
      [buyId, personId, quantity],
    )
    // A smaller quantity than before may fit into what is free.
    await tx.query('select public.offer_places($1)', [buyId])
    const { rows } = await tx.query<{ status: string }>(
      'select status from public.buy_waits where group_buy_id = $1 and person_id = $2 and is_open',
      [buyId, personId],
    )
    return { wait: { group_buy_id: buyId, quantity, status: rows[0]?.status ?? 'waiting' } }
  },
}

/** The nil UUID, which no buy has. */
const NO_BUY_ID = '00000000-0000-0000-0000-000000000000'

interface FullBuyRow {
  now: Date
  status: string
  end_date: Date
  min_quantity: number
  max_quantity: number | null
  target_quantity: number
  free_units: number
  has_place: boolean
  live_quantity: number
  has_offer: boolean
  is_confirmed: boolean
  serves_shop: boolean
}

async function readFullBuy(
  tx: pg.PoolClient,
  { buyId, personId }: { buyId: string; personId: string },
): Promise<FullBuyRow | null> {
  const { rows } = await tx.query<FullBuyRow>(
    `select clock_timestamp() as now, case when v.status = 'active' then g.status else 'suspended' end as status, g.end_date, g.min_quantity, public.own_max_quantity(g.id, $2, g.max_quantity) as max_quantity,
       g.target_quantity, g.target_quantity - g.current_quantity - public.offered_units(g) as free_units,
       coalesce(g.current_participants + public.offered_people(g) < g.max_participants, true) as has_place,
       coalesce((select sum(o.quantity) from public.orders o where o.group_buy_id = g.id and o.user_id = $2 and o.is_live), 0)::integer as live_quantity,
       exists (select from public.buy_waits w where w.group_buy_id = g.id and w.person_id = $2 and w.status = 'offered') as has_offer,
       coalesce((select f.is_confirmed from public.facts_of_joiners(array[$2]::uuid[], array[g.id]) f), false) as is_confirmed,
       v.owner_id = $2 or rights.serves_shop($2, g.vendor_id) as serves_shop
     from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = $1 and g.status <> 'draft'`,
    [buyId, personId],
  )
  return rows[0] ?? null
}

const fullBuy = (row: FullBuyRow) => ({
  status: row.status,
  endDate: row.end_date,
  minQuantity: row.min_quantity,
  maxQuantity: row.max_quantity,
  targetQuantity: row.target_quantity,
  freeUnits: row.free_units,
  hasPlace: row.has_place,
})
