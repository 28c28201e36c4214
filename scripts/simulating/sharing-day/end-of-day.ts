import type pg from 'pg'

/** The result of a sharing day; amounts in kobo. */
export interface DayEnd {
  states: { state: State; shares: number; goodsKobo: number }[]
  proofs: { proof: string; handOvers: number; releasedKobo: number }[]
  sums: DaySums
  faults: string[]
}

interface DaySums {
  collectedKobo: number
  heldKobo: number
  returnedKobo: number
  vendorKobo: number
  /** Fees of buyers and vendors, and for delivery. */
  feesKobo: number
}

const STATES = {
  'taken, its money released': `status = 'completed' and open = 0 and unreleased = 0 and taken_kobo > 0 and held_kobo = 0`,
  'not collected, its money held': `status = 'ready' and open = 1 and taken_kobo = 0 and held_kobo = charged_kobo - returned_kobo`,
  'collected in part, the rest of its money held': `status = 'ready' and open = 1 and unreleased = 0 and taken_kobo > 0 and held_kobo > 0`,
  'given back whole': `status = 'refunded' and open = 0 and taken_kobo = 0 and held_kobo = 0 and returned_kobo = charged_kobo`,
} as const
type State = keyof typeof STATES

/** Reads the state of every share, the proofs of all releases of money, and violations. */
export async function readDayEnd(owner: pg.Client): Promise<DayEnd> {
  const { rows: shares } = await owner.query<ShareRow>(SHARES)
  const faults: string[] = []
  const states = new Map<State, { shares: number; goodsKobo: number }>()
  for (const { order_no, status, goods_kobo, is_in } of shares) {
    const [state, ...more] = is_in
    if (!state || more.length > 0)
      faults.push(`Order ${order_no} (${status}) is in ${is_in.join(' and ') || 'no state'}`)
    if (!state) continue
    const so = states.get(state) ?? { shares: 0, goodsKobo: 0 }
    states.set(state, { shares: so.shares + 1, goodsKobo: so.goodsKobo + Number(goods_kobo) })
  }
  for (const [rule, sql] of Object.entries(FAULTS)) {
    const { rows } = await owner.query<{ subject: string; detail: string }>(sql)
    faults.push(...rows.map(({ subject, detail }) => `${rule}: ${subject}: ${detail}`))
  }
  const { rows: proofs } = await owner.query<{ proof: string; hand_overs: string; kobo: string }>(PROOFS)
  const sums = await readSums(owner)
  const out = sums.heldKobo + sums.returnedKobo + sums.vendorKobo + sums.feesKobo
  if (sums.collectedKobo !== out) faults.push(`${sums.collectedKobo} kobo came in; ${out} are held, returned or earned`)
  return {
    states: [...states].map(([state, so]) => ({ state, ...so })).sort((a, b) => b.shares - a.shares),
    proofs: proofs.map(({ proof, hand_overs, kobo }) => ({
      proof,
      handOvers: Number(hand_overs),
      releasedKobo: Number(kobo),
    })),
    sums,
    faults,
  }
}

interface ShareRow {
  order_no: string
  status: string
  goods_kobo: string
  is_in: State[]
}

/** Evaluates each state separately, so that shares in two states or in none are found. */
const SHARES = `
  with shares as (
    select o.id, o.order_no::text, o.status, (o.total_amount * 100)::bigint as goods_kobo, o.charged_kobo, o.returned_kobo,
      coalesce(ledger.balance_kobo('escrow', o.id), 0) as held_kobo,
      (select count(*) from public.hand_overs h where h.order_id = o.id and h.status = 'open') as open,
      (select count(*) from public.hand_overs h where h.order_id = o.id and h.status = 'done' and h.released_at is null) as unreleased,
      (select coalesce(sum(h.goods_kobo), 0) from public.hand_overs h where h.order_id = o.id and h.status = 'done') as taken_kobo
    from public.orders o
  )
  select order_no, status, goods_kobo::text, array_remove(array[${Object.entries(STATES)
    .map(([name, rule]) => `case when ${rule} then '${name}' end`)
    .join(', ')}], null) as is_in from shares order by order_no`

const PROOFS = `
  select coalesce(proof, '') as proof, count(*)::text as hand_overs, coalesce(sum(released_kobo), 0)::text as kobo from public.hand_overs
  where status = 'done' group by proof order by count(*) desc`

/** Queries that must return no rows. */
const FAULTS: Record<string, string> = {
  'money without a hand-over': `
    select j.key as subject, format('%s kobo went to a vendor', sum(t.amount_kobo)) as detail
    from ledger.transfers t join ledger.journals j on j.id = t.journal_id
    left join public.hand_overs h on j.key = 'handed-over:' || h.id and h.status = 'done' and t.debit_id = ledger.id_of('escrow:' || h.order_id)
    where t.kind in ('vendor_earned', 'vendor_fee_earned') and h.id is null group by j.key`,
  'a hand-over without its proof': `
    select h.id as subject, format('by %s of %s', h.proof, h.handled_by) as detail from public.hand_overs h join public.orders o on o.id = h.order_id
    where h.status = 'done' and (h.handled_by is null or h.handled_by = o.user_id or not case h.proof
      when 'override' then exists (select from public.hand_over_overrides x join storage.objects s on s.bucket_id = 'hand-over-photos' and s.name = x.photo
        where x.hand_over_id = h.id and x.person_id = h.handled_by)
      else 1 = (select count(*) from codes.codes c where c.hand_over_id = h.id and c.used_at is not null and (c.nominee is null) = (h.proof = 'code')) end)`,
  'money before the end of claim time': `
    select h.id as subject, format('released %s, claims until %s', h.released_at, h.claim_until) as detail from public.hand_overs h
    where h.released_at < h.claim_until or h.released_at < h.done_at + public.claim_time(h.id)`,
  'money beside an open claim': `
    select h.id as subject, format('claim %s of %s, ended %s, released %s', c.claim_no, c.created_at, c.ended_at, h.released_at) as detail
    from public.hand_overs h join public.claims c on c.hand_over_id = h.id
    where c.payer is not distinct from 'vendor' and c.created_at < h.released_at and (c.ended_at is null or c.ended_at > h.released_at)`,
  'a vendor who waits for nothing': `
    select h.id as subject, format('claims until %s, and nothing is released', h.claim_until) as detail from public.hand_overs h
    where h.status = 'done' and h.released_at is null and h.claim_until < now() - interval '1 hour'
      and not exists (select from public.claims c where c.hand_over_id = h.id and c.ended_at is null)`,
  'a claim without an end': `
    select claim_no::text as subject, format('%s since %s', status, created_at) as detail from public.claims where ended_at is null`,
  'a lot without a decision': `
    select id::text as subject, format('%s since %s', status, created_at) as detail from public.lot_incidents where status in ('open', 'appealed')`,
  'a code that still opens what was taken': `
    select c.hand_over_id::text as subject, format('version %s', c.version) as detail from codes.codes c join public.hand_overs h on h.id = c.hand_over_id
    where h.status <> 'open' and c.used_at is null and c.ended_at is null`,
}

async function readSums(owner: pg.Client): Promise<DaySums> {
  const { rows } = await owner.query<Record<'collected' | 'held' | 'returned' | 'vendor' | 'fees', string>>(
    `select coalesce(sum(collected_kobo + loss_kobo), 0)::text as collected, coalesce(sum(held_kobo), 0)::text as held,
       coalesce(sum(returned_kobo + reversed_kobo), 0)::text as returned, coalesce(sum(vendor_kobo), 0)::text as vendor,
       coalesce(sum(vendor_fee_kobo + buyer_fee_kobo + delivery_kobo), 0)::text as fees from ledger.order_sums`,
  )
  const [sums] = rows
  return {
    collectedKobo: Number(sums?.collected ?? 0),
    heldKobo: Number(sums?.held ?? 0),
    returnedKobo: Number(sums?.returned ?? 0),
    vendorKobo: Number(sums?.vendor ?? 0),
    feesKobo: Number(sums?.fees ?? 0),
  }
}
