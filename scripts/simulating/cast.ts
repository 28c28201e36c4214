import type { Chance } from '#database/seed/chance.ts'
import type { SimulatedMarket } from './open-market.ts'

export interface Shop {
  vendorId: string
  ownerId: string
}

export interface Cast {
  chief: string
  buyers: string[]
  shops: Shop[]
}

/** People sign up, some of them brought by others; shops open. Names do not matter here, rights do. */
export async function castOf(
  market: SimulatedMarket,
  { buyers, vendors, chance }: { buyers: number; vendors: number; chance: Chance },
): Promise<Cast> {
  const chief = await person(market, 'chief', 'Chief')
  await market.owner.query(`update public.profiles set role = 'chief' where id = $1`, [chief])
  const cast: Cast = { chief, buyers: [], shops: [] }
  for (let number = 1; number <= vendors; number += 1) cast.shops.push(await shop(market, number))
  for (let number = 1; number <= buyers; number += 1) {
    const referrer = number > 5 && chance.happens(0.3) ? chance.pick(cast.buyers) : null
    cast.buyers.push(await person(market, `buyer${number}`, `Buyer ${number}`, referrer))
  }
  return cast
}

/** Somebody with a confirmed address, without a role. */
export async function person(
  { owner }: Pick<SimulatedMarket, 'owner'>,
  key: string,
  name: string,
  referrer: string | null = null,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) select gen_random_uuid(), $1, now(),
       jsonb_strip_nulls(jsonb_build_object('full_name', $2::text, 'referral_code', (select referral_code from public.profiles where id = $3)))
     returning id`,
    [`${key}@market.test`, name, referrer],
  )
  return rows[0]?.id ?? ''
}

async function shop(market: SimulatedMarket, number: number): Promise<Shop> {
  const ownerId = await person(market, `vendor${number}`, `Vendor ${number}`)
  await market.owner.query(`update public.profiles set role = 'vendor' where id = $1`, [ownerId])
  const { rows } = await market.caused(
    'vendor',
    `insert into public.vendors (owner_id, business_name, location, state) values ($1, $2, 'Mile 12', 'Lagos') returning id`,
    [ownerId, `Simulated Foods ${number}`],
  )
  await market.caused('manager', `update public.vendors set status = 'active' where id = $1`, [rows[0].id])
  return { vendorId: rows[0].id, ownerId }
}
